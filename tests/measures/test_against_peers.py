"""Values per topic against other tools, on random lists and on trec_eval's own odd files."""

from __future__ import annotations

import gzip
import random
from collections.abc import Mapping

import numpy as np
import pytest

import gapviz
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests.lists import Topic, collection_of, random_topics
from tests.real import real_collection
from tests.shared import collections_folder

Qrels = dict[str, dict[str, int]]
Lists = dict[str, dict[str, float]]

TREC_EVAL = (
    "map", "bpref", "Rprec", "P_5", "P_10", "recall_5", "recall_100", "ndcg", "ndcg_cut_5", "infAP",
    "map_cut_5", "recip_rank", "success_1", "success_10",
)  # fmt: skip
LEVELS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)


def as_dictionaries(collection: Collection) -> tuple[Qrels, Lists]:
    """The collection's first run in the shape of pytrec_eval, scores falling with the rank."""
    judgements, run = collection.judgements, collection.runs[0]
    qrels: Qrels = {}
    lists: Lists = {}
    for t, topic in enumerate(collection.topics):
        rows = range(judgements.offsets[t], judgements.offsets[t + 1])
        qrels[topic] = {judgements.documents[row].decode(): int(collection.grades[row]) for row in rows}
        codes = run.codes[run.offsets[t] : run.offsets[t + 1]].tolist()
        names = [
            judgements.documents[code].decode() if code >= 0 else f"outside{rank}"
            for rank, code in enumerate(codes)
        ]
        lists[topic] = {name: float(len(names) - rank) for rank, name in enumerate(names)}
    return qrels, lists


def assert_equal_to_trec_eval(collection: Collection, qrels: Qrels, lists: Lists, *, rel: int) -> None:
    """Compare with pytrec_eval; a topic that it leaves out (no document, no judgement) has to score 0."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="pytrec_eval-terrier is the witness")
    asked = {"map", "bpref", "Rprec", "P.5,10", "recall.5,100", "ndcg", "ndcg_cut.5", "infAP"}
    asked |= {"map_cut.5", "recip_rank", "success.1,10", f"iprec_at_recall.{','.join(map(str, LEVELS))}"}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, asked, relevance_level=rel)
    peer: Mapping[str, Mapping[str, float]] = evaluator.evaluate(lists)
    counts = profile(collection)
    for name in TREC_EVAL:
        value = measure(name)
        if rel > 1 and "ndcg" not in name:
            value = value.definition.measure(**{**dict(value.parameters), "rel": rel})
        expected = [peer.get(topic, {}).get(name, 0.0) for topic in collection.topics]
        np.testing.assert_allclose(value(counts)[0], expected, rtol=0, atol=1e-6, err_msg=name)
    for level in LEVELS:
        expected = [
            peer.get(topic, {}).get(f"iprec_at_recall_{level:.2f}", 0.0) for topic in collection.topics
        ]
        found = measure(f"IPrec(rel={rel})@{level}")(counts)[0]
        expected = np.nan_to_num(expected).tolist()  # 0/0 there for an empty list
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12, err_msg=f"IPrec@{level}")


@pytest.mark.parametrize("rel", [1, 2])
def test_trec_eval_on_random_lists(rel: int) -> None:
    """Witness: pytrec_eval, with -1 for documents that were pooled without a judgement."""
    collection = collection_of(random_topics(300, 3, seed=rel))
    assert (collection.grades == UNJUDGED).any()
    assert_equal_to_trec_eval(collection, *as_dictionaries(collection), rel=rel)


@pytest.mark.parametrize("low", [(-1,), (-2,), (-1, -3)])
def test_trec_eval_on_negative_grades(low: tuple[int, ...]) -> None:
    """Witness: pytrec_eval. Any negative grade means pooled without a judgement."""
    rng = random.Random(low[0])
    documents = [f"d{number}" for number in range(20)]
    topics = [str(number) for number in range(200)]
    qrels = {topic: {one: rng.choice((0, 0, 1, 2, *low)) for one in documents[:14]} for topic in topics}
    lists = {topic: {one: float(rng.randrange(30)) for one in rng.sample(documents, 12)} for topic in topics}
    assert_equal_to_trec_eval(gapviz.load(qrels, {"a": lists}), qrels, lists, rel=1)


def test_trec_eval_on_the_negative_grades_of_trec_21() -> None:
    """Witness: pytrec_eval on runs drawn from TREC 21's judgements, where 858 documents have grade -2."""
    place = collections_folder() / "official-qrels" / "trec21-web.qrels.txt.gz"
    qrels: Qrels = {}
    for line in gzip.decompress(place.read_bytes()).decode().splitlines():
        topic, _, document, grade = line.split()
        qrels.setdefault(topic, {})[document] = int(grade)
    rng = random.Random(21)
    lists = {
        topic: {one: rng.random() for one in rng.sample(sorted(judged), len(judged) // 2)}
        for topic, judged in qrels.items()
    }
    collection = gapviz.load(place, {"drawn": lists})
    assert (collection.negative, len(collection.topics)) == (858, 50)
    assert_equal_to_trec_eval(collection, qrels, lists, rel=1)


@pytest.mark.parametrize("rel", [1, 2, 3])
@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ("qrels.test", "results.test"),
        ("qrels.rel_level", "results.test"),
        ("qrels.test", "results.trunc"),
        ("qrels-302.test", "results-302.test"),
    ],
)
def test_trec_eval_on_its_own_files(qrels: str, run: str, rel: int) -> None:
    """Witness: pytrec_eval on trec_eval's own test files."""
    folder = collections_folder() / "odd-files" / "trec_eval"
    judged: Qrels = {}
    for line in (folder / qrels).read_text().splitlines():
        topic, _, document, grade = line.split()
        judged.setdefault(topic, {})[document] = int(grade)
    lists: Lists = {}
    for line in (folder / run).read_text().splitlines():
        topic, _, document, _, score, *_ = line.split()
        lists.setdefault(topic, {})[document] = float(score)
    collection = gapviz.load(folder / qrels, folder / run, ties="trec_eval9")
    if rel <= collection.c:
        assert_equal_to_trec_eval(collection, judged, lists, rel=rel)


def test_interpolated_precision_of_trec_eval_10() -> None:
    """Witness: out.test.aq of trec_eval 10, where 0.1 of 474 and 0.6 of 77 differ from trec_eval 9."""
    folder = collections_folder() / "odd-files" / "trec_eval"
    collection = gapviz.load(folder / "qrels.test", folder / "results.test", grades="negative:unjudged")
    counts = profile(collection)
    rows = [line.split() for line in (folder / "out.test.aq").read_text().splitlines()]
    printed = {(name[-4:], topic): value for name, topic, value in rows if name.startswith("iprec_at_recall")}
    for (level, topic), value in printed.items():
        if topic != "all":
            found = measure(f"IPrec(needed=nearest)@{level}")(counts)[0, collection.topics.index(topic)]
            assert f"{found:.4f}" == value, (level, topic)
    nine = {
        level: measure(f"IPrec@{level}")(counts)[0, collection.topics.index("302")] for level in (0.3, 0.6)
    }
    assert {level: f"{value:.4f}" for level, value in nine.items()} == {0.3: "0.7419", 0.6: "0.1420"}
    assert len(printed) == 44


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rbp", "RBP(p=0.9,gain=graded)"),
        ("recip_rank", "recip_rank"),
        ("success_5", "success_5"),
        ("map_cut_10", "map_cut_10"),
        ("ndcg_cut_20", "ndcg_cut_20"),
    ],
)
def test_what_to_write_for_trec_eval_10(name: str, text: str) -> None:
    """Witness: out.test.aq of trec_eval 10, whose rbp pytrec_eval has not."""
    folder = collections_folder() / "odd-files" / "trec_eval"
    counts = profile(gapviz.load(folder / "qrels.test", folder / "results.test"))
    rows = [line.split() for line in (folder / "out.test.aq").read_text().splitlines()]
    printed = {row[1]: row[2] for row in rows if row[0] == name and row[1] != "all"}
    values = measure(text)(counts)[0].tolist()
    assert {topic: f"{value:.4f}" for topic, value in zip(counts.topics, values, strict=True)} == printed


@pytest.mark.parametrize("number", range(0, 42, 6))
def test_trec_eval_on_clef(number: int) -> None:
    """Witness: pytrec_eval on every sixth run of CLEF eHealth 2013, infAP among its measures."""
    collection = real_collection("clef-ehealth-2013")
    one = collection.with_runs([collection.runs[number]])
    assert_equal_to_trec_eval(one, *as_dictionaries(one), rel=1)


def assert_equal_to_cwl(collection: Collection, *, p: float, rel: int) -> None:
    """Compare RBP with ir_measures', which cwl-eval computes."""
    ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is the witness")
    qrels, lists = as_dictionaries(collection)
    values = ir_measures.cwl_eval.iter_calc([ir_measures.RBP(p=p, rel=rel)], qrels, lists)
    peer = {value.query_id: value.value for value in values}
    found = measure(f"RBP(p={p},rel={rel})")(profile(collection))[0]
    expected = [peer.get(topic, 0.0) for topic in collection.topics]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(("p", "rel"), [(0.8, 1), (0.5, 2)])
def test_rbp_of_ir_measures(p: float, rel: int) -> None:
    """Witness: ir_measures' RBP."""
    assert_equal_to_cwl(collection_of(random_topics(100, 3, seed=3)), p=p, rel=rel)


def test_rbp_of_ir_measures_on_clef() -> None:
    """Witness: ir_measures' RBP on the first run of CLEF eHealth 2013."""
    collection = real_collection("clef-ehealth-2013")
    assert_equal_to_cwl(collection.with_runs(collection.runs[:1]), p=0.8, rel=1)


def test_err_of_gdeval() -> None:
    """Witness: ir_measures' ERR, which TREC's gdeval.pl computes: highest grade 4, 5 decimals."""
    ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is the witness")
    if not ir_measures.gdeval.is_available():
        pytest.skip("gdeval.pl needs perl")
    collection = collection_of(random_topics(100, 4, seed=4))
    qrels, lists = as_dictionaries(collection)
    peer = {v.query_id: v.value for v in ir_measures.gdeval.iter_calc([ir_measures.ERR @ 5], qrels, lists)}
    found = measure("ERR(c=4)@5")(profile(collection))[0]
    expected = [peer.get(topic, 0.0) for topic in collection.topics]
    np.testing.assert_allclose(found, expected, rtol=0, atol=5.1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "MAP(rel=2)@5", "NDCG@5", "Precision(rel=2)@5", "Recall(rel=3)@5", "RPrec(rel=2)", "MRR",
        "RR(rel=2)@5", "Success(rel=2)@5", "BPref(rel=2)", "IPrec(rel=2)@0.3", "IPrec(recall=0.7)",
        "Judged", "Judged@5", "RBP(rel=2)", "AP(judged_only=True)@5",
    ],
)  # fmt: skip
def test_names_of_ir_measures_mean_the_same(text: str) -> None:
    """Witness: ir_measures 0.4.3; its Judged does not take an empty list."""
    ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is the witness")
    drawn = random_topics(200, 4, seed=7)
    topics = [
        Topic(tuple(None if grade == UNJUDGED else grade for grade in topic.ranked), topic.missing)
        for topic in drawn
        if topic.ranked
    ]
    collection = collection_of(topics)
    qrels, lists = as_dictionaries(collection)
    one = ir_measures.parse_measure(text)
    peer = {value.query_id: value.value for value in ir_measures.iter_calc([one], qrels, lists)}
    expected = [peer.get(topic, 0.0) for topic in collection.topics]
    np.testing.assert_allclose(measure(text)(profile(collection))[0], expected, rtol=0, atol=1e-12)


def test_names_of_ranx_mean_the_same() -> None:
    """Witness: ranx 0.3.21, evaluate(Qrels({"1": {"a": 1, "b": 0, "c": 2, "e": 1, "f": 2, "g": 0, "h": 0}}),
    Run({"1": {"a": 5, "b": 4, "c": 3, "x": 2, "e": 1}}), names)."""
    printed = {
        "map": 0.566667, "map@3": 0.416667, "map-l2": 0.166667, "map@4-l2": 0.166667, "ndcg": 0.56931,
        "ndcg@3": 0.531652, "ndcg_burges@3": 0.463582, "precision@4": 0.5, "precision@3-l2": 0.333333,
        "recall@5": 0.75, "r-precision": 0.5, "mrr": 1.0, "mrr@2-l2": 0.0, "mrr-l2": 0.333333,
        "hit_rate@2": 1.0, "hit_rate@2-l2": 0.0, "bpref": 0.583333,
    }  # fmt: skip
    counts = profile(collection_of([Topic((1, 0, 2, None, 1), (2, 0, 0))]))
    found = {name: round(measure(name)(counts).item(), 6) for name in printed}
    assert found == printed


RANDOM = random_topics(500, 3, seed=5)
GAINS = [1, 2, 3]


def assert_equal_to_ntcireval(text: str, metric: str, *options: object, condensed: bool = False) -> None:
    """Compare with pyNTCIREVAL on lists that are not empty and topics that have something relevant."""
    metrics = pytest.importorskip("pyNTCIREVAL.metrics", reason="pyNTCIREVAL is the witness")
    found = measure(text)(profile(collection_of(RANDOM)))[0]
    compared = 0
    for topic, value in zip(RANDOM, found.tolist(), strict=True):
        counts = topic.counts(3)
        listed = [grade for grade in topic.ranked if not condensed or (grade is not None and grade >= 0)]
        if sum(counts[1:]) and listed:
            levels = [(str(n), max(0, grade or 0)) for n, grade in enumerate(listed)]
            peer = getattr(metrics, metric)(counts, GAINS, *options).compute(levels)
            assert value == pytest.approx(peer, abs=1e-12), topic
            compared += 1
    assert compared > 300


@pytest.mark.parametrize(
    ("text", "metric", "options"),
    [
        ("Q(beta=1)", "QMeasure", (1.0,)),
        ("Q(beta=0.5)", "QMeasure", (0.5,)),
        ("AP", "AP", ()),
        ("nDCG@5", "MSnDCG", (5,)),
        ("nDCG", "MSnDCG", (None,)),
        ("JKnDCG(b=2)@5", "nDCG", (2, 5)),
        ("JKnDCG(b=3)", "nDCG", (3, None)),
        ("RBP(p=0.8,gain=graded)", "RBP", (0.8,)),
    ],
)
def test_pyntcireval(text: str, metric: str, options: tuple[object, ...]) -> None:
    """Witness: pyNTCIREVAL 0.0.3, gain values 1, 2, 3."""
    assert_equal_to_ntcireval(text, metric, *options)


@pytest.mark.parametrize(
    ("text", "metric", "options"),
    [
        ("Q'(beta=1)", "QMeasure", (1.0,)),
        ("indAP", "AP", ()),
        ("nDCG'@5", "MSnDCG", (5,)),
    ],
)
def test_pyntcireval_on_condensed_lists(text: str, metric: str, options: tuple[object, ...]) -> None:
    """Witness: pyNTCIREVAL 0.0.3 on lists whose unjudged documents were taken out (its option -j)."""
    assert_equal_to_ntcireval(text, metric, *options, condensed=True)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("nDCG(judged_only=True)@5", "nDCG'@5"),
        ("nDCG(judged_only=True)", "nDCG'"),
        ("AP(judged_only=True)", "indAP"),
        ("AP(rel=2,judged_only=True)", "indAP(rel=2)"),
    ],
)
def test_judged_only_of_ir_measures(text: str, canonical: str) -> None:
    """Witness: ir_measures' judged_only=True. It counts a negative grade as judged: there are none here."""
    ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is the witness")
    topics = [
        Topic(tuple(None if grade == UNJUDGED else grade for grade in topic.ranked), topic.missing)
        for topic in random_topics(200, 3, seed=6)
    ]
    collection = collection_of(topics)
    qrels, lists = as_dictionaries(collection)
    one = ir_measures.parse_measure(text)
    peer = {value.query_id: value.value for value in ir_measures.iter_calc([one], qrels, lists)}
    mine = measure(text)
    assert str(mine) == canonical
    expected = [peer.get(topic, 0.0) for topic in collection.topics]
    np.testing.assert_allclose(mine(profile(collection))[0], expected, rtol=0, atol=1e-9)
