"""Click logs and the user model that they suggest."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.analysis.users.clicks import clicked_model
from gapviz.collection.errors import InputError
from gapviz.collection.reading.clicks import Clicks, read_clicks

COLLECTION = gapviz.load({"1": {"a": 2, "b": 1, "n": 0}, "2": {"a": 1, "c": -1}}, [], grades="-1:unjudged")

LOG = "# topic document clicks\n1 a 3\n1\tb 1\r\n\n1 n 2\n2 a 4\n1 a 1\n2 c 5\n2 z 6\n9 a 7\n"


def test_clicks_by_topic_and_grade(tmp_path: Path) -> None:
    """By hand: 4 on grade 2 and 1 on grade 1 in topic 1, 4 on grade 1 in topic 2; 5 + 6 + 7 are elsewhere."""
    (tmp_path / "log.txt").write_text(LOG)
    (tmp_path / "log.gz").write_bytes(gzip.compress(LOG.encode()))
    for source in (tmp_path / "log.txt", str(tmp_path / "log.gz"), io.StringIO(LOG)):
        found = read_clicks(source, COLLECTION)
        assert found.counts.tolist() == [[2, 1, 4], [0, 4, 0]]
        assert found.left_out == 18


def test_model_from_clicks() -> None:
    """By hand: of 9 clicks on relevant documents 5 are on grade 1."""
    found = clicked_model(read_clicks(io.StringIO(LOG), COLLECTION))
    assert found.g.tolist() == [5 / 9, 4 / 9]
    assert (found.clicks, found.left_out, found.topics) == (9, 20, 2)
    # Drawn with replacement, topics 1 and 2 alone give (1/5, 4/5) and (1, 0), each in a quarter of the draws.
    assert found.low.tolist() == [0.2, 0.0]
    assert found.high.tolist() == [1.0, 0.8]
    assert clicked_model(read_clicks(io.StringIO(LOG), COLLECTION)).low.tolist() == found.low.tolist()


def test_rates_per_judged_document_give_back_the_g_of_the_model() -> None:
    """Witness: 900 users of threshold g ask every topic once and click on each document from it on.

    Topics offer other numbers of each grade, which the shares of the clicks follow and g does not.
    """
    g, C = np.array([0.5, 0.2, 0.3]), np.array([0.5, 0.7, 1.0])
    judged = np.array([[40, 90, 10, 0], [3, 5, 40, 20], [0, 1, 0, 7], [9, 0, 0, 0]])
    clicks = np.rint(900 * judged[:, 1:] * C).astype(np.int64)
    log = Clicks(np.concatenate([np.zeros((4, 1), np.int64), clicks], axis=1), 0)
    found = clicked_model(log, judged=judged)
    assert found.g == pytest.approx(g, abs=1e-12)
    assert found.rates is not None
    assert found.rates == pytest.approx(900 * C, abs=1e-9)
    assert not found.contradicted
    assert found.topics == 3
    shares = judged[:, 1:].sum(axis=0) * C
    assert clicked_model(log).g == pytest.approx(shares / shares.sum(), abs=1e-12)
    assert abs(clicked_model(log).g - g).max() > 0.1


def test_a_grade_with_fewer_clicks_per_document_than_a_lower_one() -> None:
    """By hand: 8, 4 and 12 clicks a document; the first two are pooled, (8 * 10 + 4 * 30) / 40 = 5 of 12."""
    log = Clicks(np.array([[0, 80, 120, 12]]), 0)
    found = clicked_model(log, judged=np.array([[0, 10, 30, 1]]))
    assert found.contradicted
    assert found.g == pytest.approx([5 / 12, 0, 7 / 12], abs=1e-12)


def test_a_grade_without_judged_documents_is_nobody_s_threshold() -> None:
    log = Clicks(np.array([[0, 0, 6, 0, 0]]), 0)
    found = clicked_model(log, judged=np.array([[0, 0, 3, 0, 0]]))
    assert found.g.tolist() == [0.0, 1.0, 0.0, 0.0]
    assert not found.contradicted


def test_many_topics_have_a_narrow_interval() -> None:
    """Witness: the standard error of a share over 4,000 topics with one click each, 0.0072."""
    rng = np.random.default_rng(0)
    counts = np.zeros((4000, 3), dtype=np.int64)
    counts[np.arange(4000), rng.choice([1, 2], 4000, p=[0.7, 0.3])] = 1
    found = clicked_model(Clicks(counts, 0))
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.0072, rel=0.1)
    assert found.low[0] < 0.7 < found.high[0]


def test_one_topic_has_no_interval() -> None:
    found = clicked_model(Clicks(np.array([[0, 1, 3]]), 0))
    assert found.g.tolist() == [0.25, 0.75]
    assert np.isnan(found.low).all()


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("1 a\n", "file:1: expected 3 fields (topic document clicks), found 2"),
        ("1 0 a 2\n", "file:1: expected 3 fields (topic document clicks), found 4, as in judgements"),
        ("1 a 2\n1 b x\n", "file:2: expected a number of clicks, found 'x'"),
        ("1 a -1\n", "file:1: expected a whole number of clicks, found '-1'"),
        ("1 a 1.5\n", "file:1: expected a whole number of clicks, found '1.5'"),
        ("1 a 1e9\n1 a 1000000001\n", "file:2: expected at most 1000000000 clicks, found '1000000001'"),
        (
            "1 a 9223372036854775808\n",
            "file:1: expected at most 1000000000 clicks, found '9223372036854775808'",
        ),
        ("\n", "file: expected clicks (topic document clicks), found no rows"),
    ],
)
def test_bad_logs(log: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_clicks(io.StringIO(log), COLLECTION)
    assert str(caught.value) == message


def test_nobody_clicked_on_a_relevant_document() -> None:
    with pytest.raises(InputError) as caught:
        clicked_model(read_clicks(io.StringIO("1 n 3\n"), COLLECTION))
    assert str(caught.value) == "clicks: expected clicks on relevant documents, found none"
