"""The theme in Streamlit's messages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from gapviz.pages.server import theme_message


def theme(write: Callable[..., None]) -> CustomThemeConfig:
    """Write all sections, as Streamlit does for each run."""
    whole = CustomThemeConfig()
    write(whole)
    for part in ("light", "dark", "sidebar", "light.sidebar", "dark.sidebar"):
        message = whole
        for name in part.split("."):
            message = getattr(message, name)
        write(message, f"theme.{part}")
    return whole


def test_the_theme_is_written_once_and_is_what_streamlit_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    write = app_session._populate_theme_msg
    sections: list[str] = []

    def counted(message: CustomThemeConfig, section: str = "theme") -> None:
        sections.append(section)
        write(message, section)

    monkeypatch.setattr(app_session, "_populate_theme_msg", counted)
    theme_message.keep.__wrapped__()
    for _ in range(3):
        assert theme(app_session._populate_theme_msg) == theme(write)
    assert theme(write).light.primary_color  # the settings of the app are in force
    assert len(sections) == len(set(sections)) == 6
