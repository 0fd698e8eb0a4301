from __future__ import annotations

import numpy as np

import gapviz
from gapviz.analysis.experiments.contrast import AGREEMENT, contrast
from gapviz.analysis.experiments.significance import significance
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL


def test_verdicts_follow_from_the_levels_and_runs_from_the_means() -> None:
    scores = gapviz.scores(generate(SMALL), ["AP", "P@1"])
    *_, found = significance(scores, test="t")
    seen = contrast(found, 0, 1)
    for pair, (i, j) in enumerate(found.pairs.tolist()):
        first, second = found.levels[0, pair] < 0.05, found.levels[1, pair] < 0.05
        words = {(0, 0): "neither", (1, 0): "only the first", (0, 1): "only the second", (1, 1): "both"}
        assert AGREEMENT[seen.verdicts[pair]] == words[int(first), int(second)]
        assert seen.table[i, j] == seen.table[j, i] == seen.verdicts[pair]
    assert sum(seen.counts) == len(found.pairs)
    means = scores.means()[0][list(seen.order)]
    assert (np.diff(means) <= 1e-12).all()
    alone = np.isin(seen.verdicts[seen.rows], (1, 2))
    assert not alone[alone.sum() :].any()


def test_some_pairs_leave_the_other_runs_out() -> None:
    scores = gapviz.scores(generate(SMALL), ["AP"])
    names = scores.runs[2], scores.runs[5]
    *_, found = significance(scores, test="t", pairs=[names])
    seen = contrast(found, 0, 0)
    assert sorted(seen.order) == [2, 5]
    assert (seen.table == -1).sum() == len(scores.runs) ** 2 - 2


def test_what_is_not_done_yet_has_no_verdict() -> None:
    scores = gapviz.scores(generate(SMALL), ["AP", "P@1"])
    first = next(significance(scores, test="t"))
    seen = contrast(first, 0, 1)
    assert (seen.verdicts == -1).all()
    assert seen.counts == (0, 0, 0, 0)
