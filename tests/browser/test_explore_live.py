"""The page Explore with the live component: the hand, the address, undo, links, and the selection."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import (
    FIND,
    LONG,
    STEPS,
    Browser,
    Server,
    follow,
    frame,
    free_port,
    go_back,
    held,
    let_go,
    query,
    ready,
    serving,
    settled,
    visit,
    wait_for_query,
)

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Any]:
    opened = visit(browser, server.address)
    yield opened
    browser.put_back(opened)


def g(page: Any) -> list[float]:
    shares: list[float] = page.evaluate(f"() => {{ {FIND} return live.g }}")
    return shares


def wait_for_g(page: Any, first: float) -> None:
    page.wait_for_function(f"(first) => {{ {FIND} return Math.abs(live.g[0] - first) < 1e-9 }}", arg=first)
    settled(page)


def in_the_address(page: Any) -> list[float]:
    return page.evaluate("(new URL(location)).searchParams.get('g')?.split(',').map(Number) ?? [0.2, 0.8]")  # type: ignore[no-any-return]


def over(page: Any, h: int, share: float) -> None:
    """Move the mouse over a place of a slider."""
    box = page.locator(".share .slider").nth(h).bounding_box()
    page.mouse.move(box["x"] + 8 + share * (box["width"] - 16), box["y"] + box["height"] / 2)


def hold(page: Any, h: int, shares: list[float]) -> None:
    """Move a slider with the mouse over these places, and do not let go."""
    for k, share in enumerate(shares):
        over(page, h, share)
        if k == 0:
            page.mouse.down()
        frame(page)


def drag(page: Any, h: int, shares: list[float]) -> None:
    hold(page, h, shares)
    page.mouse.up()


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def topic_marks(page: Any) -> list[str]:
    """Places of the marks of eGAP in the strip of topics."""
    marks: str = page.locator(".topics .mark.eGAP").get_attribute("d")
    return marks.split("M")


def test_a_drag_moves_everything_and_the_address_has_where_it_ended(page: Any) -> None:
    assert query(page) == ""
    entries, before = page.evaluate("history.length"), topic_marks(page)
    hold(page, 0, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    settled(page, calm=LONG)
    assert query(page) == ""  # while the hand moves
    page.mouse.up()
    wait_for_query(page, "g=0.7")
    assert in_the_address(page) == g(page)
    assert page.evaluate("history.length") == entries + 1
    assert topic_marks(page) != before
    assert page.locator(".js-plotly-plot").count() == 0  # the browser does not load Plotly


@pytest.mark.parametrize(("button", "said"), [("Live page", "g=0.5%2C0.5"), ("Report", "GAP(g=0.5,0.5)")])
def test_a_file_has_g_as_it_is_when_it_is_asked_for(page: Any, button: str, said: str) -> None:
    """No table is shown, so that nothing of the page is written again where the hand lets go."""
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    assert said in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_drag_that_ends_where_it_began_has_ended(page: Any) -> None:
    drag(page, 0, [0.3, 0.5, 0.7])
    wait_for_query(page, "g=0.7")
    drag(page, 0, [0.6, 0.7])
    page.wait_for_function(f"() => {{ {FIND} return !live.moving && !live.unread.kept() }}")
    assert in_the_address(page) == g(page)


def test_a_reload_in_mid_drag_loses_nothing(page: Any) -> None:
    drag(page, 0, [0.2, 0.35, 0.5])
    wait_for_query(page, "g=0.5")
    page.locator(".board tbody tr").nth(3).click()
    wait_for_query(page, "run=")
    chosen = page.locator(".board tr[aria-selected=true]").first.get_attribute("title")
    hold(page, 1, [0.5, 0.6, 0.9])
    page.reload()
    ready(page)
    wait_for_query(page, "g=0.1,0.9")
    assert g(page) == [0.1, 0.9]
    assert page.locator(".board tr[aria-selected=true]").first.get_attribute("title") == chosen
    page.mouse.up()
    # What one reload has found does not come back with the next.
    press(page, "Undo")
    wait_for_query(page, "g=0.5")
    page.reload()
    ready(page)
    assert in_the_address(page) == g(page) == [0.5, 0.5]


def test_a_reload_right_after_the_hand_let_go_loses_nothing(page: Any) -> None:
    for step in STEPS:
        press(page, "Uniform")
        wait_for_query(page, "g=0.5,0.5")
        hold(page, 1, [0.5, 0.6, 0.9])
        with held(page, step):
            page.mouse.up()
        page.reload()
        ready(page)
        wait_for_query(page, "g=0.1,0.9")
        assert g(page) == [0.1, 0.9]


def test_a_reload_after_going_back_is_of_where_it_went(page: Any) -> None:
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    page.go_back()
    wait_for_g(page, 0.2)
    page.reload()
    ready(page)
    assert query(page) == ""
    assert g(page) == [0.2, 0.8]


def test_a_reload_after_undo_is_of_where_it_went(page: Any) -> None:
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    drag(page, 0, [0.5, 0.6, 0.7])
    wait_for_query(page, "g=0.7")
    press(page, "Undo")
    page.wait_for_function("() => decodeURIComponent(location.search).includes('g=0.5,0.5')")
    page.reload()
    ready(page)
    assert in_the_address(page) == g(page) == [0.5, 0.5]


def test_back_right_after_a_drag_leaves_the_address_and_the_page_of_one_mind(page: Any) -> None:
    for step in STEPS:
        press(page, "Lenient")
        wait_for_query(page, "g=0.8")
        press(page, "Uniform")
        wait_for_query(page, "g=0.5,0.5")
        hold(page, 0, [0.5, 0.4, 0.3])
        with held(page, step):
            over(page, 0, 0.7)  # what is told last is not what was told before
            page.mouse.up()
        go_back(page)
        let_go(page)
        settled(page, calm=LONG)
        assert in_the_address(page) == g(page)


def test_what_was_moved_on_a_page_does_not_come_back_by_another(page: Any, server: Server) -> None:
    drag(page, 0, [0.2, 0.4, 0.6])
    wait_for_query(page, "g=0.6")
    page.goto(server.address + "measures")
    page.locator(".katex").first.wait_for()
    page.reload()
    page.locator(".katex").first.wait_for()
    follow(page, "Explore")
    ready(page)
    assert in_the_address(page) == g(page) == [0.2, 0.8]


def test_a_held_key_is_one_step(page: Any) -> None:
    slider = page.locator(".share .slider").first
    slider.focus()
    for _ in range(5):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    wait_for_query(page, "g=0.25,0.75")
    press(page, "Undo")
    wait_for_g(page, 0.2)


def test_keys_faster_than_the_server_are_all_counted(page: Any) -> None:
    page.locator(".share .slider").first.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        frame(page)
    wait_for_g(page, 0.4)
    wait_for_query(page, "g=0.4,0.6")


def test_touch(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address, width=390, has_touch=True)
    box = page.locator(".share .slider").first.bounding_box()
    point = {"x": box["x"] + 40, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    for step in range(1, 8):
        moved = {**point, "x": point["x"] + 10 * step}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for_query(page, "g=")
    assert in_the_address(page) == g(page)
    assert g(page)[0] > 0.4
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    browser.put_back(page)


def test_undo_redo_reset_back_and_forward(page: Any) -> None:
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    assert undo.is_disabled()
    press(page, "Lenient")
    wait_for_query(page, "g=0.8")
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    undo.click()
    wait_for_g(page, 0.8)
    assert "g=0.8" in query(page)
    undo.click()
    wait_for_g(page, 0.2)
    assert undo.is_disabled()
    redo.click()
    wait_for_g(page, 0.8)
    page.go_back()
    wait_for_g(page, 0.2)
    page.go_forward()
    wait_for_g(page, 0.8)
    meaning = page.locator(".card .what").first
    assert meaning.text_content() == "τ with AP"
    press(page, "Pin this g")
    wait_for_query(page, "pin=")
    assert meaning.text_content() == "τ with AP, change from pinned"
    press(page, "Reset")
    wait_for_g(page, 0.2)
    page.wait_for_function("() => !location.search.includes('pin=')")
    settled(page)
    undo.click()
    wait_for_g(page, 0.8)


def test_undo_right_after_a_drag_is_in_the_address(page: Any) -> None:
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    for step in STEPS:
        hold(page, 0, [0.5, 0.6, 0.7])
        with held(page, step):
            page.mouse.up()
        press(page, "Undo")
        let_go(page)
        wait_for_g(page, 0.5)
        wait_for_query(page, "g=0.5,0.5")
        assert in_the_address(page) == g(page)


def test_undo_while_the_path_plays_goes_back_to_where_it_began(page: Any) -> None:
    press(page, "Lenient")
    wait_for_query(page, "g=0.8,0.2")
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    press(page, "Play the path")
    page.wait_for_function(f"() => {{ {FIND} return live.g[0] < 0.45 }}")
    press(page, "Undo")
    wait_for_g(page, 0.5)
    wait_for_query(page, "g=0.5,0.5")
    page.get_by_role("button", name="Play the path", exact=True).wait_for()  # it does not play on


@pytest.mark.parametrize("untouched", [False, True])
def test_what_the_hand_did_while_the_server_was_away_stays(
    browser: Browser, tmp_path: Path, untouched: bool
) -> None:
    port = free_port()
    with serving("app.py", tmp_path / "first", port=port) as first:
        page = visit(browser, first.address, "?g=0.5,0.5" if untouched else "")
        if not untouched:
            press(page, "Uniform")
            wait_for_query(page, "g=0.5,0.5")
        first.process.kill()
    drag(page, 0, [0.5, 0.6, 0.7])
    with serving("app.py", tmp_path / "second", port=port):
        wait_for_query(page, "g=0.7")
        assert in_the_address(page) == g(page)
        press(page, "Undo")
        wait_for_g(page, 0.5)
    page.close()


def test_a_reload_while_the_server_is_away_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with serving("app.py", tmp_path / "first", port=port) as first:
        page = visit(browser, first.address, "?g=0.5,0.5")
        first.process.kill()
    drag(page, 0, [0.5, 0.6, 0.7])
    with contextlib.suppress(playwright.Error):
        page.reload()  # the browser shows a page of its own
    with serving("app.py", tmp_path / "second", port=port):
        with contextlib.suppress(playwright.Error):
            page.reload()  # fails where the browser is at it by itself, as it is once the server is back
        ready(page)
        wait_for_query(page, "g=0.7")
        assert in_the_address(page) == g(page)
    page.close()


def test_two_browsers_on_one_link(browser: Browser, page: Any, server: Server) -> None:
    drag(page, 1, [0.8, 0.7, 0.6])
    press(page, "Pin this g")
    page.locator(".board tbody tr").nth(1).click()
    wait_for_query(page, "run=")
    link = query(page)
    other = visit(browser, server.address, link)
    assert g(other) == g(page)
    assert query(other) == link
    mine, yours = (
        one.evaluate(
            f"() => {{ {FIND} return [live.pinned, live.selected, live.now.means.map((m) => [...m])] }}"
        )
        for one in (page, other)
    )
    assert mine == yours
    drag(other, 0, [0.4, 0.8])
    wait_for_query(other, "g=")
    assert query(page) == link
    assert g(page) != g(other)
    browser.put_back(other)


def test_a_selection_follows_across_pages(browser: Any, server: Server) -> None:
    page = visit(browser, server.address)
    rows = page.locator(".board tbody tr")
    chosen = [rows.nth(k).get_attribute("title") for k in (0, 2, 4)]
    for k in (0, 2, 4):
        rows.nth(k).click()
    wait_for_query(page, f"run={chosen[2]}")
    assert page.locator(".topics h2").get_attribute("title") == chosen[2]
    assert page.locator(".label.selected:visible").count() == 3
    follow(page, "Collection")
    page.locator(".st-key-source").wait_for()
    wait_for_query(page, f"run={chosen[2]}")
    follow(page, "Measures")
    page.locator(".katex").first.wait_for()
    wait_for_query(page, f"run={chosen[2]}")
    follow(page, "Explore")
    ready(page)
    wait_for_query(page, f"run={chosen[2]}")
    selected = page.evaluate(f"() => {{ {FIND} return live.selected.map((i) => live.names[i]) }}")
    assert selected == chosen
    browser.put_back(page)


def test_a_row_of_a_table_is_selected_in_the_charts(page: Any) -> None:
    page.locator(".st-key-gv-tables").get_by_text("Leaderboard").click()
    table = page.locator(".st-key-gv-tables").get_by_test_id("stDataFrame")
    table.wait_for()
    settled(page)
    table.scroll_into_view_if_needed()
    table.locator("canvas").first.click(position={"x": 18, "y": 35 + 14 + 28}, force=True)
    wait_for_query(page, "run=")
    second = page.locator(".board tbody tr").nth(1)
    playwright.expect(second).to_have_attribute("aria-selected", "true")
    assert page.locator(".topics h2").get_attribute("title") == second.get_attribute("title")


def test_another_collection_and_undo(page: Any) -> None:
    page.locator("[data-action=collection]").click()
    page.get_by_role("dialog").get_by_text("TREC 21").click()
    wait_for_query(page, "in=TREC 21")
    page.locator(".triangle svg").wait_for()
    assert page.locator(".gv-collection").inner_text() == "TREC 21 likeness (synthetic)"
    assert sum(g(page)) == pytest.approx(1)
    press(page, "Undo")
    page.wait_for_function("() => !location.search.includes('TREC')")
    page.locator(".gv-collection", has_text="TREC 10").wait_for()
    assert g(page) == [0.2, 0.8]


def test_a_topic_is_marked_in_the_strip_and_in_the_table(page: Any) -> None:
    page.locator(".st-key-gv-tables").get_by_text("Topics", exact=True).click()
    page.locator(".gv-subject").wait_for()
    column, frame = page.locator(".topics .column").nth(2), page.locator(".topics .frame")
    playwright.expect(frame).to_have_attribute("visibility", "hidden")
    column.click()
    wait_for_query(page, "topic=")
    playwright.expect(frame).to_have_attribute("visibility", "visible")
    first, name = page.locator(".topics .column").first, column.get_attribute("aria-label")
    table = page.locator(".st-key-gv-tables").get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    table.locator("canvas").first.click(position={"x": 18, "y": 35 + 14}, force=True)
    playwright.expect(first).to_have_attribute("aria-pressed", "true")
    playwright.expect(column).to_have_attribute("aria-pressed", "false")
    assert name == column.get_attribute("aria-label")
    press(page, "Undo")
    playwright.expect(column).to_have_attribute("aria-pressed", "true")
    press(page, "Undo")
    page.wait_for_function("() => !location.search.includes('topic=')")
    playwright.expect(frame).to_have_attribute("visibility", "hidden")


def test_a_link_to_other_data_says_what_differs(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address, "?data=7c41e0123456-143-30&g=0.5,0.5")
    said = page.get_by_text("This link was made with other data").locator("..").inner_text()
    assert "Link: TREC 10, 143 runs, 30 topics, data 7c41e0." in said
    assert "Open here: TREC 10 likeness (synthetic), 95 runs, 50 topics, data " in said
    assert g(page) == [0.5, 0.5]
    page.get_by_role("button", name="Keep mine").click()
    page.get_by_text("This link was made with other data").wait_for(state="detached")
    browser.put_back(page)


def test_the_plain_controls_and_back(page: Any) -> None:
    press(page, "Uniform")
    wait_for_query(page, "g=0.5,0.5")
    page.get_by_role("button", name="Plain controls").click()
    page.locator(".gv-card").first.wait_for()
    wait_for_query(page, "controls=plain")
    page.get_by_role("slider").first.wait_for()
    sliders = page.get_by_role("slider").evaluate_all("all => all.map(one => one.value)")
    assert sliders == ["0.5", "0.5"]
    page.get_by_role("button", name="Live controls").click()
    page.locator(".card .winner").first.wait_for()
    settled(page)
    assert g(page) == [0.5, 0.5]
