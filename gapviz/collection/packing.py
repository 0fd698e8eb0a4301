"""Judgements and runs as arrays and facts, as the cache and a store keep them, and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gapviz.arrays import frozen
from gapviz.collection.model import Judgements, RunFacts
from gapviz.collection.reading.words import Words

_NOTICED = ("duplicates", "raised", "commented", "header")
"""What was noticed while the judgements were read."""


def judgement_arrays(judgements: Judgements) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of judgements.

    Parameters
    ----------
    judgements : Judgements

    Returns
    -------
    dict of arrays
    """
    ids = judgements.ids
    return {
        "offsets": judgements.offsets,
        "ids": np.stack(ids.columns),
        "long": ids.long,
        "tails": ids.tails,
        "raw_grades": judgements.raw_grades,
    }


def judgement_facts(judgements: Judgements) -> dict[str, Any]:
    """Return what judgements have beside the arrays, as JSON can hold it.

    Parameters
    ----------
    judgements : Judgements

    Returns
    -------
    dict
    """
    return {"topics": judgements.topics, **{name: getattr(judgements, name) for name in _NOTICED}}


def judgements_from(arrays: Mapping[str, npt.NDArray[Any]], facts: Mapping[str, Any]) -> Judgements:
    """Return the judgements that were kept.

    Parameters
    ----------
    arrays : mapping to arrays
        As `judgement_arrays` made them.
    facts : mapping
        As `judgement_facts` made them.

    Returns
    -------
    Judgements
    """
    return Judgements(
        tuple(facts["topics"]),
        frozen(arrays["offsets"]),
        Words(tuple(arrays["ids"]), arrays["long"], arrays["tails"]),
        frozen(arrays["raw_grades"]),
        **{name: facts[name] for name in _NOTICED},
    )


def run_facts_from(facts: Mapping[str, Any]) -> RunFacts:
    """Return the facts of a run that were kept as a dict.

    Parameters
    ----------
    facts : mapping
        What is no fact is passed over.

    Returns
    -------
    RunFacts
    """
    known = {field.name: facts[field.name] for field in dataclasses.fields(RunFacts)}
    return RunFacts(**{**known, "extra_topics": tuple(facts["extra_topics"])})
