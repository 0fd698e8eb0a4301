"""What "In Python" prints on each page gives the CSV files of the page when it is run."""

from __future__ import annotations

import contextlib
import io
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from gapviz.cli.main import main
from gapviz.pages.parts import save_menu, script
from gapviz.text.tables import table_csv
from tests.pages.app import opened, page, press, uploaded
from tests.pages.charts import FOUR_GRADES
from tests.pages.test_experiments import LINKS, finished

SMALL = Path(__file__).resolve().parents[2] / "data" / "small"
QRELS = (SMALL / "qrels.txt").read_text()
RUNS = {path.name: path.read_text() for path in sorted((SMALL / "runs").iterdir())}
NAMES = tuple(sorted(RUNS))
G = "0.2,0.3,0.5"
FAMILY = {f"{name}(g={G})": name for name in ("GAP", "xGAP", "eGAP")}
EXPERIMENTS = {
    "robustness": "robustness table, All samples",
    "significance": "power, All pairs",
    "informativeness": "error table 1, All lists",
    "variation": "component table",
}

Shape = Callable[[pd.DataFrame], pd.DataFrame]
"""Brings a table into the form that is compared: names of rows and columns tell which number is which."""


@dataclass(frozen=True)
class Same:
    """A table that is printed, and the one of the page's CSV files that has the same numbers.

    Attributes
    ----------
    csv : str
        What the file is of.
    block : int
        Which of the tables that Python prints; of the command's, with `command`.
    printed, exported : callable
        Shapes of the two.
    command : int or None
        Line for the shell that prints the table.
    """

    csv: str
    block: int = 0
    printed: Shape = lambda frame: frame
    exported: Shape = lambda frame: frame
    command: int | None = None


@dataclass(frozen=True)
class Case:
    """A page under some choices."""

    module: str
    tables: Sequence[Same]
    query: Mapping[str, Sequence[str]] = field(default_factory=dict)
    runs: Sequence[str] = NAMES


def by(*keys: str, **names: str) -> Shape:
    """Name rows by some columns, and keep those that are named, under the page's names if these differ."""

    def shaped(frame: pd.DataFrame) -> pd.DataFrame:
        kept = frame[[*keys, *names]].rename(columns=names) if names else frame
        return kept.astype(dict.fromkeys(keys, str)).set_index(list(keys))

    return shaped


def columns(*keys: str, of: Mapping[str, str]) -> Shape:
    """As `by`, for names that are no identifiers."""
    return lambda frame: by(*keys)(frame[[*keys, *of]].rename(columns=dict(of)))


def wide(frame: pd.DataFrame) -> pd.DataFrame:
    """Lay scores out with a column for each measure of the graded family."""
    means = frame[frame["topic"] == "all"].pivot_table(index="run", columns="measure", values="value")
    return means.rename(columns=FAMILY)


def of_topics(run: str) -> Shape:
    """As `wide`, of a run topic by topic."""

    def shaped(frame: pd.DataFrame) -> pd.DataFrame:
        rows = frame[(frame["run"] == run) & (frame["topic"] != "all")].astype({"topic": str})
        scores = rows.pivot_table(index="topic", columns="measure", values="value")
        return scores.rename(columns=FAMILY)

    return shaped


def pairs(name: str) -> Shape:
    """Lay a square of coefficients out with a row for each pair, under the page's names of the measures."""

    def shaped(frame: pd.DataFrame) -> pd.DataFrame:
        square = frame.rename(columns={frame.columns[0]: "measure", **FAMILY}).replace(FAMILY)
        rows = square.melt(id_vars="measure", var_name="against", value_name=name)
        return rows.set_index(["measure", "against"])

    return shaped


def both_ways(frame: pd.DataFrame) -> pd.DataFrame:
    """Coefficients of the command, which has each pair once."""
    frame = frame.replace(FAMILY)
    turned = frame.rename(columns={"measure": "against", "against": "measure"})
    rows = by("measure", "against")(pd.concat([frame, turned]))
    return rows[~rows.index.duplicated()]  # tau_AP is printed both ways


def on_path(frame: pd.DataFrame) -> pd.DataFrame:
    """Name the rows by their place on the path."""
    return frame.drop(columns=[name for name in frame if str(name).startswith("g")])


def swept(frame: pd.DataFrame) -> pd.DataFrame:
    """Lay the rows of the command sweep out as the page has them: in the order of the path."""
    heads = frame["measure"] + ", " + frame["against"].replace({"RBP(p=0.8,rel=1)": "RBP"})
    place = frame.groupby(heads).cumcount()
    return frame.assign(head=heads, place=place).pivot_table(index="place", columns="head", values="tau")


def swaps(frame: pd.DataFrame) -> pd.DataFrame:
    """Swaps in order, a user model in one text as the command has it or in columns."""
    if "g" in frame:
        shares = frame["g"].str.split(",", expand=True).astype(float)
        frame = frame.drop(columns="g").join(shares.rename(columns=lambda h: f"g{h + 1}"))
    return frame[["measure", "g1", "g2", "g3", "mean", "by"]]


def no(frame: pd.DataFrame) -> pd.DataFrame:
    return frame


def findings(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[["level", "finding", "which"]]


def components(frame: pd.DataFrame) -> pd.DataFrame:
    """Name the columns as the library does."""
    names = {"topics": "between", "assessors": "within", "seen at once": "observed", "std. error": "error"}
    return frame.rename(columns=names)


AREA = {"area, graded curve": "area"}
TAUS = "correlation table"
MEANS = {"mean of teamA.1": "value"}
CORRELATED = (
    Same(TAUS, 0, pairs("tau"), by("measure", "against", tau="tau")),
    Same(TAUS, 0, both_ways, by("measure", "against", tau="tau"), command=0),
)
ALONG = (Same("along g1", 1, on_path, on_path), Same("along g1", 0, swept, on_path, command=1))

CASES = {
    "explore": Case("explore", (
        Same("leaderboard", 0, wide, by("run", GAP="GAP", xGAP="xGAP", eGAP="eGAP")),
        Same("leaderboard", 0, wide, by("run", GAP="GAP", xGAP="xGAP", eGAP="eGAP"), command=0),
    )),
    "explore, a topic and conventions": Case("explore", (
        Same("leaderboard", 0, wide, by("run", GAP="GAP", xGAP="xGAP", eGAP="eGAP")),
        Same("topics", 0, of_topics(NAMES[2]), by("topic", GAP="GAP", xGAP="xGAP", eGAP="eGAP")),
        Same("topics", 0, of_topics(NAMES[2]), by("topic", GAP="GAP", xGAP="xGAP", eGAP="eGAP"), command=0),
    ), {"run": [NAMES[2]], "topic": ["3"], "topics": ["run"], "empty": ["omit"]}),
    "correlation": Case("correlation", (*CORRELATED, *ALONG), {"m": ["AP", "eGAP", "P@5"]}),
    "correlation, sets and intervals": Case("correlation", (
        *CORRELATED,
        Same(TAUS, 1, pairs("low"), by("measure", "against", low="low")),
        Same(TAUS, 2, pairs("high"), by("measure", "against", high="high")),
        Same("along g1", 3, on_path, on_path), ALONG[1],
    ), {"m": ["AP", "eGAP", "P@5"], "set": ["own"], "of": ["1", "3", "4"], "ci": ["yes"],
        "topics": ["run"]}),
    "correlation, best runs and the other coefficient": Case("correlation", (*CORRELATED, *ALONG), {
        "m": ["AP", "eGAP", "P@5"], "runs": ["quartile"], "tau": ["ap"], "empty": ["omit"]}),
    "correlation, own runs": Case("correlation", (*CORRELATED, *ALONG), {
        "m": ["AP", "eGAP", "P@5"], "runs": ["selected"], "run": NAMES[:3]}),
    "correlation, one run": Case("correlation", (
        Same("means of one run", 0, by("measure", value="value"), columns("measure", of=MEANS)),
        Same("means of one run", 0, by("measure", value="value"), columns("measure", of=MEANS), command=0),
    ), {"m": ["AP", "P@5"]}, NAMES[:1]),
    "correlation, one run on own topics": Case("correlation", (
        Same("means of one run", 0, by("measure", value="value"), columns("measure", of=MEANS)),
    ), {"m": ["AP", "P@5"], "set": ["own"], "of": ["1", "3"]}, NAMES[:1]),
    "curves, means": Case("curves", (
        Same("areas", 0, by("run"), columns("run", of=AREA)),
        Same("curve points", 1),
        Same("areas", 0, wide, by("run", GAP="GAP"), command=0),
    ), {"topics": ["run"], "empty": ["omit"]}),
    "curves, a topic": Case("curves", (
        Same("areas", 0, by("run"), columns("run", of=AREA)),
        Same("curve points", 1),
        Same("curve points", 0, no, lambda frame: frame[frame["run"] == NAMES[0]][[
            "run", "topic", "rank", "grade", "recall", "precision"]], command=0),
    ), {"topic": ["3"], "run": NAMES[:2]}),
    "curves, a topic, interpolated": Case("curves", (
        Same("curve points", 0, by("rank", precision="interpolated"), lambda frame: by(
            "rank", interpolated="interpolated")(frame[frame["run"] == NAMES[0]]), command=0),
    ), {"topic": ["3"], "run": NAMES[:2], "curve": ["interpolated"]}),
    "models": Case("models", (
        Same("swaps", 1, swaps, swaps),
        Same("ranks", 3, by("run"), columns("run", of={"mean rank": "mean rank"})),
        Same("swaps", 0, swaps, swaps, command=0),
    ), {"ab": NAMES[1:4:2], "alpha": ["1,2,3"], "sort": ["xGAP"]}),
    "topics": Case("topics", (
        Same("separation", 0, by("topic"), columns("topic", of={
            name: name for name in ("A", "B", "adds to the mean")})),
        Same("topics offered", 1, by("topic"), by("topic", RB1="RB1", RB2="RB2", RB3="RB3")),
        Same("separation", 0, of_topics(NAMES[1]), by("topic", A="GAP"), command=0),
    ), {"ab": NAMES[1:3], "sort": ["GAP"], "topics": ["run"]}),
    "collection": Case("collection", (
        Same("facts", 0), Same("findings", 1, no, findings), Same("run health", 2),
    )),
    **{name: Case(name, (Same(csv, 0, no, components), Same(csv, 0, no, components, command=0)),
                  {name: [LINKS[name].replace("0.2,0.8", G).replace("least=5", "least=1")]})
       for name, csv in EXPERIMENTS.items()},
}  # fmt: skip


Exported = dict[str, Callable[[], str]]


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Exported:
    """What makes each CSV file of the page that is run, by what the file is of."""
    files: Exported = {}
    offer = save_menu.table

    def table(build: Callable[[], pd.DataFrame], *parts: str, **options: Any) -> None:
        files[parts[-1]] = lambda: table_csv(save_menu._whole(build()))
        for label, make in (options.get("more") or {}).items():
            files[f"{parts[-1]}, {label.removesuffix(' .csv')}"] = make
        offer(build, *parts, **options)

    monkeypatch.setattr(save_menu, "table", table)
    return files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the lines are run: files with the names that the page knows."""
    (tmp_path / "runs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path, qrels: str, runs: Mapping[str, str]) -> None:
    (folder / "qrels").write_text(qrels)
    for name, text in runs.items():
        (folder / "runs" / name).write_text(text)


def read(text: str) -> list[pd.DataFrame]:
    """Read what is printed: tables with an empty line after each."""
    return [
        pd.read_csv(io.StringIO(block), na_values=["undefined"], keep_default_na=False, dtype={"topic": str})
        for block in text.strip().split("\n\n")
    ]


def offered(app: AppTest) -> tuple[str, list[str]]:
    """Press the button, and return the lines of Python and those for the shell."""
    press(app, "in python")
    python, *commands = [code.value for code in app.code]
    return python, [line for line in "".join(commands).replace(" \\\n", " ").split("\n") if line]


def run_python(lines: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(lines, {})
    return printed.getvalue()


def run_command(line: str) -> str:
    program, option, module, *words = shlex.split(line)
    assert (program, option, module) == ("python", "-m", "gapviz")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(words) == 0
    return printed.getvalue()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_lines_of_a_page_give_its_csv_files(case: Case, folder: Path, exported: Exported) -> None:
    runs = {name: RUNS[name] for name in case.runs}
    files(folder, QRELS, runs)
    query = {"g": [G], **case.query}
    app = finished(opened(case.module, uploaded(QRELS, runs), query), case.module)
    csv = {name: make() for name, make in exported.items()}
    python, commands = offered(app)
    texts = [run_python(python), *map(run_command, commands)]
    for same in case.tables:
        told = read(texts[0 if same.command is None else 1 + same.command])[same.block]
        printed, shown = same.printed(told), same.exported(read(csv[same.csv])[0])
        assert len(shown)
        assert set(printed.index) >= set(shown.index)
        for name in map(str, shown.columns):
            ours, theirs = printed[name].loc[shown.index], shown[name]
            if pd.api.types.is_numeric_dtype(theirs):
                expected = pytest.approx(theirs.to_numpy(dtype=float), abs=1e-12, nan_ok=True)
                assert ours.to_numpy(dtype=float) == expected, name
            else:
                assert ours.tolist() == theirs.tolist(), name


@pytest.mark.parametrize("other", ["", "2.012."])
def test_the_lines_of_the_toy_lists_give_the_values(exported: Exported, other: str) -> None:
    app = page("toylists", {"list": ["2.1021."], "list2": [other], "with": ["nDCG'"]})
    csv = read(exported["toy values"]())[0]
    python, commands = offered(app)
    assert not commands
    for block, name in zip(read(run_python(python)), ("value", "second list"), strict=bool(other)):
        assert block["value"].tolist() == pytest.approx(csv[name].tolist(), abs=1e-12)
        assert block["measure"].tolist()[1:] == csv["measure"].tolist()[1:]


@pytest.mark.parametrize("module", ["explore", "collection", "correlation", "curves", "models", "topics"])
def test_a_bundled_collection_needs_no_files_and_one_run_is_enough(module: str, folder: Path) -> None:
    python, commands = offered(page(module, {"controls": ["plain"]}))
    assert "gapviz.likeness('TREC 10')" in python
    assert not commands
    # Promised names alone, whatever becomes of the modules below.
    imports = [line for line in python.splitlines() if "import" in line]
    allowed = ("import numpy", "import pandas", "import gapviz", "from gapviz import ")
    assert all(line.startswith(allowed) for line in imports)
    only = {"only": next(iter(RUNS.values()))}
    files(folder, FOUR_GRADES, only)
    python, _ = offered(opened(module, uploaded(FOUR_GRADES, only)))
    assert all(len(table.columns) for table in read(run_python(python)))


@pytest.mark.parametrize("module", [*dict.fromkeys(case.module for case in CASES.values()), "toylists"])
def test_lines_are_written_only_when_they_are_asked_for(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page looks for the code below them before the button is pressed."""
    written: list[object] = []

    def python(body: Sequence[str]) -> str:
        written.append(body)
        return "lines"

    monkeypatch.setattr(script, "python", python)
    query = {"controls": ["plain"], **({module: [LINKS[module]]} if module in LINKS else {})}
    app = finished(page(module, query), module)
    assert not written
    press(app, "in python")
    assert len(written) == 1


def test_a_set_without_a_member_has_no_lines() -> None:
    app = press(page("correlation", {"set": ["own"], "of": ["nothing"]}), "in python")
    assert not app.code
