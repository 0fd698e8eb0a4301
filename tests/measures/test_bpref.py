"""The corner case of trec_eval's bpref."""

from __future__ import annotations

from gapviz.measures.bpref import binary_preference
from gapviz.measures.example import ranked_lists
from gapviz.profile import profile


def test_judged_documents_that_are_not_retrieved_count() -> None:
    """Witness: trec_eval's bpref_bug: one non-relevant above four relevant, 3 and 2 missing: 4 (3/4) / 6."""
    counts = profile(ranked_lists([(0, 1, 1, 1, 1)], missing=[(0, 0, 0, 1, 1)]))
    assert binary_preference(counts).item() == 0.5
