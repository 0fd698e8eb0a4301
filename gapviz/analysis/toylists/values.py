"""What measures say of a toy list, before and after a step, and beside another list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.collection.errors import InputError
from gapviz.measures.measure import Measure


@dataclass(frozen=True)
class Said:
    """The value of a measure on a list, and its change since the last step.

    Attributes
    ----------
    measure : Measure
    value : float or None
        None where the measure does not fit the list's scale.
    step : float or None
        Value less that before the last step; None where there was none on this scale.
    other, difference : float or None
        Value of the other list, and the list's value less it; None without one on this scale.
    problem : str
        Why there is no value.
    """

    measure: Measure
    value: float | None
    step: float | None = None
    other: float | None = None
    difference: float | None = None
    problem: str = ""


def said(
    measures: Sequence[Measure], toy: ToyList, *, before: ToyList | None = None, other: ToyList | None = None
) -> tuple[Said, ...]:
    """Score a list, and compare it with what it was before and with another list.

    Parameters
    ----------
    measures : sequence of Measure
    toy : ToyList
    before, other : ToyList, optional
        Of another scale they are not compared: their grades do not mean the same.

    Returns
    -------
    tuple of Said
        One for each measure.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> said([measure("AP(rel=1)")], ToyList.parse("1.10."), before=ToyList.parse("1.01."))[0].step
    0.5
    """
    sayings = []
    for measure in measures:
        try:
            now = _value(measure, toy)
            past, beside = (
                None if one is None or one.c != toy.c else _value(measure, one) for one in (before, other)
            )
        except InputError as error:
            sayings.append(Said(measure, None, problem=str(error)))
            continue
        step = None if past is None else now - past
        sayings.append(Said(measure, now, step, beside, None if beside is None else now - beside))
    return tuple(sayings)


def _value(measure: Measure, toy: ToyList) -> float:
    return float(values([measure], [toy]).item())
