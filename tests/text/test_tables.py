"""Tables as text: what a spreadsheet, a program and LaTeX read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

import numpy as np
import pandas as pd

from gapviz.analysis.rankings.paper_tables import TauTable
from gapviz.collection.synthetic.printed import printed_taus
from gapviz.text.names import for_latex
from gapviz.text.tables import highest, table_csv, table_latex, tau_csv, tau_latex

Columns = dict[str, Iterable[object]]

ODD = (
    "=HYPERLINK(1)",
    "+1",
    "@x",
    " =1+2",
    "\n=1+2",
    "\uff1d1+2",
    "\u3000\uff0b1",
    'a "quoted", name',
    r"\input{/etc/passwd} $x^2$ 50 % a_b #1 & ~ ^",
    "[4pt] first in a row",
    "* first in a row",
    "a--b --- ``c''",
    "<b>bold</b> | pipe",
)


def test_csv_keeps_numbers_exactly_and_shows_formulas_as_text() -> None:
    values = np.array([0.1 + 0.2, 1 / 3, *range(len(ODD) - 2)])
    text = table_csv(pd.DataFrame({"run": ODD, "AP": values}))
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["run", "AP"]
    assert [float(row[1]) for row in rows] == values.tolist()
    assert not [row[0] for row in rows if row[0].strip()[0] in "=+-@\uff1d\uff0b\uff0d\uff20"]
    assert [row[0].removeprefix("'") for row in rows] == list(ODD)


def test_a_mapping_and_a_frame_give_the_same_text() -> None:
    columns: Columns = {
        "run": ["a", "b"],
        "rank": [1, 2],
        "AP": [0.25, np.nan],
        "counted": np.array([True, False]),
    }
    assert table_csv(columns) == table_csv(pd.DataFrame(columns))
    assert table_latex(columns) == table_latex(pd.DataFrame(columns))


def test_latex_leaves_no_character_active() -> None:
    lines = table_latex({"run": ODD, "AP": [0.5] * len(ODD)}).splitlines()
    assert lines[1:3] == [r"\toprule", r"run & AP \\"]
    for name, line in zip(ODD, lines[4:-2], strict=True):
        cell = line.removesuffix(r" & \textbf{0.5000} \\")
        assert cell == for_latex(name)
        assert cell[0] not in "[*"  # options of the line break before it
        # What is left without the escapes that were put in: no character that LaTeX takes for more.
        plain = re.sub(r"\\[&%$#_{}]|\\text\w+\{\}|\{\\char34\}|\{[\[\]*]\}|\{\}", "", cell)
        assert not set(plain) & set("\\{}$&#_%~^<>|")
        assert "--" not in cell
        assert "``" not in cell


def test_latex_marks_the_best_of_each_column_and_writes_marks_as_mathematics() -> None:
    table: Columns = {
        "run": ["a", "b", "c"],
        "rank": [1, 2, 3],
        "AP": [0.50001, 0.5, 0.1],
        "vs AP": ["▲2", "▼1", "="],
    }
    assert table_latex(table).splitlines()[0] == r"\begin{tabular}{lrrl}"
    assert table_latex(table).splitlines()[4:7] == [
        r"a & 1 & \textbf{0.5000} & $\uparrow$2 \\",
        r"b & 2 & \textbf{0.5000} & $\downarrow$1 \\",
        r"c & 3 & 0.1000 & = \\",
    ]
    assert r"\textbf" not in table_latex(table, best=())
    assert "a & 1 & 0.50" in table_latex(table, digits=2, best=())


def test_what_is_undefined_is_said_and_never_best() -> None:
    assert highest([float("nan"), 0.2]) == [1]
    assert highest([float("nan")]) == []
    assert table_csv({"tau": [float("nan"), 0.5]}) == "tau\nundefined\n0.5\n"
    assert "undefined" in table_latex({"tau": [float("nan"), -0.5]})
    assert "$-$0.5000" in table_latex({"tau": [float("nan"), -0.5]})


def printed(collection: str, users: list[tuple[float, ...]]) -> TauTable:
    """Return the printed numbers of a collection for some g, as if they had been computed."""
    against = ("GAP", "AP", "nDCG", "RBP", "bpref")
    sets = ("all", "few highly relevant", "few key")[: len(users[0])]
    empty = TauTable(
        np.array(users), ("GAP", "xGAP", "eGAP"), against, sets, (0,) * len(sets), 0,
        np.zeros((len(users), 3, 5, len(sets))),
    )  # fmt: skip
    tau = empty.beside(printed_taus(), collection)
    return TauTable(empty.g, empty.measures, against, sets, empty.topics, 0, tau)


def test_taus_have_the_layout_of_the_paper() -> None:
    lines = tau_latex(printed("TREC 10", [(0.0, 1.0), (0.1, 0.9)]), collection="TREC 10, 2001, Web").split(
        "\n"
    )
    assert lines == [
        r"\begin{tabular}{lrrrrr}",
        r"\toprule",
        r"$(g_1, g_2)$ & \multicolumn{5}{c}{TREC 10, 2001, Web} \\",
        r" & \multicolumn{5}{c}{all / few highly relevant} \\",
        r"\midrule",
        r"$(0.0, 1.0)$ & GAP & AP & nDCG & RBP & bpref \\",
        # Witness: Ferrante, Ferro, Maistro, Table 2, the rows of these g.
        r"GAP & 1.00/1.00 & 0.69/0.42 & 0.67/0.44 & 0.67/0.61 & 0.68/0.42 \\",
        r"xGAP & 1.00/1.00 & 0.69/0.42 & 0.67/0.44 & 0.67/0.61 & 0.68/0.42 \\",
        r"eGAP & 1.00/1.00 & 0.69/0.42 & 0.67/0.44 & 0.67/0.61 & 0.68/0.42 \\",
        r"\midrule",
        r"$(0.1, 0.9)$ & GAP & AP & nDCG & RBP & bpref \\",
        r"GAP & 1.00/1.00 & 0.84/0.80 & 0.75/0.74 & 0.64/0.67 & 0.80/0.76 \\",
        r"xGAP & 0.86/0.67 & 0.73/0.48 & 0.71/0.51 & 0.69/0.66 & 0.73/0.49 \\",
        r"eGAP & 0.85/0.64 & 0.72/0.45 & 0.70/0.47 & 0.68/0.64 & 0.72/0.45 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]


def test_taus_as_rows_are_those_of_the_bundled_file() -> None:
    rows = list(csv.DictReader(io.StringIO(tau_csv(printed("TREC 21", [(0.2, 0.2, 0.6)])))))
    assert len(rows) == 3 * 5 * 3
    assert list(rows[0]) == ["g", "measure", "against", "topics", "tau"]
    known = {
        (", ".join(map(str, one.g)), one.measure, one.against, one.topics): one.tau for one in printed_taus()
        if one.collection == "TREC 21"
    }  # fmt: skip
    for row in rows:
        key = (row["g"], row["measure"], row["against"], row["topics"])
        assert float(row["tau"]) == known[key]
