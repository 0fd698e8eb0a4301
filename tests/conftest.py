"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure: no test is timed.
settings.register_profile("gapviz", deadline=None)
settings.load_profile("gapviz")
