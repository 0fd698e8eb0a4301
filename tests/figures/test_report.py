"""Documents that hold all that they show: text in them stays text, and nothing is loaded."""

from __future__ import annotations

import json
import re
from functools import partial
from html.parser import HTMLParser

import numpy as np
import plotly.graph_objects as go

from gapviz.figures.report import Chart, figure_html, report_html, svg_config
from gapviz.text.names import for_plotly
from gapviz.text.report import Lines, Sheet
from gapviz.theme import DARK, LIGHT, Theme

ODD = (
    '<img src="http://127.0.0.1:9/x.png" onerror="window.struck=1">',
    "</script><script>window.struck=1</script>",
    "</pre></style><a href='http://127.0.0.1:9'>x</a>",
    "[link](http://127.0.0.1:9) **bold** $x^2$",
    "=HYPERLINK(1) \u202eesrever",
)


class Page(HTMLParser):
    """The elements of a document, and what stands in its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str | None] = []
        self.scripts: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action", "data")]

    def handle_data(self, data: str) -> None:
        (self.scripts if self.cdata_elem == "script" else self.texts).append(data)


def bars(names: tuple[str, ...], theme: Theme) -> go.Figure:
    return go.Figure(go.Bar(x=[for_plotly(name) for name in names], y=np.arange(3.0), marker_color=theme.ink))


def document() -> str:
    table = {ODD[0]: ODD[:3], "AP": [0.1, 0.30001, 0.3], "rank": [1, 2, 3]}
    return report_html(
        title=ODD[0],
        facts={ODD[1]: ODD[2]},
        conventions=[(ODD[3], ODD[4])],
        parts=[
            Sheet(ODD[0], table, digits=2, note=ODD[2]),
            Chart(ODD[1], partial(bars, ODD[:3]), width=300, note=ODD[0]),
            Chart("again", partial(bars, ODD[2:])),
            Lines(ODD[2], f"first {ODD[1]}\nsecond"),
        ],
    )


def test_nothing_untrusted_is_markup_and_nothing_has_an_address() -> None:
    page = Page(document())
    assert page.addresses == []
    assert not {"img", "a", "link", "iframe", "object", "base"} & set(page.tags)
    assert page.tags.count("script") == 2  # Plotly, once, and the charts
    text = "".join(page.texts)
    for name in ODD[:4]:
        assert name in text
    assert "\u202e" not in document()
    assert "first </script><script>window.struck=1</script>\nsecond" in text


def test_the_policy_forbids_to_load_anything() -> None:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', document())
    assert found
    assert found[1].startswith("default-src 'none';")
    assert "http" not in found[1]


def test_charts_stand_in_both_themes() -> None:
    script = Page(document()).scripts[-1]
    assert "</" not in script
    specs = json.loads(script[len("const charts = ") : script.index("];") + 1])
    assert [set(spec) for spec in specs] == [{"light", "dark", "config"}] * 2
    assert [spec[name]["layout"]["paper_bgcolor"] for spec in specs for name in ("light", "dark")] == [
        LIGHT.page,
        DARK.page,
    ] * 2
    assert specs[0]["light"]["data"][0]["x"] == [for_plotly(name) for name in ODD[:3]]
    assert specs[0]["config"]["toImageButtonOptions"]["format"] == "svg"


def test_the_best_of_a_column_is_bold_as_printed() -> None:
    assert re.findall(r"<b>(0\.\d+)</b>", document()) == ["0.30", "0.30"]


def test_a_figure_alone_and_a_report_without_one() -> None:
    assert "<title>Ranks &amp; more</title>" in figure_html("Ranks & more", partial(bars, ODD[:3]))
    plain = report_html(title="t", facts={}, parts=[Sheet("empty", {"run": [], "AP": []})])
    assert len(plain) < 10_000  # no chart, no Plotly
    assert "<tbody></tbody>" in plain


def test_svg_is_made_by_the_one_button() -> None:
    config = svg_config("TREC-10-tau", width=900)
    assert config["modeBarButtons"] == [["toImage"]]
    assert config["toImageButtonOptions"]["filename"] == "TREC-10-tau"
