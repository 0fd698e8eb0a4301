"""Toy lists in a browser: clicks, drags, keys and links; the tour from start to end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gapviz.pages.toylists.chapters import CHAPTERS
from tests.browser.driver import FIND, Browser, Server, held, query, settled, visit, wait_for_query
from tests.browser.tiles import THIRDS, middle, now, tile


@pytest.fixture
def empty(browser: Browser, server: Server) -> Iterator[Any]:
    """An empty list with grades 0-3 and equal g."""
    opened = visit(browser, server.address, f"toylists?list=3..&{THIRDS}")
    yield opened
    browser.put_back(opened)


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Any]:
    """The list 3, 1, 2, 2 at equal g."""
    opened = visit(browser, server.address, f"toylists?list=3.3122.&{THIRDS}")
    tile(opened, 4).wait_for()
    yield opened
    browser.put_back(opened)


def values(page: Any) -> list[str]:
    """GAP, xGAP, eGAP and AP, as the cards have them."""
    texts: list[str] = page.locator(".gv-value").all_inner_texts()
    return texts


def test_a_list_is_built_by_clicks(empty: Any) -> None:
    for _ in range(4):
        empty.get_by_label("Add a document").click()
    for rank, clicks in ((1, 2), (3, 1), (4, 1)):
        for _ in range(clicks):
            tile(empty, rank).click()
    now(empty, "3.3122.")
    # mathematics.md, section 2
    assert values(empty)[:3] == ["0.9271", "0.9433", "0.9352"]
    assert [tile(empty, rank).locator("b").inner_text() for rank in range(1, 5)] == ["3", "1", "2", "2"]


def test_a_document_moves_by_mouse(page: Any) -> None:
    x, y = middle(tile(page, 1))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 3, steps=3)
    page.mouse.move(middle(tile(page, 4))[0] + 40, y, steps=8)
    page.mouse.up()
    now(page, "3.1223.")
    assert "rank 1 → rank 4" in page.locator(".gv-step").inner_text()
    x, y = middle(tile(page, 2))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20, steps=3)
    page.mouse.move(*middle(page.locator(".st-key-gv-toy .tray")), steps=8)
    page.mouse.up()
    now(page, "3.123.2")
    assert "They raise the recall bases" in page.locator(".st-key-gv-toy .note").inner_text()


def test_a_document_moves_by_touch(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address, f"toylists?list=3.3122.&{THIRDS}", width=390, has_touch=True)
    tile(page, 1).scroll_into_view_if_needed()
    settled(page)
    x, y = middle(tile(page, 1))
    to = middle(tile(page, 3))[0] + 12
    touch = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x + (to - x) * k / 5, "y": y}]) for k in range(1, 6)),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    now(page, "3.1232.")
    browser.put_back(page)


def test_a_reload_right_after_an_edit_keeps_it(page: Any) -> None:
    """More in test_tiles.py, where nothing of the list is drawn."""
    tile(page, 1).focus()
    with held(page, "half"):
        page.keyboard.press("Alt+ArrowRight")
    page.reload()
    tile(page, 4).wait_for()
    now(page, "3.1322.")


def test_a_document_moves_by_keyboard(page: Any) -> None:
    tile(page, 1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+ArrowRight")
    now(page, "3.3212.")
    page.keyboard.press("0")
    now(page, "3.3202.")
    page.keyboard.press("Alt+ArrowDown")
    now(page, "3.322.0")
    page.keyboard.press("Alt+ArrowUp")
    now(page, "3.3220.")
    page.keyboard.press("Delete")
    now(page, "3.322.")
    page.keyboard.press("Control+z")
    now(page, "3.3220.")
    page.keyboard.press("c")  # a key of Streamlit's own, which is not meant here
    assert page.get_by_role("dialog").count() == 0


def test_undo_while_the_path_plays_goes_back_to_where_it_began(page: Any) -> None:
    page.get_by_role("button", name="Lenient", exact=True).click()
    wait_for_query(page, "g=0.8")
    page.get_by_role("button", name="Play the path", exact=True).click()
    page.wait_for_function(f"() => {{ {FIND} return live.g[0] < 0.6 }}")
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.get_by_role("button", name="Play the path", exact=True).wait_for()
    page.wait_for_function(f"() => {{ {FIND} return Math.abs(live.g[0] - 0.8) < 1e-9 }}")
    wait_for_query(page, "g=0.8")


def test_an_empty_list_is_reached_by_tab(empty: Any) -> None:
    empty.locator(".st-key-gv-toy [data-part=list]").evaluate(
        "node => { node.tabIndex = -1; node.focus(); node.removeAttribute('tabindex'); }"
    )
    empty.keyboard.press("Tab")
    empty.keyboard.press("Space")
    now(empty, "3.1.")


def test_fast_keys_are_not_lost(page: Any) -> None:
    tile(page, 1).focus()
    for key in ("ArrowRight", "Alt+ArrowRight", "0", "Alt+ArrowDown", "Alt+ArrowUp", "Delete", "+", "3",
                "Home", "u", "Alt+ArrowRight", "ArrowLeft", "1", "End", "Alt+ArrowLeft", "2"):  # fmt: skip
        page.keyboard.press(key)
    now(page, "3.1u22.")
    signs = page.locator(".st-key-gv-toy .list .tile b").all_inner_texts()
    assert signs == ["1", "?", "2", "2"]
    page.keyboard.press("x")  # the focus is where it was
    now(page, "3.1ux2.")


def test_a_link_restores_the_list_beside_another_and_undo_goes_back(
    page: Any, browser: Browser, server: Server
) -> None:
    page.get_by_role("button", name="Compare with a second list").click()
    page.locator(".st-key-gv-toy-second .tile").nth(3).click()
    wait_for_query(page, "list2=3.3123.")
    settled(page)
    link, shown = query(page), values(page)
    other = visit(browser, server.address, f"toylists{link}")
    other.locator(".st-key-gv-toy-second .tile").nth(3).wait_for()
    assert values(other) == shown
    assert other.locator(".st-key-gv-toy-second .tile b").all_inner_texts() == ["3", "1", "2", "3"]
    browser.put_back(other)
    page.locator(".st-key-gv-toy").get_by_role("button", name="Undo").click()
    wait_for_query(page, "list2=3.3122.")


def test_g_moves_the_values_of_the_list(page: Any) -> None:
    page.get_by_label("Value of g 3").fill("1")
    page.keyboard.press("Tab")
    wait_for_query(page, "g=0.0,0.0,1.0")
    settled(page)
    # All are AP(3), which is 1 for the only document of grade 3 at rank 1.
    assert values(page)[:3] == ["1.0000", "1.0000", "1.0000"]


def test_the_values_follow_g_while_the_hand_moves_it(page: Any) -> None:
    before, address = values(page), page.url
    box = page.locator(".share .slider").first.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=6)
    # All users have threshold 1: the measures are AP(1), which is 1 for this list. The hand still holds.
    page.wait_for_function(
        "() => [...document.querySelectorAll('.gv-value')].every(node => node.textContent === '1.0000')"
    )
    assert before[0] == "0.9271"
    assert page.url == address
    page.mouse.up()
    wait_for_query(page, "g=1.0,0.0,0.0")
    assert values(page) == ["1.0000"] * 4


def test_the_tour_from_start_to_end(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address, "tour")
    for number, chapter in enumerate(CHAPTERS, start=1):
        page.get_by_text(chapter.question).wait_for()
        settled(page)
        if chapter.answers:
            page.get_by_text(chapter.answers[chapter.right], exact=True).and_(
                page.locator("[role=radiogroup] *")
            ).last.click()
        else:
            page.get_by_label("Value of g 1").fill("0.7")
            page.keyboard.press("Tab")
            wait_for_query(page, "g=0.7,")
        settled(page)
        page.get_by_role("button", name="Check").click()
        page.get_by_text("Right.").wait_for()
        page.get_by_role("button", name="Next chapter" if number < len(CHAPTERS) else "Last question").click()
        wait_for_query(page, f"chapter={number + 1}")
    page.get_by_text("What is eGAP of this list?").wait_for()
    settled(page)
    page.locator("[role=radiogroup] label").first.click()
    settled(page)
    page.get_by_role("button", name="Check").click()
    page.get_by_text("All five chapters were right at the first answer.").wait_for()
    browser.put_back(page)
