"""Reading a measure from its text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from gapviz.collection.errors import InputError, one_line, shown
from gapviz.measures import MEASURES
from gapviz.measures.foreign import FOREIGN, lacking, respelled
from gapviz.measures.measure import Definition, Measure

SHAPE = re.compile(r"(?P<name>[\w'-]+)(?:\s*\((?P<inside>[^()]*)\))?(?:\s*@\s*(?P<n>[^\s@]+))?")
"""Each space can belong to one part only, so that a long text without a measure is refused at once."""

JUDGED_ONLY = re.compile(r"\s*judged_only\s*=\s*(true|false)\s*", re.IGNORECASE)

CLOSE = 0.7
"""How alike a name has to be to one that is suggested in its place (ratio of difflib)."""


def measure(text: str) -> Measure:
    """Read a measure.

    Parameters
    ----------
    text : str
        ``NAME(parameter=value,...)@n``: ``AP(rel=2)``, ``GAP(g=1/4,3/4)``, ``nDCG@10``. The names of
        ir_measures, trec_eval, pytrec_eval and ranx are read too where they mean the same (``R@10``,
        ``ndcg_cut_10``, ``map@10-l2``). Upper and lower case are one.

    Returns
    -------
    Measure
        ``str(measure(text))`` is the canonical text.

    Raises
    ------
    InputError
        For an unknown measure, with the closest names; for a parameter that the measure has not, that
        it needs, or whose value is out of range; for a name that means something else in another tool
        where it says no more, with what to write.

    Examples
    --------
    >>> str(measure("GAP(g=1/4,3/4)"))
    'GAP(g=0.25,0.75)'
    >>> str(measure("ndcg_cut_10"))
    'nDCG@10'
    >>> str(measure("nDCG(judged_only=True)@10"))
    "nDCG'@10"
    """
    if not isinstance(text, str):
        raise InputError("measure", "a measure as text, such as nDCG@10", shown(text))
    match = SHAPE.fullmatch(respelled(text.strip()))
    if match is None:
        raise InputError("measure", "a measure such as AP(rel=2) or nDCG@10", shown(text))
    foreign = FOREIGN.get(match["name"].casefold())
    definition = _definition(match["name"] if foreign is None else foreign.name)
    try:
        if foreign is not None and foreign.cut and match["n"] is None:
            raise InputError(text, foreign.cut, "none")
        inside, definition = _judged_only(match["inside"] or "", definition)
        values = _arguments(inside, definition) | dict(foreign.values if foreign is not None else {})
        if match["n"] is not None:
            values[definition.at] = match["n"]
        one = definition.measure(**values)
        _refuse_unclear(definition, values)
    except InputError as error:
        raise InputError(text.strip(), error.expected, error.given) from error
    return one


def _definition(name: str) -> Definition:
    known = {key.casefold(): row for row in MEASURES for key in (row.name, *row.aliases)}
    row = known.get(name.casefold())
    if row is None and (tool := lacking(name)):
        raise InputError(
            "measure", "a measure that gapviz has", f"{name}, which {tool} has and gapviz has not"
        )
    if row is None:
        closest = difflib.get_close_matches(name.casefold(), known, n=3, cutoff=CLOSE)
        names = list(dict.fromkeys(known[key].name for key in closest)) or [row.name for row in MEASURES]
        expected = f"a known measure ({'closest' if closest else 'one of'}: {', '.join(names)})"
        raise InputError("measure", expected, one_line(name, 60))
    return row


def _refuse_unclear(definition: Definition, values: Mapping[str, str]) -> None:
    """Refuse a text that means something else in other tools."""
    if definition.explicit and not any(name in values for name in definition.explicit):
        said = " or ".join(definition.explicit)
        expected = f"{said}, as in {definition.example}, since tools differ ({definition.elsewhere})"
        raise InputError(definition.name, expected, "neither" if len(definition.explicit) > 1 else "none")


def _judged_only(inside: str, definition: Definition) -> tuple[str, Definition]:
    """Take ir_measures' ``judged_only=True`` for the measure on the condensed list."""
    parts = re.split(r",(?=[^,=]*=)", inside)
    said = [part for part in parts if JUDGED_ONLY.fullmatch(part)]
    if len(said) != 1 or not definition.condensed:
        return inside, definition
    rest = ",".join(part for part in parts if part is not said[0])
    return rest, _definition(definition.condensed) if "true" in said[0].casefold() else definition


def _arguments(inside: str, definition: Definition) -> dict[str, str]:
    """Split ``g=0.1,0.9,rel=2`` where a new name starts."""
    foreign = {key: (p.name, value) for p in definition.parameters for key, value in p.foreign.items()}
    values: dict[str, str] = {}
    for part in re.split(r",(?=[^,=]*=)", inside) if inside.strip() else []:
        name, equals, value = (side.strip(" '\"") for side in part.partition("="))
        name, value = foreign.get(f"{name}={value}", (name, value))
        if not equals or name == "n" or name in values:
            raise InputError(definition.name, "parameters as name=value, each once", shown(part.strip()))
        values[name] = value
    return values
