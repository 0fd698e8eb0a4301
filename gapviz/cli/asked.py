"""Measures that a command is asked for: those that fit stay, and each other one is a sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from gapviz.analysis.rankings.scores import fitting, unreadable
from gapviz.cli.command import profiled
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.profile import Profile

OPTIONS = ("measure", "against")
"""Attributes of the options that hold texts of measures."""


def refuse_unreadable(options: argparse.Namespace) -> None:
    """Say before files are read that no text is a measure.

    Raises
    ------
    InputError
    """
    for texts in filter(None, (getattr(options, name, None) for name in OPTIONS)):
        problems = [error for text in texts if (error := unreadable(text))]
        if len(problems) == len(texts):
            _refuse(problems)


def keep_fitting(data: Collection | Profile, options: argparse.Namespace) -> bool:
    """Leave out of the options the measures that can't be used here, each with a sentence on standard error.

    Parameters
    ----------
    data : Collection or Profile
    options : argparse.Namespace
        Changed in place.

    Returns
    -------
    bool
        Whether all of them can be used.

    Raises
    ------
    InputError
        Where none of those asked for is left.
    """
    given = {name: texts for name in OPTIONS if (texts := getattr(options, name, None))}
    if not given:
        return True
    counts = data if isinstance(data, Profile) else profiled(data)
    unfit: list[InputError] = []
    for name, texts in given.items():
        good, problems = fitting(counts, texts)
        unfit += problems
        if not good:
            _refuse(unfit)
        setattr(options, name, good)
    for problem in unfit:
        print(problem, file=sys.stderr)
    return not unfit


def _refuse(problems: Sequence[InputError]) -> NoReturn:
    *others, last = problems
    for problem in others:
        print(problem, file=sys.stderr)
    raise last
