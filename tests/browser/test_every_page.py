"""Every page and every file it offers, with names that would be markup, formulas or commands."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from gapviz.pages import PAGES
from tests.browser.driver import IDLE, Browser, Server, enter, query, settled, visit, wait_for_query
from tests.browser.test_app import send

COLLECTION = "<img src=x onerror='window.pwned=1'>[zq0](http://evil.ex)"
RUNS = (
    "<b>zq1<img src=x onerror=window.pwned=1>.run",
    "=1+1 **zq2** $zq2^2$ :red[zq2]",
    "@zq3 ![zq3](http:evil.example) %&_#~^{}",
    "zq4 " + "long " * 60,
)
TOPICS = (
    r"\input{/etc/passwd}zq5",
    "<img/src=http://evil.example/zq6.png/onerror=window.pwned=1>",
    "[zq7](http://evil.example)",
    '=HYPERLINK("http://evil.example")zq8',
    "-$zq9^2$%&_#",
    "\u202ezqa",
)
NAMES = (COLLECTION, *RUNS, *TOPICS, "=1+<b>zqc")
"""Each has a mark, zq and a digit or letter, by which it is known wherever it stands; the last is a tag."""

LITERAL = [name.replace("\u202e", "\ufffd") for name in NAMES]
"""As they are shown: a character that turns the direction of a line has a sign in its place."""

PRINTED = [name.replace("\u202e", "?") for name in NAMES]
"""As LaTeX prints them, which has no such sign."""

DOCUMENTS = [f"<b>d{number}</b>" for number in range(8)]

PLANS = (
    "robustness=measures=AP|GAP(g=0.2,0.8);design=simple;rates=1.0,0.5;samples=1",
    "significance=measures=AP|GAP(g=0.2,0.8);resamples=20",
    "informativeness=measures=GAP;known=retrieved;least=1;lists=4",
    "variation=measures=AP|GAP(g=0.2,0.8);repeats=2",
    "learning=measures=AP;data=synthetic;folds=2;rounds=1;peers=no",
)
"""The smallest experiments: they are done within the time that a page takes."""

VIEWS = {
    "explore": ("controls=live", "controls=plain"),
    "toylists": ("panel=limits", "panel=experiments", "panel=worth", "panel=outputs"),
}
"""Of pages that look otherwise as the address asks."""

APART = ("toylists", "tour", "measures")
"""Pages that are not about the collection."""

CASES = [(page.path, view) for page in PAGES for view in VIEWS.get(page.path, ("",))]

ROOTS = """const roots = [document];
    for (const root of roots) {
        for (const one of root.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot);
    }"""

MADE = f"""() => {{
    {ROOTS}
    const all = roots.flatMap((root) => [...root.querySelectorAll('img, iframe, script, a, object, embed')]);
    const leads = (one) => `${{one.getAttribute('src') ?? ''}} ${{one.getAttribute('href') ?? ''}}`;
    return all.filter((one) => /evil|passwd|zq|pwned|^x /.test(leads(one))).map((one) => one.outerHTML);
}}"""
"""JavaScript that finds what was made of a name."""

SHOWN = f"""() => {{
    {ROOTS}
    const found = [];
    for (const root of roots) {{
        const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {{
            const {{ data, parentElement: within }} = walk.currentNode;
            if (!/zq/.test(data) || within?.closest('script, style, pre')) continue;
            found.push((within?.closest('text, p, h1, h2, td, button') ?? within ?? root).textContent);
        }}
    }}
    return found;
}}"""
"""JavaScript that gives the texts in which names stand, but for lines of a program."""

MENU = "[class*='st-key-save-'] [data-testid=stPopoverButton]:visible"
KEYS = """menus => menus.map((menu) =>
    [...menu.closest("[class*='st-key-save-']").classList].find((one) => one.startsWith('st-key-save-')))"""
BODY = "[data-testid=stPopoverBody]"
FILLED = f"""() => {{
    const {{ length }} = document.querySelectorAll('{BODY} [data-testid=stDownloadButton]');
    return length && !document.querySelector('[data-test-script-state=running], [data-stale=true]');
}}"""

CAMERA = "The camera saves the figure as SVG."

EXPANDED = """() => {
    const closed = [...document.querySelectorAll('[data-testid=stExpander] details:not([open]) > summary')];
    for (const one of closed) {
        if (!one.dataset.pressed) one.click();
        one.dataset.pressed = 'yes';
    }
    return !closed.length;
}"""
"""JavaScript that presses what is closed, each once, and says whether all is open: also what was within."""

COMMANDS = {
    "toprule", "midrule", "bottomrule", "begin", "end", "multicolumn", "textbf", "tau", "surd", "uparrow",
    "downarrow", "theta", "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater",
    "textbar", "char", *"\\&%$#_{}",
}  # fmt: skip
"""All that may stand in a LaTeX file; of a name only as characters."""

MATHEMATICS = re.compile(r"\$(\\(tau|surd|uparrow|downarrow|theta)|-|_\d|\([\d., g_]+\))\$")
WRITTEN = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", r"\textless{}": "<",
    r"\textgreater{}": ">", r"\textbar{}": "|", r"{\char34}": '"', "{[}": "[", "{]}": "]", "{*}": "*",
    "{}": "", **{f"\\{one}": one for one in "&%$#_{}"},
}  # fmt: skip


@dataclass
class Hostile:
    """A browser with the collection open.

    Attributes
    ----------
    page, reader : page of Playwright
        The app, and a page of another browser session in which saved files are opened.
    address : str
    query : str
        What says in the address which collection is open, after the question mark.
    asked, read : list of str
        What each of the two asked for.
    said : list of str
        Errors of scripts in the files.
    menus : set of str
        Those whose files were opened: some stand on several pages.
    """

    page: Any
    reader: Any
    address: str
    query: str = ""
    asked: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    menus: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def hostile(browser: Browser, server: Server) -> Iterator[Hostile]:
    page = visit(browser, server.address, width=1600, own=True, reduced_motion="reduce")
    found = Hostile(page, browser.tab(own=True), server.address)
    page.context.on("request", lambda one: found.asked.append(one.url))
    found.reader.on("request", lambda one: found.read.append(one.url))
    found.reader.on("pageerror", lambda error: found.said.append(str(error)))
    runs = [_file(name, _run(number)) for number, name in enumerate(RUNS)]
    send(page, _file("<b>zqb</b> qrels", _qrels()), runs, COLLECTION)
    page.locator("[data-testid=stMain] .gv-collection", has_text="onerror").wait_for()
    wait_for_query(page, "in=upload/")
    found.query = query(page).removeprefix("?")
    yield found
    page.context.close()
    found.reader.context.close()


@pytest.mark.parametrize(("path", "view"), CASES, ids=[" ".join(filter(None, case)) for case in CASES])
def test_names_stay_text_and_every_file_opens(hostile: Hostile, path: str, view: str) -> None:
    page = hostile.page
    asked = "&".join(filter(None, (hostile.query, *PLANS, view)))
    at = "" if path == PAGES[0].path else path
    enter(page, f"{hostile.address}{at}?{quote(asked, safe='=&,/')}")
    (title,) = (one.title for one in PAGES if one.path == path)
    page.locator("h1:visible", has_text=re.compile(rf"^{title}$")).wait_for()
    _done(page)
    page.wait_for_function(EXPANDED)
    settled(page)
    _text_only(page)
    assert bool(page.evaluate(SHOWN)) == (path not in APART)
    if view == "controls=live":  # its files stand beside the table that is chosen
        page.locator(".st-key-gv-tables").get_by_text("Topics", exact=True).click()
        page.locator(MENU).first.wait_for()
        settled(page)
    assert (page.locator(MENU).count() > 0) == (path != "measures")
    files = [*_saved(hostile), *_reports(page)]
    _text_only(page)
    names = {file.name for file in files}
    assert len(names) == len(files), sorted(file.name for file in files)
    for file in files:
        {".csv": _csv, ".tex": _latex, ".html": _html, ".svg": _svg}[file.suffix](file, hostile)
    ours = (hostile.address, f"blob:{hostile.address}", "data:")
    assert [one for one in hostile.asked if not one.startswith(ours)] == []
    assert hostile.said == []


def _qrels() -> str:
    rows = ((t, d, (i + j) % 3) for i, t in enumerate(TOPICS) for j, d in enumerate(DOCUMENTS))
    return "".join(f"{topic} 0 {document} {grade}\n" for topic, document, grade in rows)


def _run(number: int) -> str:
    """Give each run another order of the same documents, and a tag that is a formula."""
    shuffled = random.Random(number)
    lines = []
    for topic in TOPICS:
        order = shuffled.sample(DOCUMENTS, len(DOCUMENTS))
        lines += [f"{topic} Q0 {one} {rank} {-rank} =1+<b>zqc\n" for rank, one in enumerate(order, 1)]
    return "".join(lines)


def _file(name: str, text: str) -> Any:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def _done(page: Any) -> None:
    """Wait until the page is at rest, and the experiment on it done."""
    page.wait_for_function(IDLE)  # by the end of its first run the page shows whether one goes on
    page.locator("[class*='st-key-progress-']").wait_for(state="detached")
    settled(page)


def _text_only(page: Any) -> None:
    """Nothing was made of a name, and where one stands it stands as it is, or with its middle left out."""
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.evaluate("window.pwned") is None
    assert page.evaluate(MADE) == []
    for text in page.evaluate(SHOWN):
        plain = text.replace("\u200b", "")  # breaks addresses, so that they are no links
        assert "…" in plain or any(name in plain for name in LITERAL), text
        assert "\u202e" not in plain


def _saved(hostile: Hostile) -> Iterator[Path]:
    """Open every menu and press every button in it."""
    page = hostile.page
    for key in page.locator(MENU).evaluate_all(KEYS):
        if key in hostile.menus:
            continue
        hostile.menus.add(key)
        page.locator(f"[class~='{key}'] [data-testid=stPopoverButton]:visible").click()
        page.wait_for_function(FILLED)
        body = page.locator(BODY)
        buttons = body.locator("[data-testid=stDownloadButton] button")
        for button in buttons.all():
            yield _download(page, button)
        if body.get_by_text(CAMERA).count():
            picture = body.locator(".js-plotly-plot")
            picture.hover()
            yield _download(page, picture.locator(".modebar-btn"))
        page.keyboard.press("Escape")
        body.wait_for(state="detached")


def _reports(page: Any) -> Iterator[Path]:
    reports = page.locator("[class*='st-key-report-'] button:visible")
    if reports.count():
        settled(page)  # a run of the script gives the button another file
    for button in reports.all():
        yield _download(page, button)


def _download(page: Any, button: Any) -> Path:
    with page.expect_download() as download:
        button.click()
    path = Path(download.value.path())
    return path.rename(path.with_name(download.value.suggested_filename))


def _csv(file: Path, _hostile: Hostile) -> None:
    """It has rows of equal length, and no cell that a spreadsheet would compute."""
    text = file.read_text("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text), strict=True)
    assert {len(row) for row in rows} <= {len(head)}
    for cell in (*head, *(cell for row in rows for cell in row)):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or _is_number(cell), cell
        assert "zq" not in cell or any(name in cell for name in NAMES), cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _latex(file: Path, _hostile: Hostile) -> None:
    """It is one table of booktabs, in which names are characters only."""
    text = file.read_text("utf-8")
    first, *lines, last, empty = text.split("\n")
    sides = re.fullmatch(r"\\begin\{tabular\}\{([lr]+)\}", first)
    assert sides
    assert (lines[0], lines[-1], last, empty) == (r"\toprule", r"\bottomrule", r"\end{tabular}", "")
    assert r"\midrule" in lines
    assert set(re.findall(r"\\([A-Za-z]+|.)", text)) <= COMMANDS
    for line in lines:
        if line in (r"\toprule", r"\midrule", r"\bottomrule"):
            continue
        assert line.endswith(r" \\"), line
        cells = re.split(r"(?<!\\) & ", line.removesuffix(r" \\"))
        spans = re.search(r"\\multicolumn\{(\d+)\}\{c\}\{(.*)\}$", cells[-1])
        assert len(cells) + (int(spans[1]) - 1 if spans else 0) == len(sides[1]), line
        if spans:
            cells[-1] = spans[2]
        for cell in cells:
            bold = re.fullmatch(r"\\textbf\{(.*)\}", cell)
            shown = _read_latex(bold[1] if bold else cell)
            assert "zq" not in shown or "…" in shown or any(name in shown for name in PRINTED), cell


def _read_latex(cell: str) -> str:
    """Characters that LaTeX shows for a cell, in which nothing may be a command."""
    pattern = "|".join(map(re.escape, sorted(WRITTEN, key=len, reverse=True)))
    left = "".join(re.split(pattern, MATHEMATICS.sub("", cell)))
    assert not set(left) & set("\\{}$&#_%~^"), cell
    return re.sub(pattern, lambda found: WRITTEN[found[0]], cell)


def _html(file: Path, hostile: Hostile) -> None:
    """It draws its charts from the disk, asks for nothing and holds text only."""
    reader = hostile.reader
    hostile.read.clear()
    # Files that are opened at one address have their Plotly compiled once: it is the same in each of them.
    file = file.replace(file.with_name("opened.html"))
    reader.goto(file.as_uri())
    charts = reader.locator("[id^=chart-]").count()
    reader.wait_for_function(
        "count => document.querySelectorAll('.js-plotly-plot .main-svg .infolayer').length >= count",
        arg=charts,
    )
    assert hostile.read == [file.as_uri()]
    assert reader.evaluate("window.pwned") is None
    assert reader.locator("a, img, iframe, object, embed, link").count() == 0
    assert reader.locator("h1").inner_text()
    for text in reader.evaluate(SHOWN):
        assert "…" in text or any(name in text for name in LITERAL), text
        assert "\u202e" not in text


def _svg(file: Path, _hostile: Hostile) -> None:
    """It is a picture: nothing in it runs, links or is fetched."""
    root = ElementTree.fromstring(file.read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for one in root.iter():
        assert one.tag.partition("}")[2] not in ("script", "a", "foreignObject", "iframe")
        for name, value in one.attrib.items():
            assert not name.lower().startswith("on")
            if name.endswith("href"):
                assert value.startswith(("data:image/png", "#"))
    whole = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    for text in whole:
        assert "zq" not in text or "…" in text or any(name in text for name in LITERAL), text
