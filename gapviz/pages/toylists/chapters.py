"""The chapters of the guided tour: their words, the state that each sets, and its question."""

from __future__ import annotations

from dataclasses import dataclass

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.quiz import DIGITS, Question
from gapviz.analysis.toylists.values import said
from gapviz.pages.toylists.parts import Toys
from gapviz.text.names import subscript


@dataclass(frozen=True)
class Chapter:
    """A chapter.

    Attributes
    ----------
    title : str
    text : str
        What to know, as Markdown.
    toy, other : ToyList, ToyList or None
        The lists that it sets.
    g : tuple of float
        The user model that it sets.
    question : str
    answers : tuple of str
        To choose from; none where the page itself is the answer: see `reached`.
    right : int
        Number of the right answer.
    because : str
        What is said to a right answer.
    hint : str
        What is said to a wrong one.
    part : str
        What stands below the list: "curve", "experiments", "limits" or "second"; "nothing" where not even
        the list stands there, whose values would be the answer.
    slips : tuple of str
        What is said to each of the answers in place of the hint.
    """

    title: str
    text: str
    toy: ToyList
    g: tuple[float, ...]
    question: str
    because: str
    hint: str
    answers: tuple[str, ...] = ()
    right: int = 0
    other: ToyList | None = None
    part: str = ""
    slips: tuple[str, ...] = ()


CHAPTERS = (
    Chapter(
        title="Thresholds",
        text="Grades tell how relevant a document is, but a user only finds it worth reading or not. So "
        "each user has a **threshold**: with threshold 1 grades 1 and 2 count, with threshold 2 only grade "
        "2. Average precision for one threshold is AP; g says how many users have each threshold, and eGAP "
        "is the mean of their APs. The list below has the grades 1, 2, 0, 1.",
        toy=ToyList.parse("2.1201."),
        g=(0.5, 0.5),
        question="What is AP for the users with threshold 2?",
        answers=("0.25", "0.5", "0.9167", "1"),
        right=1,
        because="Only the document at rank 2 counts for them, and the precision there is 1/2. For threshold "
        "1 it is (1 + 1 + 3/4) / 3 = 0.9167; with half of the users each, eGAP is the mean of the two, "
        "0.7083.",
        hint="Which documents count at threshold 2, and what is the precision at their ranks?",
    ),
    Chapter(
        title="GAP's bias",
        text="GAP is the expectation of a random experiment. Step 1 selects a document, by how many users "
        "find it relevant. xGAP and eGAP select a **user** first, and then a document that this user finds "
        "relevant. The list has one document of grade 2 among ten of grade 1, and half of all users want "
        "nothing but grade 2. Watch some trials below, and exchange GAP for xGAP.",
        toy=ToyList.parse("2.11111211111."),
        g=(0.5, 0.5),
        question="How often does step 1 of GAP's experiment select the document of grade 2?",
        answers=("1 in 2", "6 in 11", "1 in 6", "1 in 11"),
        right=2,
        because="Each document of grade 1 weighs g₁ = 0.5 and the one of grade 2 weighs 1: 1 / (10 × 0.5 + "
        "1) = 1/6. For xGAP and eGAP it is 12/22: half of the users want only this document. Few documents "
        "of a high grade count little in GAP, even where many users wait for them.",
        hint="A document of grade 1 weighs g₁, one of grade 2 weighs g₁ + g₂ = 1; divide by the sum over "
        "all.",
        part="experiments",
    ),
    Chapter(
        title="The long list",
        text="Ten documents of grade 1, then the only one of grade 2 — and nine users of ten want grade 2 "
        "and nothing else. They have to read the whole list. The chart shows what happens as the list "
        "grows.",
        toy=ToyList.parse("2.11111111112."),
        g=(0.1, 0.9),
        question="Which measure tends to 1 as n grows, as if all users were content?",
        answers=("GAP", "xGAP", "eGAP"),
        right=0,
        because="GAP tends to 1 as soon as some users have threshold 1. xGAP tends to 1 − g₂² = 0.19, and "
        "eGAP to 1 − g₂ = 0.1, the share of users who find what they want early.",
        hint="Look at the right end of the curves, where n is 10 000.",
        part="limits",
    ),
    Chapter(
        title="The area under the graded curve",
        text="Graded recall grows at each relevant document by the share of users who want it; graded "
        "precision is how much of what was read so far those users want. The steps of this curve cover an "
        "area. The two dashed curves are those of each threshold alone, in which a document counts or "
        "doesn't.",
        toy=ToyList.parse("2.1201."),
        g=(0.5, 0.5),
        question="The area under the steps of the graded curve is one of the measures above. Which one?",
        answers=("GAP", "xGAP", "eGAP", "AP"),
        right=0,
        because="The area under the graded curve is GAP. The areas under the curves of the thresholds are "
        "their APs, and the mean of those by g is eGAP.",
        hint="The legend of the chart has the area of each curve. Compare it with the cards.",
        part="curve",
    ),
    Chapter(
        title="Whose users?",
        text="Two lists of the same documents. The first has three documents of grade 1 at the top and the "
        "one of grade 2 at the end; the second has the one of grade 2 at rank 2. Now four users of five "
        "want only grade 2, and eGAP prefers the second list.",
        toy=ToyList.parse("2.111002."),
        other=ToyList.parse("2.021101."),
        g=(0.2, 0.8),
        question="Move g (at the left) until eGAP prefers the first list, then press Check.",
        because="The first list is better for users who take any relevant document, the second for those "
        "who wait for grade 2. eGAP turns where g₂ is 0.448: which list is better depends on whose users "
        "you mean.",
        hint="eGAP still prefers the second list. Give more of the users threshold 1.",
        part="second",
    ),
)
"""The chapters in order; the address holds a chapter's number from 1, and that of the last question after."""

LAST = len(CHAPTERS) + 1

WITHOUT_HELP = "Without help"
"""Title of the last question."""


def last(asked: Question) -> Chapter:
    """Ask a question that was drawn: the chapters have not answered it."""
    toy, answers = asked.toy, tuple(f"{answer:.{DIGITS}f}" for answer in asked.answers)
    missing = f", and grade {', '.join(map(str, toy.missing))} was not retrieved" if toy.missing else ""
    shares = ", ".join(f"g{subscript(h)} = {share:g}" for h, share in enumerate(asked.g, 1))
    by_hand = " + ".join(f"{share:g} × {ap:.{DIGITS}f}" for share, ap in zip(asked.g, asked.aps, strict=True))
    aps = ", ".join(f"{ap:.{DIGITS}f} at threshold {h}" for h, ap in enumerate(asked.aps, 1))
    worked = f"AP is {aps}, and eGAP {by_hand} = {answers[asked.right]}."
    return Chapter(
        title=WITHOUT_HELP,
        text=f"This list was drawn for you. By rank it has the grades **{', '.join(map(str, toy.ranked))}**"
        f"{missing}. The users are {shares}. Work it out on paper; no values stand on this page.",
        toy=toy,
        g=asked.g,
        question="What is eGAP of this list?",
        answers=answers,
        right=asked.right,
        because=worked,
        hint="",
        slips=tuple(slip and f"That is {slip}. {worked}" for slip in asked.slips),
        part="nothing",
    )


def reached(view: Toys) -> bool:
    """Say whether eGAP prefers the first list: what the last chapter asks for."""
    row = said([view.family["eGAP"]], view.toy, other=view.other)[0]
    return row.difference is not None and row.difference > 0
