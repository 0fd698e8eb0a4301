"""The lines that give the numbers of a page outside the browser."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
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
class Origin:
    """Where the numbers of a page come from, as a reader with the same files can say it.

    Attributes
    ----------
    bundled : str
        Name of a bundled collection; empty for files.
    qrels, runs : str
        File of the judgements and folder of the runs.
    grades : str
        The whole grade mapping in force, that of an upload too.
    problems : bool
        Whether some runs could not be used, and are left out.
    foreign : bool
        Whether no topic of some run is judged.
    """

    bundled: str = ""
    qrels: str = QRELS
    runs: str = RUNS
    grades: str = ""
    problems: bool = False
    foreign: bool = False


@dataclass(frozen=True)
class Same:
    """What gives the numbers of a page when it is run.

    Attributes
    ----------
    python : str
    command : str
        Lines for the shell; empty where there are no files, or no command has these numbers.
    """

    python: str
    command: str = ""


def explore(state: State, source: Origin) -> Same:
    """Lines that give the numbers of the page Explore."""
    return Same(python(state, source), "" if source.bundled else command(state, source))


def origin(found: Opened) -> Origin:
    """Say where an open collection comes from; of a server's folder only what lies inside is named."""
    collection = found.collection
    files = Origin(
        grades=str(collection.grade_map),
        problems=bool(collection.problems),
        foreign=any(alarm.kind == "topics" for alarm in alarms(collection)),
    )
    if found.key in open_collections.BUNDLED:
        return dataclasses.replace(files, bundled=found.key)
    if found.key.startswith(uploads.PREFIX):
        upload = uploads.shelf().get(uploads.owner(), found.key)
        return dataclasses.replace(files, qrels=upload.qrels[0] if upload else QRELS)
    place, folder = open_collections.server_collections().get(found.key), open_collections.server_folder()
    paths = [file.stamp[0] for file in (place.qrels, place.runs[0])] if place and folder else []
    if not folder or not paths or any(".zip" in path for path in paths):
        return files
    qrels, run = (PurePath(relpath(path, folder)) for path in paths)
    # Files that are no runs may stand beside the judgements.
    problems = files.problems or run.parent == qrels.parent
    return dataclasses.replace(files, qrels=qrels.as_posix(), runs=run.parent.as_posix(), problems=problems)


def python(state: State, source: Origin) -> str:
    """Lines of Python that give the leaderboard's means; with a selected topic, each topic's scores too.

    Examples
    --------
    >>> print(python(State(g=(0.2, 0.8)), Origin(bundled="TREC 10")))
    import gapviz
    from gapviz.collection.synthetic.draw import likeness
    <BLANKLINE>
    collection = likeness("TREC 10")
    measures = ["AP(rel=1)", "GAP(g=0.2,0.8)", "xGAP(g=0.2,0.8)", "eGAP(g=0.2,0.8)"]
    print(gapviz.scores(collection, measures).frame().to_csv(index=False))
    """
    measures = ", ".join(f'"{text}"' for text in family_texts(state.g))
    imports, loaded = load(state, source)
    return "\n".join(
        [
            *imports,
            "",
            loaded,
            f"measures = [{measures}]",
            f"print(gapviz.scores(collection, measures{averaged(state)})"
            f".frame({'per_topic=True' if state.topic else ''}).to_csv(index=False))",
        ]
    )


def load(state: State, source: Origin, *, identities: bool = False) -> tuple[list[str], str]:
    """Lines of Python that import what is needed, and the one that loads the collection.

    Examples
    --------
    >>> load(State(depth="100"), Origin())
    (['import gapviz'], "collection = gapviz.load('qrels.txt', 'runs', depth=100)")
    >>> load(State(duplicates="best", comments="read"), Origin())[1]
    "collection = gapviz.load('qrels.txt', 'runs', duplicates='best', comments='read')"
    """
    if source.bundled:
        grades = f".with_grades(gapviz.GradeMap.parse({source.grades!r}))" if source.grades else ""
        imports = ["import gapviz", "from gapviz.collection.synthetic.draw import likeness"]
        return imports, f'collection = likeness("{source.bundled}"){grades}'
    more = _loading(state, source) + ", identities=True" * identities
    loaded = f"gapviz.load({source.qrels!r}, {source.runs!r}{more})"
    return ["import gapviz"], f"collection = {loaded}"


def averaged(state: State) -> str:
    """Write which topics a mean counts, as further arguments; nothing for the default.

    Examples
    --------
    >>> averaged(State(empty="omit"))
    ", empty='omit'"
    """
    return "".join(f", {name}={value!r}" for name, value in chosen(state, "topics", "empty"))


def command(state: State, source: Origin) -> str:
    r"""Line for the shell that prints the same table.

    Examples
    --------
    >>> print(command(State(g=(0.2, 0.8), depth="1000"), Origin()))
    python -m gapviz score qrels.txt runs --depth 1000 --format csv \
        -m 'AP(rel=1)' \
        -m 'GAP(g=0.2,0.8)' \
        -m 'xGAP(g=0.2,0.8)' \
        -m 'eGAP(g=0.2,0.8)'
    """
    return score(state, source, family_texts(state.g))


def score(state: State, source: Origin, measures: Sequence[str]) -> str:
    """Line for the shell that prints the means of measures; with a topic, each topic's scores too."""
    words = [start("score", state, source), "--format csv", *["-q"] * bool(state.topic)]
    return of_measures(" ".join(words), measures)


def start(name: str, state: State, source: Origin) -> str:
    """Begin a line for the shell: the command, the files and the conventions.

    Examples
    --------
    >>> start("tau", State(empty="omit"), Origin())
    'python -m gapviz tau qrels.txt runs --empty omit'
    >>> start("tau", State(duplicates="best", encoding="latin-1"), Origin(foreign=True))
    'python -m gapviz tau qrels.txt runs --duplicates best --encoding latin-1 --topics judged'
    """
    conventions = chosen(state, "ties", "depth", *READING, "topics", "empty")
    if source.foreign and state.topics == State().topics:
        conventions.append(("topics", state.topics))  # without that the command leaves such a run out
    if source.grades:
        conventions.append(("grades", source.grades))
    options = [f"--{name} {shlex.quote(value)}" for name, value in conventions]
    return " ".join([f"python -m gapviz {name}", _path(source.qrels), _path(source.runs), *options])


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


def _loading(state: State, source: Origin) -> str:
    options = [f", grades={source.grades!r}"] * bool(source.grades)
    options += [f", {name}={value!r}" for name, value in chosen(state, "ties", *READING)]
    options += [f", depth={state.depth}"] * bool(state.depth)
    options += [', errors="collect"'] * source.problems
    return "".join(options)


def _path(name: str) -> str:
    """Quote a path for the shell; one that begins with a hyphen would be an option."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
