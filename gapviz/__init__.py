"""Move the user model and watch GAP, xGAP and eGAP rank retrieval systems again."""

from __future__ import annotations

from gapviz.analysis.rankings.scores import Scores, scores
from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.collection.load import load
from gapviz.collection.model import Collection, Ranking
from gapviz.collection.synthetic.draw import likeness
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.profile import Profile, profile
from gapviz.version import __version__
from gapviz.web.page import LivePage, live

__all__ = [
    "Collection",
    "GradeMap",
    "InputError",
    "LivePage",
    "Measure",
    "Profile",
    "Ranking",
    "Scores",
    "__version__",
    "likeness",
    "live",
    "load",
    "measure",
    "profile",
    "scores",
]
