"""Analyses of scores: rankings and correlations, user models, toy lists, experiments.

The names of `__all__` are promised; each is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "rankings.comparison": ("comparison",),
    "rankings.curves": ("graded_curve", "ideal_curve", "mean_curve", "mean_ideal_curve", "threshold_curve"),
    "rankings.intervals": ("tau_intervals",),
    "rankings.paper_tables": ("tau_table",),
    "rankings.sets": ("first_quartile", "run_set", "topic_set", "within"),
    "rankings.standings": ("standings",),
    "rankings.tau": ("tau_against", "tau_matrix"),
    "rankings.topics": ("flips", "offers", "separation"),
    "users.ceilings": ("ceilings", "topic_ceilings"),
    "users.clicks": ("clicked_model",),
    "users.family": ("GRADED", "family"),
    "users.nearest": ("nearest",),
    "users.rank_ranges": ("rank_ranges",),
    "users.shares": ("rank_distribution", "run_ranks", "share"),
    "users.surface": ("patches",),
    "users.swaps": ("edge_swaps", "edge_table"),
    "users.sweep": ("ground", "sweep"),
    "users.winners": ("stretches", "winners"),
    "users.winning": ("winning_shares",),
    "toylists.contributions": ("contributions",),
    "toylists.lists": ("ToyList",),
    "toylists.profile": ("profile_lists", "values"),
    "experiments.informativeness": ("informativeness",),
    "experiments.robustness": ("robustness",),
    "experiments.significance": ("significance",),
    "experiments.variation": ("variation",),
}
"""Module of each promised name."""

_MODULES = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
