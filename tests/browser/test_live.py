"""The live component in a browser: mouse, keyboard, touch, reports, restoring, hostile names."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.ranks import ranks
from tests.browser.driver import FIND, Browser, frame, serving
from tests.browser.live_app import ODD_NAMES
from tests.shared import collections_folder

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = Path(__file__).with_name("live_app.py")
    with serving(app, tmp_path_factory.mktemp("live") / "log") as server:
        yield server.address


def visit(browser: Browser, address: str, query: str = "", **options: Any) -> Any:
    page = browser.tab(**options)
    page.goto(address + query)
    page.locator(".card .winner").first.wait_for()
    page.wait_for_function(f"() => {{ {FIND} return live.now }}")
    return page


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Any]:
    opened = visit(browser, address)
    yield opened
    opened.close()


def g(page: Any) -> list[float]:
    shares: list[float] = page.evaluate(f"() => {{ {FIND} return live.g }}")
    assert sum(shares) == pytest.approx(1, abs=1e-12)
    return shares


def python_has(page: Any, shares: list[float], **others: Any) -> None:
    """Wait until Python has heard of this g and of these other values, and that they are final."""
    wanted = {"g": pytest.approx(shares, abs=1e-12), "final": True, **others}
    for _ in range(150):
        heard = json.loads(page.locator(".st-key-told").inner_text())
        if {name: heard[name] for name in wanted} == wanted:
            return
        time.sleep(0.1)
    assert {name: heard[name] for name in wanted} == wanted


def slider(page: Any, h: int) -> Any:
    return page.locator(".share .slider").nth(h)


def test_mouse_drag_moves_everything_and_ends_with_a_final_report(page: Any) -> None:
    box = slider(page, 0).bounding_box()
    middle = box["y"] + box["height"] / 2
    before = page.evaluate(f"() => {{ {FIND} return [...live.now.rank[3]] }}")
    page.mouse.move(box["x"] + 0.22 * box["width"], middle)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(box["x"] + (0.22 + 0.02 * step) * box["width"], middle)
    moving = g(page)
    assert moving[0] > 0.7
    assert page.evaluate(f"() => {{ {FIND} return live.moving }}")
    page.mouse.up()
    python_has(page, g(page))
    assert page.evaluate(f"() => {{ {FIND} return [...live.now.rank[3]] }}") != before
    first = page.locator(".board tbody tr").first.get_attribute("title")
    assert page.locator(".card.eGAP .winner").inner_text() == first
    assert page.locator(".share .value").first.input_value() == f"{g(page)[0]:.2f}"


def test_while_the_hand_moves_what_is_out_of_sight_waits_until_it_comes_into_sight(
    browser: Browser, address: str
) -> None:
    page = visit(browser, address, height=500)
    tau, mark = page.locator("[data-pair='3 0']"), page.locator(".topics .mark.eGAP")
    mark.wait_for()
    before = tau.inner_text(), mark.get_attribute("d")
    box = slider(page, 0).bounding_box()
    page.mouse.move(box["x"] + 0.22 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    frame(page)
    value = page.evaluate(f"() => {{ {FIND} return live.now.tau[3][0].toFixed(3) }}")
    assert (tau.inner_text(), mark.get_attribute("d")) == before
    assert value != before[0]
    tau.evaluate("node => node.scrollIntoView()")
    playwright.expect(tau).to_have_text(value)
    page.mouse.up()
    page.wait_for_function(f"() => {{ {FIND} return !live.moving }}")
    frame(page)
    assert mark.get_attribute("d") != before[1]
    page.close()


def test_keyboard_moves_a_slider_and_a_screen_reader_hears_it(page: Any) -> None:
    slider(page, 0).focus()
    page.keyboard.press("ArrowRight")
    assert g(page) == pytest.approx([0.21, 0.79])
    python_has(page, [0.21, 0.79])
    playwright.expect(slider(page, 0)).to_have_attribute("aria-valuetext", "0.21, at most 1.00")
    playwright.expect(page.locator(".unseen")).to_contain_text("eGAP: ")
    page.locator(".board tbody tr").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    playwright.expect(page.locator(".board tbody tr").nth(1)).to_have_attribute("aria-selected", "true")
    playwright.expect(page.locator(".label.selected:visible")).to_have_count(1)


def test_touch_moves_a_slider(browser: Browser, address: str) -> None:
    page = visit(browser, address, has_touch=True)
    box = slider(page, 1).bounding_box()
    point = {"x": box["x"] + 0.8 * box["width"], "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    for step in range(1, 11):
        moved = {**point, "x": point["x"] - 0.06 * step * box["width"]}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert g(page)[1] == pytest.approx(0.2, abs=0.05)
    python_has(page, g(page))
    page.close()


def test_triangle_locks_and_typed_values_for_three_grades(browser: Browser, address: str) -> None:
    page = visit(browser, address, "?in=TREC 21")
    box = page.locator(".triangle svg").bounding_box()
    page.mouse.click(box["x"] + 24 + 75, box["y"] + 20 + 130 * 2 / 3)  # the centre
    assert g(page) == pytest.approx([1 / 3] * 3, abs=0.01)
    page.locator(".share .value").nth(1).fill("0.3")
    page.keyboard.press("Enter")
    page.locator(".share .lock").nth(1).click()
    held = g(page)
    assert held[1] == pytest.approx(0.3)
    page.locator(".share .value").first.fill("0.9")
    page.keyboard.press("Tab")
    warning = page.locator(".share .warning").first
    playwright.expect(warning).to_have_text("0.00 to 0.70: g₂ is locked at 0.30")
    assert g(page) == held  # the last valid g stays in force
    page.mouse.click(box["x"] + 24 + 75, box["y"] + 20 + 2)  # the top
    assert g(page) == pytest.approx([0, 0.3, 0.7], abs=0.02)
    playwright.expect(warning).to_be_hidden()
    playwright.expect(page.locator(".share .slider").nth(1)).to_be_disabled()
    page.close()


def test_a_change_by_python_arrives_and_the_hand_goes_on_from_there(page: Any) -> None:
    page.locator("[data-action=reset]").click()
    page.wait_for_function(f"() => {{ {FIND} return live.g[0] === 0.5 }}")
    slider(page, 0).focus()
    page.keyboard.press("ArrowRight")
    python_has(page, [0.51, 0.49])
    assert g(page) == pytest.approx([0.51, 0.49])


def test_the_view_comes_back_after_it_was_not_shown(page: Any) -> None:
    page.locator(".presets .chip", has_text="Lenient").click()
    page.locator(".board tbody tr").nth(2).click()
    chosen = page.locator(".board tbody tr").nth(2).get_attribute("title")
    python_has(page, [0.8, 0.2], sort="eGAP", selected=[chosen])
    page.locator(".st-key-hidden label").click()
    page.get_by_text("hidden with").wait_for()
    page.locator(".st-key-hidden label").click()
    page.locator(".card .winner").first.wait_for()
    page.wait_for_function(f"() => {{ {FIND} return live.now && live.g[0] === 0.8 }}")
    assert page.locator(".board tr[aria-selected=true]").first.get_attribute("title") == chosen


def test_the_path_plays_stops_and_respects_reduced_motion(browser: Browser, address: str) -> None:
    page = visit(browser, address, own=True, reduced_motion="reduce")
    page.clock.install()
    page.locator("[data-part=scrub]").fill("0")
    page.locator(".play").click()
    page.wait_for_function(
        f"() => {{ {FIND} return Math.abs(live.g[0] - 0.65) < 1e-9 }}"
    )  # a quarter of the way
    page.locator(".play").click()
    stopped = g(page)
    python_has(page, stopped)
    page.clock.run_for(5000)
    assert g(page) == stopped
    page.context.close()


def test_hostile_names_stay_text(browser: Browser, address: str) -> None:
    page = visit(browser, address, "?names=odd")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-part=finder]").click()
    for name in ODD_NAMES:
        page.locator("[data-part=find]").fill(name.strip()[:20])
        page.locator(".board tbody tr:visible").first.click()
        assert page.locator(".board tbody tr:visible").first.get_attribute("title") == name
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => window.struck") is None
    assert (
        page.evaluate(
            f"() => {{ {FIND} return live.root.querySelectorAll('img, script, a, iframe').length }}"
        )
        == 0
    )
    assert not [url for url in asked if ":9/" in url]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280
    page.close()


def test_a_long_name_on_a_card_is_cut_by_its_width_alone(page: Any) -> None:
    name = "a very long name " * 12
    page.evaluate(f"name => {{ {FIND} live.names[live.now.order[3][0]] = name; live.kick(); }}", name)
    page.locator(".card.eGAP .winner", has_text=name.strip()).wait_for()
    cut = "one => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow"
    winner = page.locator(".card.eGAP .winner")
    assert winner.text_content() == winner.get_attribute("title") == name
    assert winner.evaluate(cut) == "ellipsis"


def test_every_heading_of_the_leaderboard_has_room(page: Any) -> None:
    page.get_by_role("button", name="Pin this g", exact=True).click()
    page.locator(".board thead th.moved", has_text="vs pin").wait_for()
    cut = "one => one.scrollWidth > one.clientWidth || one.offsetHeight > one.parentNode.offsetHeight"
    assert page.locator(".board thead th").evaluate_all(f"all => all.some({cut})") is False


def test_one_run_has_no_ranking(browser: Browser, address: str) -> None:
    page = visit(browser, address, "?runs=1")
    page.get_by_text("One run is loaded: it has no ranking.").wait_for()
    assert page.locator(".board tbody tr:visible").count() == 1
    assert page.locator(".bump .chart:visible, .bump .legend:visible, .bump .segments:visible").count() == 0
    page.locator(".share .slider").first.focus()
    page.keyboard.press("ArrowRight")
    python_has(page, [0.21, 0.79])
    page.close()


def test_numbers_in_the_browser_equal_pythons_for_200_random_g(browser: Browser, address: str) -> None:
    folder = collections_folder() / "trec-covid-round1"
    page = visit(browser, address, f"?in={folder}")
    collection = gapviz.load(folder / "qrels.txt", sorted((folder / "runs").iterdir()))
    profile = gapviz.profile(collection)
    gs = np.random.default_rng(5).dirichlet(np.ones(profile.c), 200).tolist()
    views = page.evaluate(
        f"""(gs) => {{ {FIND} return JSON.stringify(gs.map((g) => {{
            const {{ means, rank }} = live.evaluate(g);
            return {{ means: means.map((list) => [...list]), rank: rank.map((list) => [...list]) }};
        }})) }}""",
        gs,
    )
    for shares, view in zip(gs, json.loads(views), strict=True):
        text = ",".join(map(repr, shares))
        family = ["AP(rel=1)", *(f"{name}(g={text})" for name in ("GAP", "xGAP", "eGAP"))]
        means = gapviz.scores(profile, family).means()
        np.testing.assert_allclose(view["means"], means, rtol=0, atol=1e-12)
        np.testing.assert_array_equal(view["rank"], ranks(means, profile.runs))
    page.close()
