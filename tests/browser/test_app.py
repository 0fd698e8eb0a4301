"""The app in a browser, started as the README says: real files in, g moved by hand, the link restored."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import (
    REPOSITORY,
    Browser,
    Server,
    follow,
    frame,
    query,
    ready,
    settled,
    upload,
    visit,
    wait_for_query,
)
from tests.shared import collections_folder

CARDS = ".gv-card"
PLAIN = "?controls=plain"


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Any]:
    opened = visit(browser, server.address, PLAIN)
    yield opened
    browser.put_back(opened)


@pytest.fixture
def own_page(browser: Browser, server: Server) -> Iterator[Any]:
    """A page in a browser of its own, whose uploads no other test sees."""
    opened = visit(browser, server.address, PLAIN, own=True)
    yield opened
    opened.context.close()


def answers(page: Any) -> list[str]:
    texts: list[str] = page.locator(CARDS).all_inner_texts()
    return texts


def leaderboard(page: Any) -> list[dict[str, str]]:
    """The leaderboard as its own download gives it."""
    page.locator(".st-key-save-leaderboard button:visible").click()
    page.get_by_role("button", name="CSV", exact=True).wait_for()
    settled(page)  # the run that shows the button gives it its file
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV", exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_test_id("stPopoverBody").wait_for(state="detached")
    settled(page)
    return list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))


def scored(folder: Path, *measures: str) -> dict[tuple[str, str], float]:
    """What the command line prints for the same files, by run and measure."""
    options = [option for measure in measures for option in ("-m", measure)]
    command = [sys.executable, "-m", "gapviz", "score", str(folder / "qrels.txt"), str(folder / "runs")]
    printed = subprocess.run(
        [*command, "--format", "csv", *options], capture_output=True, text=True, check=True, cwd=REPOSITORY
    ).stdout
    return {(row["run"], row["measure"]): float(row["value"]) for row in csv.DictReader(io.StringIO(printed))}


def send(page: Any, qrels: Path, runs: list[Path], name: str, *, keep: bool = False) -> None:
    """Upload files through the page Collection and read them."""
    follow(page, "Collection")
    page.get_by_text("Upload files", exact=True).click()
    upload(page, 0, qrels)
    upload(page, 1, runs)
    page.get_by_label("Name", exact=True).fill(name)
    page.keyboard.press("Tab")
    settled(page)
    if keep:
        page.get_by_text("Keep on the server, for links").click()
    page.locator("button:enabled", has_text="Read the files").wait_for(timeout=60_000)
    settled(page)
    page.get_by_role("button", name="Read the files").click()


def test_the_first_page_is_there_and_says_what_is_synthetic(page: Any) -> None:
    assert page.locator(".gv-collection").inner_text() == "TREC 10 likeness (synthetic)"
    assert "synthetic" in page.locator(".gv-chip").all_inner_texts()
    assert "data=" in query(page)
    page.locator(".js-plotly-plot").nth(2).wait_for()


def test_a_real_collection_through_the_page_equals_the_command_line(own_page: Any, tmp_path: Path) -> None:
    folder = collections_folder() / "trec-covid-round1"
    bad = tmp_path / "bad.run"
    bad.write_text("1 Q0 x 1 2.5\n")
    send(own_page, folder / "qrels.txt", [*sorted((folder / "runs").iterdir()), bad], "TREC-COVID round 1")
    own_page.locator(".gv-collection", has_text="TREC-COVID round 1").wait_for(timeout=90_000)
    settled(own_page)
    assert own_page.get_by_text("1 of 144 files was not loaded").is_visible()
    assert "bad.run:1: expected 6 fields (topic Q0 document rank score tag), found 5." in own_page.content()

    follow(own_page, "Explore")
    own_page.get_by_role("slider").first.wait_for()
    settled(own_page)
    own_page.get_by_role("slider").first.focus()
    for _ in range(5):
        own_page.keyboard.press("ArrowRight")
    wait_for_query(own_page, "g=0.25,0.75")
    expected = scored(folder, *[f"{name}(g=0.25,0.75)" for name in ("GAP", "xGAP", "eGAP")])
    shown = leaderboard(own_page)
    assert len(shown) == 143
    for row in shown:
        for name in ("GAP", "xGAP", "eGAP"):
            assert float(row[name]) == pytest.approx(expected[row["run"], f"{name}(g=0.25,0.75)"], abs=1e-12)
    assert [float(row["eGAP"]) for row in shown] == sorted(
        (float(row["eGAP"]) for row in shown), reverse=True
    )
    # GAP at (1/4, 3/4) of round 1's best run, in both columns of gap-reference.tsv.gz by its mean.
    assert "BBGhelani2" in answers(own_page)[0]

    before, link = answers(own_page), query(own_page)
    own_page.reload()
    ready(own_page)
    assert answers(own_page) == before
    assert query(own_page) == link
    assert own_page.get_by_role("slider").evaluate_all("all => all.map(one => one.value)") == ["0.25", "0.75"]


@pytest.mark.parametrize("keep", [True, False])
def test_what_one_browser_sent_another_opens_by_its_link_where_it_is_kept(
    browser: Browser, server: Server, tmp_path: Path, keep: bool
) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n")
    (tmp_path / "secret.run").write_text(f"1 Q0 a 1 2.5 {keep}\n")
    mine = visit(browser, server.address, own=True)
    send(mine, tmp_path / "qrels", [tmp_path / "secret.run"], f"mine {keep}", keep=keep)
    mine.locator(".gv-collection", has_text="mine").wait_for()
    wait_for_query(mine, "in=upload/")
    link = query(mine)
    mine.context.close()
    other = visit(browser, server.address, link, own=True)
    assert other.locator(".gv-collection").inner_text() == (
        "mine True" if keep else "TREC 10 likeness (synthetic)"
    )
    assert other.get_by_text("which are not kept here").is_visible() != keep
    other.context.close()


def test_bad_judgements_lose_nothing(own_page: Any, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 a\n")
    (tmp_path / "a.run").write_text("1 Q0 a 1 2.5 tag\n")
    send(own_page, tmp_path / "qrels", [tmp_path / "a.run"], "broken")
    own_page.get_by_text("The judgements were not loaded").wait_for()
    said = own_page.get_by_test_id("stCode").first.inner_text()
    assert said.startswith("qrels:1: expected 4 fields"), said
    assert own_page.locator(".gv-collection").inner_text() == "TREC 10 likeness (synthetic)"


def test_the_start_page_opens_under_its_own_name_too(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address, f"explore{PLAIN}&g=0.5,0.5&run=teamP.2&run=teamC.1")
    wait_for_query(page, "run=teamP.2&run=teamC.1")
    assert page.evaluate("location.pathname") == "/"
    assert page.get_by_role("slider").evaluate_all("all => all.map(one => one.value)") == ["0.5", "0.5"]
    assert page.get_by_role("dialog").count() == 0
    browser.put_back(page)


def test_preset_pin_and_back(page: Any) -> None:
    page.get_by_role("button", name="Pin this g").click()
    wait_for_query(page, "pin=0.2,0.8")
    page.get_by_text("Uniform", exact=True).click()
    wait_for_query(page, "g=0.5,0.5")
    assert "change from pinned" in answers(page)[0]
    assert "vs pinned" in leaderboard(page)[0]
    page.go_back()
    page.wait_for_function("() => !location.search.includes('g=0.5')")
    settled(page)
    assert page.get_by_role("slider").evaluate_all("all => all.map(one => one.value)") == ["0.2", "0.8"]


def test_fast_keys_on_a_plain_slider_are_all_counted(page: Any) -> None:
    page.get_by_role("slider").first.focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        frame(page)  # as a held key repeats
    wait_for_query(page, "g=0.4,0.6")
    assert page.get_by_role("slider").evaluate_all("all => all.map(one => one.value)") == ["0.4", "0.6"]


def test_a_click_on_a_line_selects_the_run_everywhere(page: Any) -> None:
    chart = page.locator(".js-plotly-plot").first
    chart.wait_for()
    best = leaderboard(page)[0]["run"]
    settled(page)
    tip = chart.locator(".hoverlayer .hovertext")
    for k in range(1000):  # until the chart answers the hand, as a person would
        box = chart.bounding_box()
        page.mouse.move(box["x"] + 48 + k % 2, box["y"] + 53)
        if tip.count():
            break
        frame(page)
    assert best in tip.first.text_content()
    page.mouse.down()
    page.mouse.up()
    wait_for_query(page, f"run={best}")
    assert page.locator(".gv-subject").inner_text() == best


def test_placeholders_do_not_shimmer_and_nothing_moves_where_that_is_asked_for(page: Any) -> None:
    page.evaluate("document.adoptedStyleSheets = []")  # what the tests end anyway
    moves = """kind => {
        const node = document.body.appendChild(document.createElement('div'));
        node.dataset.testid = kind;
        node.style.animation = 'move 1s infinite';
        const { animationName } = getComputedStyle(node);
        node.remove();
        return animationName;
    }"""
    assert page.evaluate(moves, "stSkeleton") == "none"
    assert page.evaluate(moves, "stButton") == "move"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moves, "stButton") == "none"
    page.close()  # it is not as others are


def test_the_navigation_stands_still_and_hides_nothing(page: Any) -> None:
    """Tour has a rail, Measures and Collection have none."""
    bars = []
    for title in ("Tour", "Measures", "Collection"):
        follow(page, title)
        page.locator("h1", has_text=title).wait_for()
        settled(page)
        entries = page.get_by_test_id("stTopNav").locator("p").all()
        bars.append([(one.inner_text(), one.bounding_box()["x"]) for one in entries])
    assert [name for name, _ in bars[0]] == ["Explore", "Collection", "Compare", "Experiments", "Learn"]
    assert bars[0] == bars[1] == bars[2]


def test_pages_keep_the_state(page: Any) -> None:
    page.get_by_text("Lenient", exact=True).click()
    wait_for_query(page, "g=0.8,0.2")
    follow(page, "Collection")
    page.locator(".st-key-source").wait_for()
    follow(page, "Explore")
    wait_for_query(page, "g=0.8,0.2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(browser: Browser, server: Server, scheme: str) -> None:
    page = visit(browser, server.address, PLAIN, width=390, color_scheme=scheme, has_touch=True)
    page.locator(".js-plotly-plot").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".gv-phone").is_visible()
    for card in page.locator(CARDS).all():
        box = card.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    expected = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 23)"}[scheme]
    assert page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor") == expected
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("slider").first.wait_for()
    page.close()


def test_every_control_has_a_name(page: Any) -> None:
    page.get_by_role("button", name="Pin this g").click()
    settled(page)
    nameless = page.get_by_test_id("stSidebar").evaluate(
        """side => [...side.querySelectorAll('input, button')].filter(one => one.offsetParent
            && !(one.getAttribute('aria-label') || one.innerText || one.title
                 || one.getAttribute('aria-labelledby')))
            .map(one => one.outerHTML.slice(0, 200))"""
    )
    assert nameless == []


def test_nobody_is_asked_for_anything_on_the_terminal(server: Server) -> None:
    printed = server.log.read_text()
    assert "email" not in printed.lower()
    assert re.search(r"http://127\.0\.0\.1:\d+", printed)
