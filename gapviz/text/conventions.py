"""The conventions under which numbers are made, in words: for chips, selectors and help."""

from __future__ import annotations

from dataclasses import dataclass

from gapviz.collection.model import Collection
from gapviz.collection.reading.rules import Rules
from gapviz.profile import Profile
from gapviz.text.numbers import counted, thousands

WORDS: dict[str, dict[str, tuple[str, str]]] = {
    "ties": {
        "trec_eval": (
            "trec_eval 10",
            "Score descending as doubles, ties by document id descending; the rank column is ignored.",
        ),
        "trec_eval9": (
            "trec_eval 9",
            "As trec_eval 10, with scores as 32-bit floats: scores that nearly agree become ties.",
        ),
        "rank": ("rank column", "The rank column ascending; equal ranks stay in the order of the file."),
        "file": ("file order", "The order of the rows in the file."),
    },
    "duplicates": {
        "refuse": ("refused", "A file in which a document stands twice in a topic is refused."),
        "first": ("first kept", "Of a document that stands twice the first row is kept."),
        "best": (
            "best kept",
            "Of a document that stands twice the row that ranks best, and the highest grade, is kept.",
        ),
    },
    "encoding": {
        "utf-8": ("UTF-8", "Ids are read as UTF-8."),
        "latin-1": ("Latin-1", "Ids are read as Latin-1 (ISO 8859-1), western European."),
        "cp1252": ("Windows-1252", "Ids are read as Windows-1252, western European."),
        "cp1251": ("Windows-1251", "Ids are read as Windows-1251, Cyrillic."),
        "gb18030": ("GB 18030", "Ids are read as GB 18030, Chinese; GBK and GB 2312 are part of it."),
        "shift_jis": ("Shift JIS", "Ids are read as Shift JIS, Japanese."),
        "utf-16": ("UTF-16", "Ids are read as UTF-16."),
    },
    "comments": {
        "skip": ("comments", "A line that begins with # is a comment; those that could be rows are counted."),
        "read": ("rows", "A line that begins with # is a row like any other: its topic begins so."),
    },
    "topics": {
        "judged": (
            "missing topics count 0",
            "Means are over all judged topics; one that a run lacks scores 0 (trec_eval -c).",
        ),
        "run": ("topics of the run only", "Means are over the judged topics that a run has."),
    },
    "empty": {
        "zero": (
            "nothing relevant: 0",
            "A topic without a relevant document scores 0 and is counted.",
        ),
        "omit": ("nothing relevant: left out", "A topic without a relevant document takes no part in means."),
    },
}
"""For each convention and value: a short name and one sentence."""

DEPTH = "Keep the first documents of each topic only (trec_eval -M). Empty: all of them."

EQUAL_MEANS = (
    "Means that differ by no more than 1e-12 of the larger one are equal: what is left is rounding. Runs "
    "with equal means tie in every correlation, and are ranked by name."
)

RULES = {"duplicates": "repeated documents", "encoding": "encoding", "comments": "# lines"}
"""How files are read, where it is not the usual way; with what a chip calls it."""

NEGATIVE = "Documents with a negative grade are pooled without a judgement, as in trec_eval."


@dataclass(frozen=True)
class Chip:
    """A convention in force, or a notice, beside the title.

    Attributes
    ----------
    text : str
    help : str
        A sentence that explains it.
    notice : bool
        Whether it is one that asks for attention.
    """

    text: str
    help: str = ""
    notice: bool = False


def holds(profile: Profile) -> str:
    """Say what a collection holds, in one line.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> holds(example())
    '1 run · 1 topic · 7 judged · grades 0–2'
    """
    runs, topics = profile.shape
    judged = int(profile.pool.counts.sum())
    parts = (counted(runs, "run"), counted(topics, "topic"), f"{thousands(judged)} judged")
    return f"{' · '.join(parts)} · grades 0–{profile.c}"


def chips(
    collection: Collection, *, topics: str, empty: str, nothing_relevant: int, notice: str = ""
) -> tuple[Chip, ...]:
    """Conventions in force, for the head of a page.

    Parameters
    ----------
    collection : Collection
        It says how its documents were put in order.
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.
    nothing_relevant : int
        Topics without a relevant document; their convention is shown only if there are any.
    notice : str
        What data health has to say.
    """
    said = (
        [Chip("synthetic", "Generated from a seed, not measured.", notice=True)]
        if collection.synthetic
        else []
    )
    name, sentence = WORDS["ties"][collection.ranking.ties]
    said.append(Chip(f"ties: {name}", sentence))
    said.append(Chip(*WORDS["topics"][topics]))
    if nothing_relevant:
        name, sentence = WORDS["empty"][empty]
        some = "1 topic" if nothing_relevant == 1 else f"{nothing_relevant} topics"
        said.append(Chip(f"{some} with {name}", sentence))
    depth = collection.ranking.depth
    cut = f"Only the first {depth} documents of each topic are kept (trec_eval -M)."
    said.append(Chip(f"depth {depth or 'all'}", cut if depth else "All documents of a run are kept."))
    for name, label in RULES.items():
        value = getattr(collection.rules, name)
        if value != getattr(Rules(), name):
            short, sentence = WORDS[name].get(value, (value, f"Ids are read as {value}."))
            said.append(Chip(f"{label}: {short}", sentence))
    if mapping := str(collection.grade_map):
        said.append(Chip(f"grades {mapping}", "Grade mapping in force, from raw grade to grade."))
    elif collection.negative:
        said.append(Chip("negative grades: unjudged", NEGATIVE))
    if notice:
        said.append(Chip(notice, "See data health on the page Collection.", notice=True))
    return tuple(said)
