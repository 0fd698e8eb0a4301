"""What .streamlit/config.toml must go on to say, under names that Streamlit knows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from streamlit import config

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("client", "showErrorDetails", "none"),  # neither a traceback nor a path of the server in the browser
        ("server", "enableXsrfProtection", True),  # no other page sends files in a reader's name
        ("runner", "fastReruns", False),  # no two runs of a session that change its widgets under each other
        ("client", "disableDataExport", True),  # no CSV of names that a spreadsheet would compute
    ],
)
def test_settings_that_keep_readers_safe(section: str, name: str, value: object) -> None:
    said = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert said[section][name] == value
    assert f"{section}.{name}" in config.get_config_options()
