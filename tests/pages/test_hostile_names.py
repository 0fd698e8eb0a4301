"""Names are text: whatever a run, topic, document or file is called, none of it becomes markup."""

from __future__ import annotations

import re

import pytest

from gapviz.text.names import for_cell, for_html, for_markdown, for_plotly
from gapviz.web import scripts
from tests.pages.app import html, opened, run_file, uploaded

HOSTILE = (
    "<script>window.pwned=1</script>",
    "<img/src=x/onerror=alert(1)>",
    "![x](http://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "**bold**",
    "$x^2$",
    ":red[hot]",
    ":material/delete:",
    "http://evil.example",
    "a&b;%{y}",
    "`code`",
    "\u202egnp.exe",
    "x" * 300,
)


@pytest.mark.parametrize("module", ["explore", "collection", "correlation", "curves", "models", "topics"])
def test_pages_show_hostile_names_as_text(module: str) -> None:
    topics = [name for name in HOSTILE if " " not in name]
    qrels = "".join(f"{topic} 0 d {1 + i % 2}\n" for i, topic in enumerate(topics))
    runs = {name: run_file(*[(t, "d", 1.0) for t in topics[: i + 1]]) for i, name in enumerate(HOSTILE)}
    runs["<b>bad</b>.run"] = "1 2 3\n"
    app = opened(module, uploaded(qrels, runs, name="<b>*mine*</b>"), {"run": [HOSTILE[0], "<i>nobody</i>"]})
    tags = set(re.findall(r"</?([a-zA-Z0-9]+)", html(app)))
    assert tags <= {"b", "div", "h1", "h2", "i", "p", "small", "span", "strong", "style", "u", "br"}
    assert "<b>*mine*" not in html(app)
    for chart in app.get("plotly_chart"):
        assert not re.search(r"<(script|img|i>|b>bad|b>\*mine)", chart.proto.spec)
    for element in (*app.warning, *app.markdown, *app.info, *app.caption):
        assert "![x]" not in element.value
        assert "<i>nobody" not in element.value


@pytest.mark.parametrize("name", HOSTILE)
def test_escapers(name: str) -> None:
    assert "<" not in for_html(name)
    assert '"' not in for_html(name)
    assert "<" not in for_plotly(name)
    assert "\u202e" not in for_plotly(name) + for_html(name) + for_markdown(name)
    assert "://" not in for_markdown(name)
    assert not re.search(r"(?<!\\)[*_`$\[\]<>:!]", for_markdown(name))


@pytest.mark.parametrize(
    "code", [0x7, 0x85, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x202B, 0x2067, 0xFEFF, 0xE0041]
)
def test_characters_that_nobody_sees_are_shown_as_a_sign(code: int) -> None:
    name = f"a{chr(code)}b"
    for shown in (for_html, for_plotly, for_markdown, for_cell):
        assert shown(name) == "a\N{REPLACEMENT CHARACTER}b"


def test_the_browser_replaces_the_same_characters() -> None:
    source = scripts.asset("dom.js")
    (pattern,) = re.findall(r"/(\[.*\]\+)/gu;", source)
    browser = re.compile(re.sub(r"\\u\{(\w+)\}", lambda found: f"\\U{found[1]:0>8}", pattern))
    replaced = [chr(code) for code in range(0x110000) if for_cell(chr(code)) != chr(code)]
    assert replaced == [chr(code) for code in range(0x110000) if browser.match(chr(code))]
