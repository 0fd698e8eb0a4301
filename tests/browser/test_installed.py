"""The wheel in an environment of its own: what it holds, and its command from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import FIND, REPOSITORY, follow, free_port, running, settled, visit, wait_for_query

SMALL = (str(REPOSITORY / "data" / "small" / "qrels.txt"), str(REPOSITORY / "data" / "small" / "runs"))

OWN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""The environment of a process that has its own packages alone."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", folder, REPOSITORY)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs of a new environment that has the wheel; what it depends on is that of the tests."""
    environment = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    run(
        sys.executable, "-m", "pip", "--python", programs / "python",
        "install", "--no-deps", "--no-index", wheel, environment=OWN,
    )  # fmt: skip
    (site,) = environment.rglob("site-packages")
    (site / "of_the_tests.pth").write_text(sysconfig.get_path("purelib"))
    return programs


def run(*command: str | Path, folder: Path = REPOSITORY, environment: Mapping[str, str] = os.environ) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_has_the_package_and_what_stands_beside_it(wheel: Path) -> None:
    """Witness: the folders; the cache of Python, and what git ignores, is left out."""
    beside = [REPOSITORY / "app.py", REPOSITORY / ".streamlit" / "config.toml", REPOSITORY / "data"]
    expected = {
        ("gapviz/bundled" / path.relative_to(REPOSITORY)).as_posix()
        for top in beside
        for path in (top, *top.rglob("*"))
        if path.is_file()
    }
    expected |= {
        path.relative_to(REPOSITORY).as_posix()
        for path in (REPOSITORY / "gapviz").rglob("*")
        if path.is_file()
        and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(REPOSITORY).parts)
    }
    assert "gapviz/py.typed" in expected
    packed = zipfile.ZipFile(wheel).namelist()
    assert {name for name in packed if ".dist-info/" not in name} == expected


def test_the_command_of_the_wheel(installed: Path, browser: Any, tmp_path: Path) -> None:
    empty, home = tmp_path / "empty", tmp_path / "home"
    empty.mkdir()
    home.mkdir()
    own = {**OWN, "HOME": str(home)}
    asked = ("score", *SMALL, "-q", "--format", "csv", "-m", "GAP(g=0.1,0.2,0.7)", "-m", "nDCG")
    assert run(installed / "gapviz", *asked, folder=empty, environment=own) == run(
        sys.executable, "-m", "gapviz", *asked
    )
    assert run(installed / "gapviz", "--version", folder=empty, environment=own).startswith("gapviz ")

    port = free_port()
    command = [str(installed / "gapviz"), "app", "--port", str(port)]
    with running(command, tmp_path / "log", port, folder=empty, environment=own) as server:
        page = visit(browser, server.address)
        page.get_by_role("button", name="Uniform", exact=True).click()
        wait_for_query(page, "g=0.5,0.5")
        assert page.evaluate(f"() => {{ {FIND} return live.g }}") == [0.5, 0.5]
        # .streamlit/config.toml: baseFontSize and gatherUsageStats.
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "14px"
        follow(page, "Toy lists")  # its presets are files of the folder data
        page.locator("h1", has_text="Toy lists").wait_for()
        settled(page)
        page.close()
    printed = (tmp_path / "log").read_text()
    assert "You can now view your Streamlit app" in printed
    assert not any(word in printed for word in ("Traceback", "Error", "usage statistics"))
    assert list(empty.iterdir()) == []
