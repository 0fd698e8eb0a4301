"""The conventions under which numbers are made, in words: for chips, selectors and help."""

from __future__ import annotations

from gapviz.collection.model import Collection
from gapviz.pages.parts.markup import Chip
from gapviz.pages.session.state import State

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

NEGATIVE = "Documents with a negative grade are pooled without a judgement, as in trec_eval."


def chips(
    state: State, collection: Collection, *, nothing_relevant: int, notice: str = ""
) -> tuple[Chip, ...]:
    """Conventions in force, for the head of a page.

    Parameters
    ----------
    state : State
    collection : Collection
        It says how its documents were put in order.
    nothing_relevant : int
        Topics without a relevant document; their convention is shown only if there are any.
    notice : str
        What data health has to say.

    Returns
    -------
    tuple of Chip
    """
    found = (
        [Chip("synthetic", "Generated from a seed, not measured.", notice=True)]
        if collection.synthetic
        else []
    )
    name, sentence = WORDS["ties"][collection.ranking.ties]
    found.append(Chip(f"ties: {name}", sentence))
    found.append(Chip(*WORDS["topics"][state.topics]))
    if nothing_relevant:
        name, sentence = WORDS["empty"][state.empty]
        topics = "1 topic" if nothing_relevant == 1 else f"{nothing_relevant} topics"
        found.append(Chip(f"{topics} with {name}", sentence))
    found.append(Chip(f"depth {collection.ranking.depth or 'all'}", DEPTH))
    if mapping := str(collection.grade_map):
        found.append(Chip(f"grades {mapping}", "Grade mapping in force, from raw grade to grade."))
    elif collection.negative:
        found.append(Chip("negative grades: unjudged", NEGATIVE))
    if notice:
        found.append(Chip(notice, "See data health on the page Collection.", notice=True))
    return tuple(found)
