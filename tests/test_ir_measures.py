"""Measures of gapviz in ir_measures: its calls give what `gapviz.scores` gives, as do those of PyTerrier."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import gapviz
from gapviz.analysis.rankings.scores import Scores
from gapviz.collection.errors import InputError
from gapviz.measures import MEASURES
from tests.real import PLACES
from tests.shared import collections_folder

ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is not installed")
offered = pytest.importorskip("gapviz.ir_measures")

QRELS = {"1": {"a": 2, "b": 1, "c": 0}, "2": {"a": 1, "d": -1}}
RUN = {"1": {"b": 3.0, "c": 2.0, "a": 1.0}, "3": {"a": 1.0}}
G = {1: "1", 2: "1/4,3/4", 3: "0.2,0.3,0.5"}


def texts(c: int) -> dict[str, str]:
    """Each measure that is offered, as ir_measures writes it and as gapviz does."""
    theirs = {one.TEXT: name for name, one in offered.NAMES.items()}
    examples = {
        row.name: row.example.replace("1/4,3/4", G[c]).replace("N=20", "N=100000")
        for row in MEASURES
        if row.name in theirs
    }
    return {
        example.replace(name, theirs[name], 1).replace(G[c], f"'{G[c]}'"): example
        for name, example in examples.items()
    } | {"infAP": "infAP"}


def expected(scores: Scores) -> dict[tuple[str, str], float]:
    return {
        (str(measure), topic): value
        for measure, values in zip(scores.measures, scores.values[:, 0].tolist(), strict=True)
        for topic, value in zip(scores.topics, values, strict=True)
    }


def test_what_ir_measures_has_is_not_offered_again() -> None:
    """Witness: its registry; its SDCG is scaled, and not that of sessions."""
    registry = {name.casefold() for name in ir_measures.measures.registry.keys() - offered.NAMES.keys()}
    known = {row.name for row in MEASURES if row.name.casefold() in registry} - {"sDCG"}
    known |= {row.condensed for row in MEASURES if row.name in ("AP", "nDCG")}
    assert known == offered.THEIRS
    assert {one.TEXT for one in offered.NAMES.values()} == {row.name for row in MEASURES} - known


@pytest.mark.parametrize("collection", PLACES)
def test_values_and_means_on_real_collections_equal_ours(collection: str) -> None:
    folder = collections_folder() / collection
    qrels = list(ir_measures.read_trec_qrels(str(folder / PLACES[collection])))
    for path in sorted((folder / "runs").iterdir())[:40:20]:
        ours = gapviz.load(folder / PLACES[collection], path, identities=True)
        named = texts(ours.c)
        scores = gapviz.scores(ours, list(named.values()))
        means = dict(zip(named.values(), scores.means()[:, 0].tolist(), strict=True))
        measures = {ir_measures.parse_measure(theirs): text for theirs, text in named.items()}
        run = list(ir_measures.read_trec_run(str(path)))
        aggregate, each = offered.provider.calc(list(measures), qrels, run)
        assert {measures[one]: value for one, value in aggregate.items()} == pytest.approx(means, abs=1e-12)
        names = {text: str(gapviz.measure(text)) for text in named.values()}
        found = {(names[measures[one.measure]], one.query_id): one.value for one in each}
        assert found == pytest.approx(expected(scores), abs=1e-12)
        assert len(found) == len(each) == len(named) * len(scores.topics)


@pytest.mark.parametrize("shape", ["dict", "frame", "tuples"])
def test_the_calls_of_ir_measures_take_ours_beside_its_own(shape: str) -> None:
    pandas = pytest.importorskip("pandas")
    qrels: Any = [ir_measures.Qrel(t, d, grade) for t, of in QRELS.items() for d, grade in of.items()]
    run: Any = [ir_measures.ScoredDoc(t, d, score) for t, of in RUN.items() for d, score in of.items()]
    if shape == "dict":
        qrels, run = QRELS, RUN
    elif shape == "frame":
        qrels, run = pandas.DataFrame(qrels), pandas.DataFrame(run)
    asked = [offered.GAP(g="0.2,0.8"), ir_measures.nDCG @ 10, offered.RHL @ 3]
    # Grades 1, 0, 2: for threshold 1 the precisions are 1 and 2/3, for threshold 2 it is 1/3 at rank 3.
    # GAP = (0.2 * 1 + 0.2 * 2/3 + 0.8 * 1/3) / (0.2 + 1) = 0.5; topic 2, which the run lacks, scores 0.
    each = {(str(one.measure), one.query_id): one.value for one in ir_measures.iter_calc(asked, qrels, run)}
    assert each["GAP(g='0.2,0.8')", "1"] == pytest.approx(0.5, abs=1e-12)
    assert (each["GAP(g='0.2,0.8')", "2"], each["RHL@3", "2"]) == (0, 3)
    assert len(each) == 6
    means = ir_measures.calc_aggregate(asked, qrels, run)
    assert means[offered.GAP(g="0.2,0.8")] == pytest.approx(0.25, abs=1e-12)
    assert means[ir_measures.nDCG @ 10] == ir_measures.nDCG(cutoff=10).calc_aggregate(qrels, run)
    evaluator = ir_measures.evaluator(asked, qrels)
    assert evaluator.calc_aggregate(run) == evaluator.calc_aggregate(run) == means
    assert evaluator.calc_aggregate({})[offered.GAP(g="0.2,0.8")] == 0


@pytest.mark.parametrize("text", [*texts(2), "DCG(b=2)@3", "Q(beta=2.5)", "subAP(p=0.5,seed=7)"])
def test_texts_are_read_back(text: str) -> None:
    measure = ir_measures.parse_measure(text)
    assert ir_measures.parse_measure(str(measure)) == measure
    assert str(offered.in_gapviz(measure)) == str(gapviz.measure(texts(2).get(text, text)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("GAP", r"^GAP: expected g, the probability of each threshold"),
        ("GAP(g='0.2,0.9')", r"^GAP\(g=0\.2,0\.9\): expected .* sum"),
        ("GAP(g='1')", r"expected .*2 probabilities|expected"),
        ("GAP(h=3)", r"^GAP\(h=3\): expected no other parameters than g, found h=3$"),
        ("gP", r"^gP: expected a cut-off, as in gP@4, found none$"),
        ("SR@0", r"^SR@0: expected .* from 1 to"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        ir_measures.calc_aggregate([ir_measures.parse_measure(text)], QRELS, RUN)


def test_an_experiment_of_pyterrier() -> None:
    pyterrier = pytest.importorskip("pyterrier", reason="python-terrier is not installed")
    pandas = pytest.importorskip("pandas")
    topics = pandas.DataFrame({"qid": list(QRELS), "query": ["one", "two"]})
    qrels = pandas.DataFrame([(t, d, k) for t, of in QRELS.items() for d, k in of.items()],
                             columns=["qid", "docno", "label"])  # fmt: skip
    run = pandas.DataFrame([("1", d, s) for d, s in RUN["1"].items()], columns=["qid", "docno", "score"])
    measures = [offered.GAP(g="0.2,0.8"), offered.Q, ir_measures.nDCG @ 10]
    table = pyterrier.Experiment([run], topics, qrels, eval_metrics=measures, names=["a"])
    ours = gapviz.scores(gapviz.load(QRELS, {"a": {"1": RUN["1"]}}), ["GAP(g=0.2,0.8)", "Q"]).means()[:, 0]
    assert table.loc[0, ["GAP(g='0.2,0.8')", "Q"]].tolist() == pytest.approx(ours.tolist(), abs=1e-12)


def test_the_provider_refuses_what_it_does_not_support() -> None:
    with pytest.raises(ValueError, match="unsupported measure ERR@2"):
        offered.provider.calc_aggregate([ir_measures.ERR @ 2], {"1": {"a": 2}}, {"1": {"a": 1.0}})


def test_a_list_of_g_is_written_as_text() -> None:
    for g in ((0.2, 0.8), [0.2, 0.8]):
        assert offered.GAP(g=g) == offered.GAP(g="0.2,0.8") == ir_measures.parse_measure("GAP(g='0.2,0.8')")


def test_measures_go_to_other_processes() -> None:
    for measure in (offered.GAP, offered.GAP(g="0.2,0.8"), offered.gP @ 4, offered.Q_condensed):
        assert pickle.loads(pickle.dumps(measure)) == measure
    assert {"GAP", "gP"} <= set(dir(offered))
