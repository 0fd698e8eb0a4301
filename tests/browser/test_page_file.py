"""The live page from a file and in a notebook, with the network off: hands, numbers, links, names."""

from __future__ import annotations

import dataclasses
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.standings import family_texts
from gapviz.collection.model import Collection
from gapviz.profile import Profile
from gapviz.theme import DARK, LIGHT
from gapviz.web.page import live_page
from tests.browser.driver import Browser
from tests.shared import likeness

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

STRIKE = "window.struck=1"
PAYLOADS = (
    f"<script>{STRIKE}</script>", f"</script><script>{STRIKE}</script>", f"</SCRIPT ><script>{STRIKE}//",
    f"<img src=x onerror={STRIKE}>", f"<svg onload={STRIKE}>", f'"><svg/onload={STRIKE}>',
    f"' onfocus={STRIKE} autofocus '", f"<iframe srcdoc='<script>parent.{STRIKE}</script>'>",
    f"javascript:{STRIKE}", "<!--<script>", "-->", "]]>", "</style><style>*{display:none}</style>",
    f"${{{STRIKE}}}", f"{{{{{STRIKE}}}}}", f"\\u003cscript>{STRIKE}", f"&lt;script&gt;{STRIKE}",
    "%3Cscript%3E", "<base href=//evil.example>", "\u202egnp.exe",
)  # fmt: skip
HOSTILE = tuple(before + text + after for (before, after), text in itertools.product(
    (("", ""), ("run&", "#=+"), ("x" * 60, "\u2028")), PAYLOADS))  # fmt: skip
LIVE = "document.querySelector('.gv').live"


@pytest.fixture(scope="module")
def data() -> tuple[Collection, Profile]:
    """A collection with grades 1 and 2 whose name, topics and 60 of whose runs have hostile names."""
    collection = likeness("TREC 10")
    profile = gapviz.profile(collection)
    runs = (*HOSTILE, *profile.runs[len(HOSTILE) :])
    topics = (*HOSTILE[:20], *profile.topics[20:])
    pool = dataclasses.replace(profile.pool, topics=topics)
    return dataclasses.replace(collection, name=HOSTILE[1]), dataclasses.replace(
        profile, runs=runs, pool=pool
    )


@pytest.fixture(scope="module")
def page(
    browser: Browser, data: tuple[Collection, Profile], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """Open the page from a file, the network off; at the end nothing was asked for, nothing failed."""
    file = tmp_path_factory.mktemp("page") / "page.html"
    file.write_text(live_page(*data).html, encoding="utf-8")
    opened = browser.tab(own=True, offline=True)
    asked: list[str] = []
    said: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(file.as_uri())
    shown(opened)
    yield opened
    assert {address.split("#")[0] for address in asked} == {file.as_uri()}
    assert said == []
    assert opened.evaluate("window.struck") is None
    opened.context.close()


def shown(page: Any) -> None:
    """Wait until the winners stand there; a condition in JavaScript would be against the policy."""
    playwright.expect(page.locator(".card.eGAP .winner")).not_to_be_empty()


def g(page: Any) -> list[float]:
    shares: list[float] = page.evaluate(f"{LIVE}.g")
    return shares


def behind(page: Any) -> str:
    return str(page.evaluate("decodeURIComponent(location.hash.slice(1))"))


def button(page: Any, name: str) -> Any:
    return page.locator(f"[data-action={name}]")


def test_numbers_equal_pythons_at_50_g(page: Any, data: tuple[Collection, Profile]) -> None:
    _, profile = data
    gs = np.random.default_rng(15).dirichlet(np.ones(2), 50)
    found = page.evaluate(
        f"gs => gs.map((g) => {{ const {{ means, rank }} = {LIVE}.evaluate(g);"
        "return { means: means.map((list) => [...list]), rank: rank.map((list) => [...list]) }; })",
        gs.tolist(),
    )
    for one, view in zip(gs.tolist(), found, strict=True):
        means = gapviz.scores(profile, family_texts(one)).means()
        np.testing.assert_allclose(view["means"], means, rtol=0, atol=1e-12)
        np.testing.assert_array_equal(view["rank"], ranks(means, profile.runs))


def test_hostile_names_are_text(page: Any) -> None:
    assert page.locator("a, img, iframe, base, form, object").count() == 0
    assert page.locator("script").count() == 2
    assert page.locator("[data-part=title]").inner_text() == HOSTILE[1]
    shown = set(page.locator(".board tbody tr").evaluate_all("rows => rows.map((row) => row.title)"))
    assert set(HOSTILE) <= shown
    assert len(set(HOSTILE)) == 60


def test_a_key_moves_g_the_address_follows_and_undo_goes_back(page: Any) -> None:
    assert g(page) == [0.2, 0.8]
    playwright.expect(button(page, "undo")).to_be_disabled()
    page.locator(".share .slider").first.focus()
    page.keyboard.press("ArrowRight")
    assert g(page) == [0.21, 0.79]
    assert behind(page) == "g=0.21,0.79"
    page.get_by_role("button", name="Lenient", exact=True).click()
    page.locator("[data-part=pin]").click()
    page.locator(".board tbody tr").nth(1).click()
    assert behind(page).startswith("g=0.8,0.2&pin=0.8,0.2&vs=pinned&run=")
    for _ in range(3):
        button(page, "undo").click()
    assert behind(page) == "g=0.21,0.79"
    assert g(page) == [0.21, 0.79]
    button(page, "redo").click()
    assert g(page) == [0.8, 0.2]
    page.go_back()
    playwright.expect(page.locator(".share .value").first).to_have_value("0.21")
    button(page, "reset").click()
    assert g(page) == [0.2, 0.8]


def test_topics_are_reached_by_keys(page: Any, data: tuple[Collection, Profile]) -> None:
    by_topic = page.get_by_role("button", name="By topic")
    by_topic.click()
    playwright.expect(by_topic).to_have_attribute("aria-pressed", "true")  # drawn in that order
    columns = page.locator(".topics .column")
    names = data[1].topics
    columns.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    playwright.expect(columns.nth(1)).to_have_attribute("aria-pressed", "true")
    assert f"&topic={names[1]}&order=topic" in behind(page)
    said = columns.evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))")
    assert [one.rsplit(": ", 1)[0] for one in said] == [f"Topic {name}" for name in names]


def test_a_link_restores_a_view_and_a_damaged_one_says_so(page: Any) -> None:
    run = page.evaluate(f"{LIVE}.names[70]")
    address = page.url.split("#")[0]
    page.goto(f"{address}#g=0.35,0.65&pin=0.5,0.5&sort=GAP&vs=pinned&run={run}&show=selected")
    playwright.expect(page.locator(".share .value").first).to_have_value("0.35")
    page.reload()
    shown(page)
    assert g(page) == [0.35, 0.65]
    playwright.expect(page.locator(".board tr[aria-selected=true]").first).to_have_attribute("title", run)
    notes = page.locator("#gapviz-notes")
    playwright.expect(notes).to_be_hidden()
    page.goto(f"{address}#g=0.35,0.9&run={HOSTILE[3]}&run=nobody&lock=%FF&sort=%E0%A4%A")
    playwright.expect(notes).to_contain_text("The link has g=0.35,0.9: expected probabilities that sum to 1")
    playwright.expect(notes).to_contain_text("Not in this page, so not selected: nobody.")
    assert g(page) == [0.2, 0.8]
    page.locator(".share .slider").first.focus()
    page.keyboard.press("ArrowRight")
    assert g(page) == [0.21, 0.79]


def test_light_and_dark_follow_the_system_and_the_switch(page: Any) -> None:
    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    def rgb(color: str) -> str:
        return f"rgb({', '.join(str(int(color[i : i + 2], 16)) for i in (1, 3, 5))})"

    assert ground() == rgb(LIGHT.page)
    page.emulate_media(color_scheme="dark")
    assert ground() == rgb(DARK.page)
    page.get_by_role("button", name="Light", exact=True).click()
    assert ground() == rgb(LIGHT.page)


def test_a_phone_shows_all_of_it_without_a_sideways_scroll(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for part in (".cards", "[data-part=bump]", ".board", ".taus", ".topics"):
        playwright.expect(page.locator(part).first).to_be_visible()


def test_a_notebook_shows_the_live_page(browser: Browser, tmp_path: Path) -> None:
    """``nbconvert --execute`` of a notebook with one cell; then its frame is moved like the page."""
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("nbconvert", reason="nbconvert is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    lines = 'import gapviz\ngapviz.live(gapviz.likeness("TREC 10"))'
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(lines)])
    nbformat.write(notebook, tmp_path / "a.ipynb")
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "a.ipynb"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    opened = browser.tab(own=True, offline=True)
    opened.goto((tmp_path / "a.html").as_uri(), wait_until="domcontentloaded")
    frame = opened.frame_locator("iframe[title='Live page']")
    slider = frame.locator(".share .slider").first
    slider.focus()
    opened.keyboard.press("ArrowRight")
    playwright.expect(frame.locator(".share .value").first).to_have_value("0.21")
    playwright.expect(frame.locator(".card .winner").first).not_to_be_empty()
    # The frame becomes as high as the page in it.
    playwright.expect(opened.locator("iframe")).not_to_have_attribute("style", re.compile("height: ?1100px"))
    opened.context.close()


def test_of_many_runs_the_rows_near_those_in_sight_are_there(browser: Browser, tmp_path: Path) -> None:
    grades = {str(topic): {"d": 1, "e": 2} for topic in range(3)}
    lists = {
        f"r{number:03}": {topic: {"d": 1.0, "e": float(number)} for topic in grades} for number in range(450)
    }
    file = tmp_path / "page.html"
    file.write_text(gapviz.live(gapviz.load(grades, lists)).html, encoding="utf-8")
    page = browser.tab(own=True, offline=True)
    page.goto(file.as_uri())
    shown(page)
    rows = page.locator(".board tbody tr")
    assert rows.count() < 450
    assert page.locator(".board table").get_attribute("aria-rowcount") == "451"
    assert re.fullmatch(r"\d+ of 4\d\d others", page.locator(".legend .others").text_content())
    rows.first.focus()
    for rank in range(2, 300):
        page.keyboard.press("ArrowDown")
        focused = page.locator(".board tr:focus")
        playwright.expect(focused.locator(".rank")).to_have_text(str(rank))
    page.locator(".board .scroll").evaluate("board => { board.scrollTop = board.scrollHeight; }")
    playwright.expect(rows.last.locator(".rank")).to_have_text("450")
    page.context.close()
