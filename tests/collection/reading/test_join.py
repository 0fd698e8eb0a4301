from __future__ import annotations

import pickle

import numpy as np
import pytest

from gapviz.collection.load import load
from gapviz.collection.reading import hashes
from gapviz.collection.reading.join import JudgedIndex


def test_an_index_is_right_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its hashes are drawn anew in each: what one process has hashed another would never find."""
    judgements = load({"1": {"a": 2, "b": 0}, "2": {"a": 1}}).judgements
    sent = pickle.dumps(JudgedIndex.of(judgements))
    monkeypatch.setattr(hashes, "_MULTIPLIERS", hashes._secret(len(hashes._MULTIPLIERS)))
    index = pickle.loads(sent)
    topics = judgements.topic_index
    codes = index.codes(judgements.ids, topics, hashes.hashes(judgements.ids, topics))
    assert codes.tolist() == np.arange(3).tolist()
