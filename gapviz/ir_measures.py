"""Measures of gapviz as measures of ir_measures, and so of PyTerrier; needs ``gapviz[ir_measures]``.

The import registers them: `ir_measures.parse_measure` reads their texts, and `ir_measures.calc_aggregate` and
the like compute them, beside any others. ir_measures' own are computed as before.

Examples
--------
>>> import ir_measures
>>> from ir_measures import nDCG
>>> from gapviz.ir_measures import GAP
>>> qrels = {"1": {"a": 2, "b": 1, "c": 0}}
>>> run = {"1": {"b": 3.0, "c": 2.0, "a": 1.0}}
>>> found = ir_measures.calc_aggregate([GAP(g="0.2,0.8"), nDCG @ 10], qrels, run)
>>> sorted((str(measure), round(value, 4)) for measure, value in found.items())
[("GAP(g='0.2,0.8')", 0.5), ('nDCG@10', 0.7602)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import ir_measures
from ir_measures.measures import ParamInfo
from ir_measures.measures.base import _NOT_PROVIDED
from ir_measures.util import QrelsConverter, RunConverter

import gapviz
from gapviz.measures import MEASURES
from gapviz.measures.measure import Definition

THEIRS = frozenset(
    {"AP", "nDCG", "P", "Recall", "Rprec", "RR", "Success", "IPrec", "RBP", "ERR", "bpref", "infAP", "Judged"}
    | {"indAP", "nDCG'"}
)
"""Measures that ir_measures has itself, the last two as AP and nDCG with ``judged_only=True``."""

CUT = {"n": "cutoff"}
"""What ir_measures calls a parameter."""

RUN = "run"


class GapvizMeasure(ir_measures.Measure):  # type: ignore[misc]
    """A measure of gapviz, as ir_measures has measures."""

    TEXT: str
    """Its name in gapviz, which need not be one that Python can read."""

    def __init__(self, **params: Any) -> None:
        # As gapviz reads a list: ir_measures can't parse the repr of a tuple.
        texts = {
            name: ",".join(map(str, one)) for name, one in params.items() if isinstance(one, (tuple, list))
        }
        super().__init__(**params | texts)
        if params.keys() - self.SUPPORTED_PARAMS.keys():  # of which ir_measures can't write the text
            in_gapviz(self)

    def validate_params(self) -> None:
        """Refuse parameters that the measure has not, or that are out of range.

        Raises
        ------
        InputError
        """
        in_gapviz(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name: reading it imports this module, which registers the measures."""
        return _named, (self.NAME, self.params)


class Provider(ir_measures.Provider):  # type: ignore[misc]
    """What computes them: each run on all topics of the judgements, as `gapviz.scores` does by default."""

    NAME = "gapviz"

    def supports(self, measure: ir_measures.Measure) -> bool:
        """Say whether a measure is one of gapviz, or infAP, which ir_measures takes from elsewhere."""
        if not isinstance(measure, (GapvizMeasure, type(ir_measures.infAP))):
            return False
        measure.validate_params()
        return True

    def _evaluator(self, measures: Iterable[ir_measures.Measure], qrels: Any) -> Evaluator:
        asked = list(measures)
        for one in asked:
            if not self.supports(one):
                raise ValueError(f"unsupported measure {one}")  # as ir_measures' own providers say
        return Evaluator(asked, QrelsConverter(qrels).as_dict_of_dict())


class Evaluator(ir_measures.Evaluator):  # type: ignore[misc]
    """Scores runs against the same judgements."""

    def __init__(self, measures: list[ir_measures.Measure], qrels: dict[str, dict[str, int]]) -> None:
        super().__init__(measures, set(qrels))
        self.qrels = qrels

    def _iter_calc(self, run: Any) -> Iterator[ir_measures.Metric]:
        ranked = RunConverter(run).as_dict_of_dict()
        collection = gapviz.load(self.qrels, {RUN: ranked}, identities=True)
        scores = gapviz.scores(collection, [in_gapviz(one) for one in self.measures])
        for measure, values in zip(self.measures, scores.values[:, 0].tolist(), strict=True):
            for topic, value in zip(scores.topics, values, strict=True):
                yield ir_measures.Metric(query_id=topic, measure=measure, value=value)


def in_gapviz(measure: ir_measures.Measure) -> gapviz.Measure:
    """Return the measure of gapviz.

    Parameters
    ----------
    measure : ir_measures.Measure
        One of `NAMES`, or infAP.

    Returns
    -------
    gapviz.Measure

    Raises
    ------
    InputError
        For parameters that it has not, or that are out of range.

    Examples
    --------
    >>> in_gapviz(ir_measures.parse_measure("JKnDCG(b=3)@10"))
    measure('JKnDCG(b=3)@10')
    """
    at = measure.params.get(measure.AT_PARAM)
    named = ",".join(f"{name}={value}" for name, value in measure.params.items() if name != measure.AT_PARAM)
    text = getattr(measure, "TEXT", measure.NAME) + (f"({named})" if named else "")
    return gapviz.measure(text if at is None else f"{text}@{at}")


def _registered(definition: Definition) -> ir_measures.Measure:
    """Make a measure of ir_measures of one of gapviz, and let ir_measures know it."""
    name = definition.name.replace("-", "_").replace("'", "_condensed")
    parameters = {
        CUT.get(one.name, one.name): ParamInfo(
            default=_NOT_PROVIDED if one.spelled else one.default, desc=one.meaning
        )
        for one in definition.parameters
    }
    kind = type(
        name,
        (GapvizMeasure,),
        {
            "__doc__": definition.function.__doc__,
            "__name__": name,
            "NAME": name,
            "TEXT": definition.name,
            "PRETTY_NAME": definition.name,
            "SHORT_DESC": definition.summary,
            "AT_PARAM": CUT.get(definition.at, definition.at),
            "SUPPORTED_PARAMS": parameters,
        },
    )
    measure = kind()
    ir_measures.measures.register(measure)
    return measure


NAMES = {str(one.NAME): one for one in (_registered(row) for row in MEASURES if row.name not in THEIRS)}
"""The measures by the names under which ir_measures knows them."""

provider = ir_measures.providers.register(Provider())
"""Computes infAP too, if it is asked itself: ``provider.calc_aggregate([infAP], qrels, run)``."""

ir_measures.DefaultPipeline.providers.append(provider)

__all__ = ["NAMES", "in_gapviz", "provider", *NAMES]


def _named(name: str, params: dict[str, Any]) -> ir_measures.Measure:
    """Return a measure by its name, for pickle."""
    return NAMES[name](**params)


def __dir__() -> list[str]:
    """Name the measures too, which `__getattr__` finds."""
    return sorted({*globals(), *NAMES})


def __getattr__(name: str) -> ir_measures.Measure:
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return NAMES[name]
