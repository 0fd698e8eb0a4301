"""Tiles of a toy list in a browser: what the hand does is kept, whatever comes between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gapviz.pages.toylists.tiles import tiles
from tests.browser.driver import (
    FIND,
    LONG,
    STEPS,
    Browser,
    Server,
    free_port,
    go_back,
    held,
    let_go,
    query,
    serving,
    settled,
    wait_for_query,
)
from tests.browser.tiles import THIRDS, now, shown, tile

TILES = Path(__file__).with_name("tiles_app.py")


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the app with tiles and g alone, without charts and tables, which take most of a test's time."""
    with serving(TILES, tmp_path_factory.mktemp("bare") / "log") as running:
        yield running
    assert "Traceback" not in running.log.read_text()


@pytest.fixture
def page(browser: Browser, bare: Server) -> Iterator[Any]:
    """The list 3, 1, 2, 2 at equal g."""
    page = opened(browser, bare.address, f"toylists?list=3.3122.&{THIRDS}")
    yield page
    browser.put_back(page)


def opened(browser: Browser, address: str, link: str, **options: Any) -> Any:
    page = browser.open(address + link, **options)
    tile(page, 1).wait_for()
    settled(page)
    return page


def test_a_reload_right_after_an_edit_loses_nothing(page: Any) -> None:
    text = "3.3122."
    for step, grade in zip(STEPS, "03103", strict=True):  # each changes the list
        tile(page, 1).focus()
        with held(page, step):
            page.keyboard.press("Alt+ArrowRight")
            page.keyboard.press(grade)
        text = text[:2] + text[3] + grade + text[4:]
        page.reload()
        tile(page, 4).wait_for()
        now(page, text)
        settled(page, calm=LONG)  # what a component told again after the reload is drawn, and keeps the focus
        assert shown(page) == text[2:-1]


def test_back_right_after_an_edit_leaves_the_address_and_the_tiles_of_one_mind(page: Any) -> None:
    for step in STEPS:
        tile(page, 1).focus()
        page.keyboard.press("+")  # an entry of the history to go back to
        settled(page, calm=LONG)
        with held(page, step):
            page.keyboard.press("+")
        go_back(page)
        let_go(page)
        settled(page, calm=LONG)
        assert f"list=3.{shown(page)}" in query(page)


def test_a_reload_right_after_edits_of_both_lists_keeps_each(browser: Browser, bare: Server) -> None:
    page = opened(browser, bare.address, "toylists?list=3.3122.&list2=3.3122.&g=0.2,0.3,0.5")
    for step, grade in zip(STEPS, "02301", strict=True):  # each changes both lists
        with held(page, step):
            tile(page, 1).focus()
            page.keyboard.press(grade)
            page.locator(".st-key-gv-toy-second .list .tile").nth(1).focus()
            page.keyboard.press(grade)
        page.reload()
        tile(page, 4).wait_for()
        now(page, f"3.{grade}122.")
        wait_for_query(page, f"list2=3.3{grade}22.")
        settled(page, calm=LONG)  # what a component told again after the reload is drawn
    browser.put_back(page)


@pytest.mark.parametrize("step", ["addressed", "half", "answered"])
def test_a_reload_as_an_example_comes_keeps_its_own_g(page: Any, step: str) -> None:
    slider = page.locator(".share .slider").first
    slider.focus()
    page.keyboard.press("End")
    wait_for_query(page, "g=1.0,0.0,0.0")
    settled(page, calm=LONG)  # the hand rests
    with held(page, step):
        page.get_by_text("Kishida a", exact=True).first.click()
    assert "list=3.32000.1" in query(page)  # the address moves before the components have the new data
    page.reload()
    tile(page, 5).wait_for()
    now(page, "3.32000.1")
    wait_for_query(page, THIRDS)
    assert page.evaluate(f"() => {{ {FIND} return live.g[0] }}") == pytest.approx(1 / 3)


@pytest.mark.parametrize("untouched", [False, True])
def test_what_was_edited_while_the_server_was_away_stays(
    browser: Browser, tmp_path: Path, untouched: bool
) -> None:
    port = free_port()
    with serving(TILES, tmp_path / "first", port=port) as first:
        start = "2122" if untouched else "3122"
        page = opened(browser, first.address, f"toylists?list=3.{start}.&{THIRDS}")
        tile(page, 1).focus()
        if not untouched:
            page.keyboard.press("2")
            now(page, "3.2122.")
        first.process.kill()
    for key in ("0", "ArrowRight", "3", "Control+z"):
        page.keyboard.press(key)
    with serving(TILES, tmp_path / "second", port=port):
        now(page, "3.0122.")
        assert page.locator(".st-key-gv-toy .list .tile b").all_inner_texts() == list("0122")
        tile(page, 1).focus()
        page.keyboard.press("Control+z")
        now(page, "3.2122.")
    page.close()


@pytest.mark.parametrize(("box", "field"), [("gv-toy", "list"), ("gv-toy-second", "list2")])
def test_undo_and_redo_by_keyboard_go_step_by_step(
    browser: Browser, bare: Server, box: str, field: str
) -> None:
    link = "toylists?list=3.3122.&list2=3.3122.&g=0.2,0.3,0.5"
    page = opened(browser, bare.address, link)
    page.locator(f".st-key-{box} .list .tile").first.focus()
    texts = ["3.3122."]
    for key, text in (("0", "3.0122."), ("ArrowRight", ""), ("2", "3.0222."), ("Alt+ArrowLeft", "3.2022."),
                      ("Delete", "3.022.")):  # fmt: skip
        page.keyboard.press(key)
        if text:
            wait_for_query(page, f"{field}={text}")
            texts.append(text)
    for key, found in (("Control+z", texts[-2::-1]), ("Control+Shift+z", texts[1:])):
        for text in found:
            page.keyboard.press(key)
            wait_for_query(page, f"{field}={text}")
            signs = page.locator(f".st-key-{box} .list .tile b").all_inner_texts()
            assert signs == [*text.split(".")[1]]
    page.keyboard.press("3")  # the focus is where it was
    wait_for_query(page, f"{field}=3.322.")
    page.locator(f".st-key-{box} [data-act=undo]").click()
    wait_for_query(page, f"{field}=3.022.")
    page.locator(f".st-key-{box} .list .tile").last.focus()
    page.keyboard.press("Control+z")
    wait_for_query(page, f"{field}=3.2022.")
    browser.put_back(page)


def test_every_fast_edit_is_a_step_of_undo(page: Any) -> None:
    undos = "node => { for (let k = 0; k < 4; k++) node.querySelector('[data-act=undo]').click(); }"
    toy = page.locator(".st-key-gv-toy .toy")
    toy.evaluate("node => { for (let k = 0; k < 5; k++) node.querySelectorAll('.list .tile')[1].click(); }")
    now(page, "3.3022.")  # 1, 2, 3, unjudged, outside the pool, 0
    assert "outside the pool → 0" in page.locator(".gv-step").inner_text()
    tile(page, 2).focus()
    for text in ("3.3x22.", "3.3u22.", "3.3322.", "3.3222.", "3.3122."):
        page.keyboard.press("Control+z")
        now(page, text)
    page.keyboard.press("Control+z")  # nothing is left to undo
    for text in ("3.3222.", "3.3322.", "3.3u22.", "3.3x22.", "3.3022."):
        page.keyboard.press("Control+Shift+z")
        now(page, text)
    toy.evaluate(undos)  # several at once, too
    now(page, "3.3222.")
    page.locator(".st-key-gv-toy .list").get_by_label("rank 2, grade 2").wait_for()  # the tiles, too
    tile(page, 1).focus()
    for key in ("0", "ArrowRight", "1", "Delete", "Control+z", "Control+z", "Control+Shift+z"):
        page.keyboard.press(key)
    now(page, "3.0122.")
    assert page.locator(".st-key-gv-toy .list .tile b").all_inner_texts() == ["0", "1", "2", "2"]


def test_an_empty_list_hears_the_keyboard(browser: Browser, bare: Server) -> None:
    page = opened(browser, bare.address, f"toylists?list=3.1.&{THIRDS}")
    tile(page, 1).focus()
    page.keyboard.press("Delete")
    now(page, "3..")
    page.keyboard.press("Control+z")
    now(page, "3.1.")
    page.keyboard.press("Control+Shift+z")
    now(page, "3..")
    page.keyboard.press("Enter")  # the focus is on what adds a document
    now(page, "3.1.")
    page.keyboard.press("2")
    now(page, "3.2.")
    page.get_by_role("button", name="Empty").first.click()
    now(page, "3..")
    page.keyboard.press("Control+z")
    now(page, "3.2.")
    browser.put_back(page)


def test_tiles_outlive_the_end_of_an_earlier_call(browser: Browser) -> None:
    """Streamlit ends a call of the component when new data come before it has returned."""
    page = browser.tab()
    config = {"rev": 0, "text": "3.3122.", "label": "", "note": "", "gap": 0, "tray": 74, "undo": True,
              "seen": 0, "left": 40, "right": 52, "least": 25}  # fmt: skip
    page.set_content(tiles._asset("tiles.html"))
    found = page.evaluate(
        """async ([script, config]) => {
            const module = await import(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
            const told = [];
            const setStateValue = (_name, value) => told.push(value.steps.at(-1).text);
            const mount = () => module.default({data: {config}, parentElement: document.body, setStateValue});
            const end = mount();
            document.querySelector(".tile").click();
            mount();
            end();
            const focus = document.activeElement.getAttribute("aria-label");
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "2"}));
            return [focus, told];
        }""",
        [tiles.script(), config],
    )
    assert found == ["rank 1, unjudged", ["3.u122.", "3.2122."]]
    page.close()
