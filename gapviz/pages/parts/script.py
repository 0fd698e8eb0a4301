"""The builder of "In Python": lines of Python, or for the shell, that give the numbers of a page."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os.path import relpath
from pathlib import PurePath

from gapviz.analysis.rankings.standings import family_texts
from gapviz.collection.health.alarms import alarms
from gapviz.pages.parts import open_collections, uploads
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.state import State

QRELS, RUNS = "qrels.txt", "runs"
"""What the files are called where the page does not know."""

READING = ("duplicates", "encoding", "comments")
"""Conventions for the lines of files."""


@dataclass(frozen=True)
class Script:
    """Lines that give the numbers of a page when they are run.

    Attributes
    ----------
    python : str
        Empty where a page has no numbers.
    command : str
        For the shell; empty where there are no files, or no command has these numbers.
    """

    python: str
    command: str = ""


@dataclass(frozen=True)
class Source:
    """Where the numbers of a page come from, as a reader with the same files can say it.

    Attributes
    ----------
    state : State
        Fitted to the collection; the lines take its conventions.
    bundled : str
        Name of a bundled collection; empty for files.
    qrels, runs : str
        File of the judgements and folder of the runs; folder of a store and nothing.
    grades : str
        The whole grade mapping in force, that of an upload too.
    problems : bool
        Whether some runs could not be used, and are left out.
    foreign : bool
        Whether no topic of some run is judged.
    """

    state: State
    bundled: str = ""
    qrels: str = QRELS
    runs: str = RUNS
    grades: str = ""
    problems: bool = False
    foreign: bool = False

    def script(
        self, body: Sequence[str], commands: Sequence[str] = (), *, identities: bool = False
    ) -> Script:
        """Put the lines together.

        Parameters
        ----------
        body : sequence of str
            Python that has the `collection`; what it imports is added.
        commands : sequence of str
            Each made by `command`; a bundled collection has no files for them.
        identities : bool
            Whether documents have to be told apart.

        Examples
        --------
        >>> print(Source(State(depth="100")).script(["print(gapviz.profile(collection).runs)"]).python)
        import gapviz
        <BLANKLINE>
        collection = gapviz.load('qrels.txt', 'runs', depth=100)
        print(gapviz.profile(collection).runs)
        >>> print(Source(State(duplicates="best", comments="read")).script([]).python)
        import gapviz
        <BLANKLINE>
        collection = gapviz.load('qrels.txt', 'runs', duplicates='best', comments='read')
        """
        shell = "" if self.bundled else "\n".join(commands)
        return Script(python([f"collection = {self._loaded(identities)}", *body]), shell)

    @property
    def averaged(self) -> str:
        """Which topics a mean counts, as further arguments; nothing for the default.

        Examples
        --------
        >>> Source(State(empty="omit")).averaged
        ", empty='omit'"
        """
        return "".join(f", {name}={value!r}" for name, value in chosen(self.state, "topics", "empty"))

    def command(self, name: str, *options: str, measures: Sequence[str] = (), means: bool = True) -> str:
        r"""Write a line for the shell: the command, the files, the conventions, and measures, one a line.

        Parameters
        ----------
        name : str
            Of the command.
        options : str
            From `option`, or as they are.
        measures : sequence of str
        means : bool
            Whether there are means, which topics may be missing from.

        Examples
        --------
        >>> print(Source(State(empty="omit")).command("tau", measures=["AP", "nDCG@10"]))
        python -m gapviz tau qrels.txt runs --empty omit \
            -m AP \
            -m nDCG@10
        >>> Source(State(duplicates="best", encoding="latin-1"), foreign=True).command("tau")
        'python -m gapviz tau qrels.txt runs --duplicates best --encoding latin-1 --topics judged'
        """
        conventions = chosen(self.state, "ties", "depth", *READING, *(("topics", "empty") if means else ()))
        if means and self.foreign and self.state.topics == State().topics:
            conventions.append(("topics", self.state.topics))  # without that it leaves such a run out
        if self.grades:
            conventions.append(("grades", self.grades))
        files = map(_path, filter(None, (self.qrels, self.runs)))
        words = ["python -m gapviz", name, *files, *(option(*one) for one in conventions), *options]
        return of_measures(" ".join(words), measures)

    def _loaded(self, identities: bool) -> str:
        if self.bundled:
            grades = f".with_grades(gapviz.GradeMap.parse({self.grades!r}))" if self.grades else ""
            return f"gapviz.likeness({self.bundled!r}){grades}"
        options = [("grades", self.grades)] * bool(self.grades) + chosen(self.state, "ties", *READING)
        more = [f"{name}={value!r}" for name, value in options]
        more += [f"depth={self.state.depth}"] * bool(self.state.depth)
        more += ['errors="collect"'] * self.problems + ["identities=True"] * identities
        files = map(repr, filter(None, (self.qrels, self.runs)))
        return f"gapviz.load({', '.join([*files, *more])})"


def source(opened: Opened, state: State, owner: str) -> Source:
    """Say where an open collection comes from; of a server's folder only what lies inside is named.

    Parameters
    ----------
    opened : Opened
    state : State
        Fitted to the collection.
    owner : str
        Digest of the browser, from `uploads.owner`, which asks the session; this function may run apart.
    """
    collection = opened.collection
    files = Source(
        state,
        grades=str(collection.grade_map),
        problems=bool(collection.problems),
        foreign=any(alarm.kind == "topics" for alarm in alarms(collection)),
    )
    if opened.key in open_collections.BUNDLED:
        return replace(files, bundled=opened.key)
    if opened.key.startswith(uploads.PREFIX):
        upload = uploads.shelf().get(owner, opened.key)
        return replace(files, qrels=upload.qrels[0] if upload else QRELS)
    place, folder = open_collections.server_collections().get(opened.key), open_collections.server_folder()
    if place and folder and not place.runs:
        return replace(files, qrels=PurePath(relpath(place.place, folder)).as_posix(), runs="")
    paths = [file.stamp[0] for file in (place.qrels, place.runs[0])] if place and folder else []
    if not folder or not paths or any(".zip" in path for path in paths):
        return files
    qrels, run = (PurePath(relpath(path, folder)) for path in paths)
    # Files that are no runs may stand beside the judgements.
    problems = files.problems or run.parent == qrels.parent
    return replace(files, qrels=qrels.as_posix(), runs=run.parent.as_posix(), problems=problems)


def means(source: Source) -> Script:
    """Lines that give the means of AP, GAP, xGAP and eGAP; with a selected topic, each topic's scores too.

    Examples
    --------
    >>> print(means(Source(State(g=(0.2, 0.8)), bundled="TREC 10")).python)
    import gapviz
    <BLANKLINE>
    collection = gapviz.likeness('TREC 10')
    measures = ['AP(rel=1)', 'GAP(g=0.2,0.8)', 'xGAP(g=0.2,0.8)', 'eGAP(g=0.2,0.8)']
    print(gapviz.scores(collection, measures).frame().to_csv(index=False))
    """
    measures, topic = family_texts(source.state.g), bool(source.state.topic)
    body = [
        f"measures = {list(measures)!r}",
        f"print(gapviz.scores(collection, measures{source.averaged})"
        f".frame({'per_topic=True' if topic else ''}).to_csv(index=False))",
    ]
    return source.script(body, [score(source, measures, per_topic=topic)])


def score(source: Source, measures: Sequence[str], *, per_topic: bool = False) -> str:
    """Line for the shell that prints the means of measures, and each topic's scores where asked for."""
    return source.command("score", "--format csv", *["-q"] * per_topic, measures=measures)


def python(body: Sequence[str]) -> str:
    """Put the imports before lines of Python: modules by the names that the lines use.

    Examples
    --------
    >>> print(python(["tau = analysis.tau_matrix(means)", "print(pandas.DataFrame(tau))"]))
    import pandas
    <BLANKLINE>
    import gapviz
    from gapviz import analysis
    <BLANKLINE>
    tau = analysis.tau_matrix(means)
    print(pandas.DataFrame(tau))
    """
    lines = "\n".join(body)
    used = {node.id for node in ast.walk(ast.parse(lines)) if isinstance(node, ast.Name)}
    others = [f"import {name}" for name in ("numpy", "pandas") if name in used]
    ours = [name for name in ("analysis", "users") if name in used]
    imports = [*others, *[""] * bool(others), "import gapviz"]
    imports += [f"from gapviz import {', '.join(ours)}"] * bool(ours)
    return "\n".join([*imports, "", lines])


def of_measures(line: str, measures: Sequence[str]) -> str:
    """Add measures to a line for the shell, each on a line of its own."""
    return " \\\n    ".join([line, *(f"-m {shlex.quote(text)}" for text in measures)])


def option(name: str, value: str) -> str:
    """Write an option for the shell; a value that begins with a hyphen would be an option itself.

    Examples
    --------
    >>> option("run", "a b"), option("run", "-x")
    ("--run 'a b'", '--run=-x')
    """
    return f"--{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}"


def chosen(state: State, *names: str) -> list[tuple[str, str]]:
    """Conventions that are not the default, with their values."""
    default = State()
    return [(name, getattr(state, name)) for name in names if getattr(state, name) != getattr(default, name)]


def _path(name: str) -> str:
    """Quote a path for the shell; one that begins with a hyphen would be an option."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
