"""Tables as text for other programs: CSV, and LaTeX with the rules of booktabs."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TextIO

from gapviz.text.names import for_latex, for_spreadsheet
from gapviz.text.numbers import UNDEFINED, in_words, signed

if TYPE_CHECKING:
    import pandas as pd

    from gapviz.analysis.rankings.paper_tables import TauTable

    Table = Mapping[str, Iterable[object]] | pd.DataFrame
    """Columns by name, of equal lengths."""

DIGITS = 4
"""Decimals of a score."""


def write_csv(names: Sequence[str], rows: Iterable[Iterable[object]], out: TextIO) -> None:
    """Write rows below the names of their columns; numbers at full precision, names as they are.

    Parameters
    ----------
    names : sequence of str
    rows : iterable of iterable
        One value for each name.
    out : text stream

    Examples
    --------
    >>> out = io.StringIO()
    >>> write_csv(["run", "AP"], [["a", 0.5]], out)
    >>> print(out.getvalue(), end="")
    run,AP
    a,0.5
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)


def table_csv(table: Table) -> str:
    """Write a table for a spreadsheet or a program.

    Numbers have full precision. A text that a spreadsheet would compute gets an apostrophe in front, so
    that it is shown and not run; `write_csv` and the command line leave it as it is.

    Parameters
    ----------
    table : mapping from name to column, or pandas.DataFrame

    Examples
    --------
    >>> print(table_csv({"run": ["a", "=b"], "AP": [0.5, float("nan")]}), end="")
    run,AP
    a,0.5
    '=b,undefined
    """
    columns = {str(name): map(_plain, values) for name, values in table.items()}
    out = io.StringIO()
    write_csv([*map(for_spreadsheet, columns)], zip(*columns.values(), strict=True), out)
    return out.getvalue()


def table_latex(
    table: Table, *, digits: int = DIGITS, best: Collection[str] | None = None, lower: Collection[str] = ()
) -> str:
    r"""Write a table for a LaTeX document that uses the package booktabs.

    Parameters
    ----------
    table : mapping from name to column, or pandas.DataFrame
    digits : int
        Decimals of numbers that are not whole.
    best : collection of str, optional
        Columns whose best number, as printed, is bold; by default all with numbers that are not whole.
    lower : collection of str
        Columns in which the lowest number is the best; elsewhere it is the highest.

    Returns
    -------
    str
        A tabular environment, of which pdfLaTeX reads all that is not a name; names beyond Latin letters
        need LuaLaTeX. All texts are escaped.

    Examples
    --------
    >>> print(table_latex({"run": ["a_1", "b"], "AP": [0.25, 0.5]}), end="")
    \begin{tabular}{lr}
    \toprule
    run & AP \\
    \midrule
    a\_1 & 0.2500 \\
    b & \textbf{0.5000} \\
    \bottomrule
    \end{tabular}
    """
    columns = {str(name): list(values) for name, values in table.items()}
    printed = []
    for name, values in columns.items():
        cells = [for_latex(cell) for cell in written(values, digits=digits)]
        if best is None or name in best:
            ordered = [-value for value in values] if name in lower and are_numbers(values) else values
            for place in highest(ordered, digits=digits):
                cells[place] = rf"\textbf{{{cells[place]}}}"
        printed.append(cells)
    sides = "".join("r" if are_numbers(values) else "l" for values in columns.values())
    body = [_row(cells) for cells in zip(*printed, strict=True)]
    return _tabular(sides, [_row(map(for_latex, columns)), r"\midrule", *body])


def tau_csv(table: TauTable) -> str:
    """Write taus one to a row: g, measure, against, topics, tau, as the printed ones in data/published.

    Examples
    --------
    >>> from gapviz.analysis.rankings.paper_tables import TauTable
    >>> import numpy as np
    >>> tau = np.full((1, 1, 1, 1), 0.5)
    >>> table = TauTable(np.array([[0.1, 0.9]]), ("GAP",), ("AP",), ("all",), (50,), 71, tau)
    >>> print(tau_csv(table), end="")
    g,measure,against,topics,tau
    "0.1, 0.9",GAP,AP,all,0.5
    """
    names = ("g", "measure", "against", "topics", "tau")
    rows = ((", ".join(map(repr, g)), *rest) for g, *rest in table.rows())
    return table_csv(dict(zip(names, zip(*rows, strict=True), strict=True)))


def tau_latex(table: TauTable, *, collection: str) -> str:
    r"""Write taus in the layout of Tables 2 and 3 of the xGAP paper.

    Below a line for each g there is a row for each measure and a column for each measure that it is
    compared with; a cell has the taus on all topics and on each further set, between strokes.

    Parameters
    ----------
    table : TauTable
    collection : str
        Name that stands over the columns.

    Returns
    -------
    str
        A tabular environment.

    References
    ----------
    Ferrante, Ferro, Maistro, Tables 2 and 3.

    Examples
    --------
    >>> from gapviz.analysis.rankings.paper_tables import TauTable
    >>> import numpy as np
    >>> tau = np.full((1, 1, 1, 1), 0.5)
    >>> table = TauTable(np.array([[0.1, 0.9]]), ("GAP",), ("AP",), ("all",), (50,), 71, tau)
    >>> "GAP & 0.50" in tau_latex(table, collection="TREC 10")
    True
    """
    width = len(table.against)
    symbols = ", ".join(f"g_{h}" for h in range(1, table.g.shape[1] + 1))
    heads = [(f"$({symbols})$", collection), ("", " / ".join(table.topic_sets))]
    lines = [rf"{side} & \multicolumn{{{width}}}{{c}}{{{for_latex(text)}}} \\" for side, text in heads]
    for g, block in zip(table.g.tolist(), table.tau.tolist(), strict=True):
        lines += [r"\midrule", _row([f"$({', '.join(map(_share, g))})$", *map(for_latex, table.against)])]
        for measure, taus in zip(table.measures, block, strict=True):
            cells = ("/".join(written(cell, digits=2)) for cell in taus)
            lines.append(_row([for_latex(measure), *map(for_latex, cells)]))
    return _tabular("l" + "r" * width, lines)


def written(values: Sequence[object], *, digits: int = DIGITS) -> list[str]:
    """Write the cells of a column as readers see them.

    Parameters
    ----------
    values : sequence
        Of one column.
    digits : int
        Decimals of numbers that are not whole.

    Examples
    --------
    >>> written([0.5, float("nan")]), written([3]), written([True, "x"])
    (['0.5000', 'undefined'], ['3'], ['yes', 'x'])
    """
    return [_text(value, digits) for value in values]


def highest(values: Sequence[Any], *, digits: int = DIGITS) -> list[int]:
    """Rows with the highest number, as printed, of a column of numbers that are not whole.

    Parameters
    ----------
    values : sequence
        Of one column.
    digits : int
        Decimals that are compared.

    Examples
    --------
    >>> highest([0.12344, 0.1, 0.12341]), highest([1, 2]), highest(["a"])
    ([0, 2], [], [])
    """
    if not are_numbers(values) or all(isinstance(value, Integral) for value in values):
        return []
    numbers = [-math.inf if math.isnan(value) else round(float(value), digits) for value in values]
    top = max(numbers, default=-math.inf)
    return [place for place, number in enumerate(numbers) if number == top > -math.inf]


def are_numbers(values: Sequence[object]) -> bool:
    """Tell whether a column is one of numbers, which stand to the right.

    Parameters
    ----------
    values : sequence
        Of one column.

    Examples
    --------
    >>> are_numbers([1, 0.5]), are_numbers([True]), are_numbers(["a"])
    (True, False, False)
    """
    return all(isinstance(value, Real) and not isinstance(value, bool) for value in values)


def _text(value: object, digits: int) -> str:
    if str(value) in ("True", "False"):  # numpy has its own
        return "yes" if value else "no"
    if isinstance(value, Real) and not isinstance(value, Integral):
        return signed(in_words(float(value), digits=digits))
    return signed(str(value)) if isinstance(value, Integral) else str(value)


def _plain(value: object) -> object:
    if isinstance(value, str):
        return for_spreadsheet(value)
    return UNDEFINED if isinstance(value, Real) and math.isnan(value) else value


def _share(value: float) -> str:
    """Write a probability as the paper does, with one decimal, or with up to four where it has more.

    Examples
    --------
    >>> _share(1.0), _share(0.25), _share(1 / 3)
    ('1.0', '0.25', '0.3333')
    """
    return f"{value:.4f}".rstrip("0").ljust(3, "0")


def _row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"


def _tabular(sides: str, lines: Sequence[str]) -> str:
    rows = [f"\\begin{{tabular}}{{{sides}}}", r"\toprule", *lines, r"\bottomrule", r"\end{tabular}"]
    return "\n".join(rows) + "\n"
