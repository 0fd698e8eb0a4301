"""How much the random tests do: little by default, much with ``pytest --thorough``."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure: no test is timed.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=400)


def set_budget(*, thorough: bool) -> None:
    """Decide for all tests that are imported from now on."""
    settings.load_profile("thorough" if thorough else "quick")


def budget(quick: int, thorough: int) -> int:
    """Return the number of random cases of a test."""
    return thorough if settings.get_current_profile_name() == "thorough" else quick
