"""Settings of the panels of toy lists, as texts that an address can hold: "trials:1000"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, get_args

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.toylists.outputs import LONGEST
from gapviz.analysis.toylists.trials import Kind
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure

NUMBERS = (10, 100, 1_000, 10_000, 100_000)
"""Trials of a random experiment."""

STORIES = 50
"""Trials that can be looked at one by one."""

LENGTHS = (1, 2, 3, 5, 8, 12, 20, 40)
"""Lists of the family "n ones, then one two" that can be put onto the list."""

CHANGES = ("move", "grade", "fixed", "found")
"""What may happen to a document."""

SIZES = (10, 100)
"""Relevant documents of a topic, where top-heaviness is shown."""


@dataclass(frozen=True)
class Setting:
    """What a setting may be.

    Attributes
    ----------
    default : str
        Left out of an address.
    expected : str
        In words.
    allows : callable
        Says whether a text is a value of it.
    """

    default: str
    expected: str
    allows: Callable[[str], bool]


def _among(offered: Iterable[Any], default: Any) -> Setting:
    texts = tuple(map(str, offered))
    return Setting(str(default), f"one of {', '.join(texts)}", texts.__contains__)


def _whole(low: int, high: int) -> Setting:
    return Setting(str(low), f"a whole number from {low} to {high}", lambda text: _within(text, low, high))


def _within(text: str, low: int, high: int) -> bool:
    return in_digits(text) and len(text) <= 10 and low <= int(text) <= high


def _named(text: str) -> bool:
    """Say whether a text names a measure; those of the family stand alone."""
    try:
        return text in FAMILY or str(measure(text)) == text
    except InputError:
        return False


_POOL = Setting(
    "",
    f"documents of each grade and a length, with commas between them, from 0 to {LONGEST}",
    lambda text: all(_within(part, 0, LONGEST) for part in text.split(",")),
)

SETTINGS: Mapping[str, Setting] = {
    "n": _among(LENGTHS, 12),
    "first": Setting("GAP", "a measure", _named),
    "second": Setting("eGAP", "a measure", _named),
    "pair": _whole(0, 10_000),
    "experiment": _among(get_args(Kind), "GAP"),
    "trials": _among(NUMBERS, 10_000),
    "seed": _whole(1, 2**32 - 1),
    "trial": _whole(1, STORIES),
    "worth": Setting("eGAP", "a measure", _named),
    "change": _among(CHANGES, "move"),
    "relevant": _among(SIZES, 10),
    "pool": _POOL,
    "x": Setting("GAP", "a measure", _named),
    "y": Setting("eGAP", "a measure", _named),
}
"""Settings by name."""

T = TypeVar("T")


def setting(kept: Sequence[str], name: str) -> str:
    """Return the text of a setting.

    Examples
    --------
    >>> setting(("trials:100",), "trials"), setting((), "trials")
    ('100', '10000')
    """
    values = (text.removeprefix(f"{name}:") for text in kept if text.startswith(f"{name}:"))
    return next(values, SETTINGS[name].default)


def offered(kept: Sequence[str], name: str, values: Sequence[T]) -> T:
    """Return the value that a setting names, its default or the first one where it is not offered.

    Examples
    --------
    >>> offered(("trials:100",), "trials", (10, 100)), offered(("x:nDCG",), "x", ("AP", "GAP"))
    (100, 'GAP')
    """
    by_text = {str(value): value for value in values}
    for text in (setting(kept, name), SETTINGS[name].default):
        if text in by_text:
            return by_text[text]
    return values[0]


def changed(kept: Sequence[str], **values: Any) -> tuple[str, ...]:
    """Return the settings with other values, in the order of their names in `SETTINGS`.

    Examples
    --------
    >>> changed(("trials:100",), seed=3), changed(("seed:3",), seed=1)
    (('trials:100', 'seed:3'), ())
    """
    texts = {name: str(values.get(name, setting(kept, name))) for name in SETTINGS}
    return tuple(f"{name}:{text}" for name, text in texts.items() if text != SETTINGS[name].default)


def read(given: Sequence[str]) -> tuple[str, ...]:
    """Read the settings of an address.

    Raises
    ------
    ValueError
        With what was expected, for one that is none.

    Examples
    --------
    >>> read(["seed:3", "trials:100"])
    ('trials:100', 'seed:3')
    >>> read(["trials:7"])
    Traceback (most recent call last):
    ...
    ValueError: expected trials as one of 10, 100, 1000, 10000, 100000
    """
    values = {}
    for part in given:
        name, _, text = part.partition(":")
        if name not in SETTINGS:
            raise ValueError(f"expected {', '.join(SETTINGS)} as name:value")
        if not SETTINGS[name].allows(text):
            raise ValueError(f"expected {name} as {SETTINGS[name].expected}")
        values[name] = text
    return changed((), **values)
