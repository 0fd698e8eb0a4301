"""Who waits for what another computes, and goes on, does not wait for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.driver import Browser, serving

APP = Path(__file__).with_name("waiting_app.py")


def press(page: Any) -> None:
    page.get_by_text("Compute", exact=True).click()


def test_a_reader_who_goes_on_waits_for_nobody(browser: Browser, tmp_path: Path) -> None:
    until = tmp_path / "until"
    with serving(APP, tmp_path / "log") as app:
        pages = [browser.tab() for _ in "ab"]
        for page in pages:
            page.goto(f"{app.address}?until={until}")
            page.get_by_text("nothing asked").wait_for()
            press(page)
            page.get_by_text("begun").wait_for()
        first, other = pages
        press(other)
        other.get_by_text("nothing asked").wait_for()
        assert first.get_by_text("computed").count() == 0
        until.touch()
        first.get_by_text("computed").wait_for()
        for page in pages:
            page.close()
        assert "Traceback" not in app.log.read_text()
