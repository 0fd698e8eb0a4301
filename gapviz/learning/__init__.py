"""Learning to rank: rankers trained for the graded measures, and tested on all.

Only reading a file and training a ranker need the packages of the extra ``gapviz[learning]``.
"""

from __future__ import annotations

from gapviz.learning.discover import discover_features
from gapviz.learning.experiment import learning
from gapviz.learning.features import Features, features
from gapviz.learning.lambdarank import LambdaRank
from gapviz.learning.rankers import PEERS
from gapviz.learning.reading import read_features
from gapviz.learning.result import Learning
from gapviz.learning.soft import SoftMeasure
from gapviz.learning.synthetic import synthetic

__all__ = [
    "PEERS",
    "Features",
    "LambdaRank",
    "Learning",
    "SoftMeasure",
    "discover_features",
    "features",
    "learning",
    "read_features",
    "synthetic",
]
