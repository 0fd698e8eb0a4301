"""The parameters of an experiment, as texts that an address can hold: every value is spelled out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar, get_args
from urllib.parse import quote, unquote

from gapviz.analysis.experiments.inference import Known
from gapviz.analysis.experiments.paired import Test
from gapviz.analysis.experiments.robustness import Design
from gapviz.analysis.rankings.scores import RATE as _RATE
from gapviz.analysis.rankings.sets import EVERYTHING
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure

MOST_MEASURES = 8
"""Of one experiment; as many lines as a figure can tell apart."""

MOST_RATES = 20

MOST_TEXT = 2000
"""Characters of a plan in an address."""

SHORT_RATES = (1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01)
"""Rates that are asked for at first: fewer than the papers' 17, over the same span."""

SETS = ("topic_set", "run_set")
"""Fields that name sets."""

Span = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """Parameters that all experiments have.

    Attributes
    ----------
    measures : tuple of str
        Canonical texts; "rate" stands where a parameter follows the rate.
    seed : int
    """

    measures: tuple[str, ...]
    seed: int = 0

    SPANS: ClassVar[dict[str, Span]] = {"seed": (0, 2**32 - 1)}
    """Lowest and highest value of each number."""

    CHOICES: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Values of each field that takes one of a few."""

    TEXTS: ClassVar[tuple[str, ...]] = ()
    """Fields of any text, which the plan holds without the characters that part its fields."""

    def __str__(self) -> str:
        """Text that `read` reads back.

        Examples
        --------
        >>> str(VariationPlan(("AP(rel=1)",), theta=0.8))
        'measures=AP(rel=1);seed=0;theta=0.8;repeats=50'
        >>> str(VariationPlan(("AP",), topic_set="few key"))
        'measures=AP;seed=0;topic_set=few key;theta=0.9;repeats=50'
        """
        values = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}
        values = {name: value for name, value in values.items() if name not in SETS or value != EVERYTHING}
        texts = {name: quote(values[name], safe="/ ,()=") for name in self.TEXTS if name in values}
        return ";".join(f"{name}={texts.get(name) or _text(value)}" for name, value in values.items())


@dataclass(frozen=True)
class SetPlan(Plan):
    """Parameters that all experiments on sets of topics and of runs have.

    Attributes
    ----------
    topic_set, run_set : str
        As `gapviz.analysis.rankings.sets` reads them.
    """

    topic_set: str = field(default=EVERYTHING, kw_only=True)
    run_set: str = field(default=EVERYTHING, kw_only=True)

    TEXTS: ClassVar = SETS


@dataclass(frozen=True)
class RobustnessPlan(SetPlan):
    """Parameters of `gapviz.analysis.experiments.robustness.robustness`."""

    design: str = "stratified"
    rates: tuple[float, ...] = SHORT_RATES
    samples: int = 5

    SPANS: ClassVar = {**Plan.SPANS, "rates": (1e-4, 1.0), "samples": (1, 50)}
    CHOICES: ClassVar = {"design": get_args(Design)}


@dataclass(frozen=True)
class SignificancePlan(SetPlan):
    """Parameters of `gapviz.analysis.experiments.significance.significance`."""

    test: str = "bootstrap"
    pairs: str = "all"
    resamples: int = 1000
    alpha: float = 0.05

    SPANS: ClassVar = {**Plan.SPANS, "resamples": (20, 20_000), "alpha": (1e-4, 0.5)}
    CHOICES: ClassVar = {"test": get_args(Test), "pairs": ("all", "selected")}


@dataclass(frozen=True)
class InformativenessPlan(SetPlan):
    """Parameters of the analysis `informativeness`; `measures` take each g of a path."""

    known: str = "judged"
    least: int = 5
    lists: int = 50

    SPANS: ClassVar = {**Plan.SPANS, "least": (1, 1000), "lists": (1, 2000)}
    CHOICES: ClassVar = {"known": get_args(Known), "measures": GRADED}


@dataclass(frozen=True)
class VariationPlan(SetPlan):
    """Parameters of `gapviz.analysis.experiments.variation.variation`."""

    theta: float = 0.9
    repeats: int = 50

    SPANS: ClassVar = {**Plan.SPANS, "theta": (0.0, 1.0), "repeats": (2, 1000)}


@dataclass(frozen=True)
class LearningPlan(Plan):
    """Parameters of `gapviz.learning.learning`; `data` is the key of the features, sigma 0 is none."""

    data: str = "synthetic"
    folds: int = 5
    rounds: int = 100
    sigma: float = 0.0
    change: str = "absolute"
    peers: str = "yes"

    SPANS: ClassVar = {**Plan.SPANS, "folds": (2, 20), "rounds": (1, 1000), "sigma": (0.0, 100.0)}
    CHOICES: ClassVar = {"change": ("absolute", "signed"), "peers": ("yes", "no")}
    TEXTS: ClassVar = ("data",)


P = TypeVar("P", bound=Plan)


def read(kind: type[P], text: str) -> P:
    """Read a plan.

    Raises
    ------
    ValueError
        With what was expected, for a text that is no plan of this kind or goes beyond its bounds.

    Examples
    --------
    >>> read(VariationPlan, "measures=AP|GAP(g=1/4,3/4);theta=0.5").measures
    ('AP', 'GAP(g=0.25,0.75)')
    >>> read(VariationPlan, "measures=AP;theta=2")
    Traceback (most recent call last):
    ...
    ValueError: expected theta from 0 to 1
    """
    if len(text) > MOST_TEXT:
        raise ValueError(f"expected a plan of up to {MOST_TEXT} characters")
    fields = {one.name: one for one in dataclasses.fields(kind)}
    values: dict[str, Any] = {}
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if not equals or name not in fields or name in values:
            raise ValueError(f"expected {', '.join(fields)} as name=value with semicolons between them")
        values[name] = _value(kind, name, str(fields[name].type), value)
    if not values.get("measures"):
        raise ValueError("expected a measure or more")
    return kind(**values)


def checked(plan: P) -> P:
    """Return the plan with canonical measures.

    Raises
    ------
    ValueError
        For a value beyond its bounds.
    """
    return read(type(plan), str(plan))


def without_g(texts: Sequence[str], g: Sequence[float]) -> tuple[str, ...]:
    """Name the measures of the family with this g alone: undo `with_g`.

    Examples
    --------
    >>> without_g(("AP(rel=1)", "GAP(g=0.5,0.5)", "GAP(g=0.0,1.0)"), (0.5, 0.5))
    ('AP(rel=1)', 'GAP', 'GAP(g=0.0,1.0)')
    """
    short = {canonical(text): name for name in GRADED for text in with_g((name,), g)}
    return tuple(short.get(text, text) for text in texts)


def canonical(text: str) -> str:
    """Return a measure's text as a plan has it.

    Raises
    ------
    ValueError
        For a text that is no measure.

    Examples
    --------
    >>> canonical("AP(rel=1)"), canonical("subAP(p=rate)")
    ('AP', 'subAP(p=rate)')
    """
    # With "rate" for 1 the text has to be a measure; what is kept has the word.
    try:
        read_text = str(measure(_RATE.sub("1", text)))
    except InputError as error:
        raise ValueError(f"expected a measure in {text[:60]!r}: {error.expected}") from None
    return text.strip() if _RATE.search(text) else read_text


def _value(kind: type[Plan], name: str, declared: str, text: str) -> Any:
    if name == "measures":
        return _measures(kind, text)
    if name in kind.TEXTS:
        return unquote(text)
    if name in kind.CHOICES:
        if text not in kind.CHOICES[name]:
            raise ValueError(f"expected {name} as one of {', '.join(kind.CHOICES[name])}")
        return text
    low, high = kind.SPANS[name]
    convert: Callable[[str], Any] = int if declared == "int" else float
    try:
        numbers = [convert(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(low <= number <= high for number in numbers) or len(numbers) > MOST_RATES:
        raise ValueError(f"expected {name} from {low:.10g} to {high:.10g}")
    if declared.startswith("tuple"):
        return tuple(sorted({float(number) for number in numbers}, reverse=True))
    return numbers[0]


def _measures(kind: type[Plan], text: str) -> tuple[str, ...]:
    parts = tuple(dict.fromkeys(filter(None, text.split("|"))))
    if "measures" in kind.CHOICES:
        if not set(parts) <= set(kind.CHOICES["measures"]):
            raise ValueError(f"expected measures among {', '.join(kind.CHOICES['measures'])}")
        return parts
    if len(parts) > MOST_MEASURES:
        raise ValueError(f"expected up to {MOST_MEASURES} measures, found {len(parts)}")
    return tuple(dict.fromkeys(map(canonical, parts)))


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ("|" if value and isinstance(value[0], str) else ",").join(map(_text, value))
    return repr(value) if isinstance(value, float) else str(value)


KINDS: dict[str, type[Plan]] = {
    "robustness": RobustnessPlan,
    "significance": SignificancePlan,
    "informativeness": InformativenessPlan,
    "variation": VariationPlan,
    "learning": LearningPlan,
}
"""Kind of plan by the name of its page."""

OF_THE_COLLECTION = tuple(name for name in KINDS if name != "learning")
"""Plans that say what is done with the collection that is open."""

ANOTHER: dict[str, Any] = {
    "fingerprint": "", "grades": "", "selected": (), "topic": "",
    **dict.fromkeys(OF_THE_COLLECTION, ""),
}  # fmt: skip
"""Fields of the state that don't outlive the collection that they were chosen for."""
