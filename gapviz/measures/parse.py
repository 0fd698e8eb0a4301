"""Reading a measure from its text."""

from __future__ import annotations

import difflib
import re

from gapviz.collection.errors import InputError, one_line, shown
from gapviz.measures import MEASURES
from gapviz.measures.measure import Definition, Measure

SHAPE = re.compile(r"(?P<name>[\w'-]+)(?:\s*\((?P<inside>[^()]*)\))?(?:\s*@\s*(?P<n>[^\s@]+))?")
"""Each space can belong to one part only, so that a long text without a measure is refused at once."""

JUDGED_ONLY = re.compile(r"\s*judged_only\s*=\s*(true|false)\s*", re.IGNORECASE)

TREC_EVAL_CUT = re.compile(r"(?<=\w)_(?=\d+$)")
"""The last underscore of trec_eval's ndcg_cut_10 and P_10."""


def measure(text: str) -> Measure:
    """Read a measure.

    Parameters
    ----------
    text : str
        ``NAME(parameter=value,...)@n``: ``AP(rel=2)``, ``GAP(g=1/4,3/4)``, ``nDCG@10``. The names of
        ir_measures and trec_eval are read too where they mean the same (``R@10``, ``ndcg_cut_10``).
        Upper and lower case are one.

    Returns
    -------
    Measure
        ``str(measure(text))`` is the canonical text.

    Raises
    ------
    InputError
        For an unknown measure, with the closest names; for a parameter that the measure has not, that
        it needs, or whose value is out of range.

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
    match = SHAPE.fullmatch(TREC_EVAL_CUT.sub("@", text.strip()))
    if match is None:
        raise InputError("measure", "a measure such as AP(rel=2) or nDCG@10", shown(text))
    definition = _definition(match["name"])
    try:
        inside, definition = _judged_only(match["inside"] or "", definition)
        values = _arguments(inside, definition)
        if match["n"] is not None:
            values["n"] = match["n"]
        return definition.measure(**values)
    except InputError as error:
        raise InputError(text.strip(), error.expected, error.found) from error


def _definition(name: str) -> Definition:
    known = {key.casefold(): row for row in MEASURES for key in (row.name, *row.aliases)}
    row = known.get(name.casefold())
    if row is None:
        closest = difflib.get_close_matches(name.casefold(), known, n=3, cutoff=0.5)
        names = list(dict.fromkeys(known[key].name for key in closest)) or [row.name for row in MEASURES]
        expected = f"a known measure ({'closest' if closest else 'one of'}: {', '.join(names)})"
        raise InputError("measure", expected, one_line(name, 60))
    return row


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
