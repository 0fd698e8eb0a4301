"""The one test command: ``python3 tests/run.py`` makes .venv, installs what is missing, and runs every check.

Needs Python 3.11 or later and a network for the first run. The browser tests need Chromium: an installed one
is used, else apt or playwright installs it, else they are skipped, and the last lines say so.
``--here`` uses the environment of the Python that runs this file, and installs nothing; ``--thorough`` tries
ten times as many random cases.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
ENVIRONMENT = REPOSITORY / ".venv"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
)
TYPES = ("mypy",)
"""The check that runs beside the tests, and is printed after them."""

PROCESSES = (os.cpu_count() or 1) + 1
"""One more than there are processors: browser tests often wait."""

TESTS = ("pytest", "-q", "-n", str(PROCESSES), "--dist", "loadfile", "--no-loadscope-reorder")
"""Whole files go to a process, in the order of tests/conftest.py: what they read and start is shared."""


def main() -> int:
    """Install, check, report; 0 where every check passed."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python gets a sentence, not a traceback
        print(f"gapviz needs Python 3.11 or later; this is {sys.version.split()[0]}.")
        return 1
    os.chdir(REPOSITORY)
    python = sys.executable if "--here" in sys.argv[1:] else _install()
    skipped = [] if _browser(python, install="--here" not in sys.argv[1:]) else ["browser tests: no Chromium"]
    failed = []
    thorough = [option for option in sys.argv[1:] if option == "--thorough"]
    # What a first process compiled is not compiled again by the next.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def start(check: tuple[str, ...], **options: Any) -> subprocess.Popen[str]:
        return subprocess.Popen([python, "-m", *check], env=environment, text=True, **options)

    types = start(TYPES, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for check in (*CHECKS, (*TESTS, *thorough)):
        print("$ python -m", *check, flush=True)
        if start(check).wait():
            failed.append(" ".join(check[:2]))
    print("$ python -m", *TYPES, types.communicate()[0], sep="\n", flush=True)
    if types.returncode:
        failed.append(*TYPES)
    for what in skipped:
        print(f"Skipped {what} was found, and none could be installed.")
    print(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def _install() -> str:
    """Make .venv with the package and its test extra; return its Python."""
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists() and _run(sys.executable, "-m", "venv", str(ENVIRONMENT)):
        raise SystemExit(
            "Python could not make .venv; on Debian and Ubuntu install the package python3-venv."
        )
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if _run(*pip, "--editable", ".[test]"):
        raise SystemExit("pip could not install the package; its message stands above.")
    return str(python)


def _browser(python: str, *, install: bool) -> bool:
    """Tell whether a Chromium is there for the browser tests, after trying to install one."""
    if any(map(shutil.which, CHROMIUM)) or _playwright_has_one(python):
        return True
    if not install:
        return False
    if shutil.which("apt-get") and os.geteuid() == 0:
        _run("apt-get", "-qq", "update")
        for package in CHROMIUM[:2]:  # Ubuntu has the second only
            if not _run("apt-get", "-qq", "install", "-y", package):
                break
    if not any(map(shutil.which, CHROMIUM)):
        _run(python, "-m", "playwright", "install", "chromium")
    return any(map(shutil.which, CHROMIUM)) or _playwright_has_one(python)


def _playwright_has_one(python: str) -> bool:
    """Tell whether playwright's own Chromium starts: its libraries may be missing."""
    start = "from playwright.sync_api import sync_playwright as p\nwith p() as b: b.chromium.launch().close()"
    return subprocess.run([python, "-c", start], capture_output=True).returncode == 0


def _run(*command: str) -> int:
    print("$", *command, flush=True)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
