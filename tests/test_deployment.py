"""What the page on deployment says is so."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from gapviz.collection.limits import LIMITS

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / ".github" / "docs" / "deployment.md").read_text(encoding="utf-8")
UNIT = re.search(r"```ini\n(.*?)```", PAGE, re.DOTALL)


def test_the_table_of_settings_is_that_of_the_program() -> None:
    rows = "\n".join(f"| `{one.variable}` | {one.default} {one.of} | {one.reason} |" for one in LIMITS)
    assert f"| setting | default | reason |\n|---|---|---|\n{rows}\n" in PAGE


def test_every_test_that_it_names_is_there() -> None:
    named = re.findall(r"`(tests/[^`]*)`", PAGE)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
    tests = re.findall(r"`(tests/[^`]*\.py)` `(test_\w+)`", PAGE)
    assert len(tests) == len(re.findall(r"`test_\w+`", PAGE))
    assert [
        name for path, name in tests if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ] == []


def test_every_row_of_faults_names_its_test_or_says_that_there_is_none() -> None:
    rows = PAGE.partition("| fault |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) > 10
    assert [row for row in rows if "`tests/" not in row and "not injected" not in row] == []


def test_a_proxy_lets_through_what_an_upload_may_have() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert f"client_max_body_size {settings['server']['maxUploadSize'] + 1}m" in PAGE


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    assert UNIT
    unit = tmp_path / "gapviz@8501.service"
    unit.write_text(UNIT.group(1).replace("/opt/venv/bin/gapviz", "/bin/true"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
