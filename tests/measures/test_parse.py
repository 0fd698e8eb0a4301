"""Measures as texts."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.collection.errors import InputError
from gapviz.measures.example import example, ranked_lists
from gapviz.measures.foreign import LACKING
from gapviz.measures.parse import measure
from gapviz.profile import profile


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("GAP(g=0.1,0.9)", "GAP(g=0.1,0.9)"),
        ("nDCG@10", "nDCG@10"),
        ("AP(rel=2)", "AP(rel=2)"),
        ("AP(rel=1)", "AP"),
        ("AP()", "AP"),
        ("RBP(rel=1)", "RBP(p=0.8,rel=1)"),
        ("RBP(rel=2,p=1/2)", "RBP(p=0.5,rel=2)"),
        ("RBP(gain=graded)", "RBP(p=0.8,rel=1,gain=graded)"),
        ("GAP(g=1/4,3/4)", "GAP(g=0.25,0.75)"),
        (" xGAP ( g = 0 , 1 ) ", "xGAP(g=0,1)"),
        ("eGAP(g=1e-5,0.99999)", "eGAP(g=1e-05,0.99999)"),
        ("nDCG(gain=exponential)@10", "nDCG(gain=exponential)@10"),
        ("ERR(c=3)@20", "ERR(c=3)@20"),
        ("ERR", "ERR"),
        ("bpref-10", "bpref-10"),
        ("bpref-R(rel=2)", "bpref-R(rel=2)"),
        ("Q", "Q(beta=1)"),
        ("q'(beta=0.5)", "Q'(beta=0.5)"),
        ("condensed-nDCG@5", "nDCG'@5"),
        ("R-measure", "R-measure(beta=1)"),
        ("subAP(p=1/2)", "subAP(p=0.5,seed=1)"),
        ("JKnDCG@10", "JKnDCG(b=2)@10"),
        ("DCG(b=10)@5", "DCG(b=10)@5"),
        ("normRecall(N=1000)", "normRecall(N=1000)"),
        ("nsDCG@10", "nsDCG(b=2,bq=4)@10"),
        # ir_measures
        ("R@10", "Recall@10"),
        ("P(rel=2)@5", "P(rel=2)@5"),
        ("RBP(p=0.8,rel=1)", "RBP(p=0.8,rel=1)"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(gain=exponential)@10"),
        ("nDCG(dcg=log2)@10", "nDCG@10"),
        ("Bpref", "bpref"),
        ("nDCG(judged_only=True)@10", "nDCG'@10"),
        ("nDCG(dcg='exp-log2', judged_only=True)@10", "nDCG'(gain=exponential)@10"),
        ("nDCG(judged_only=False)@10", "nDCG@10"),
        ("AP(rel=2,judged_only=True)", "indAP(rel=2)"),
        ("infAP", "infAP"),
        ("RPrec", "Rprec"),
        ("MAP", "AP"),
        # trec_eval
        ("map", "AP"),
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("P_10", "P@10"),
        ("recall_10", "Recall@10"),
        ("ndcg_cut.10", "nDCG@10"),
        ("map_cut_10", "AP@10"),
        ("recip_rank", "RR"),
        ("success_5", "Success@5"),
        ("IPrec(needed=nearest)@0.1", "IPrec(needed=nearest)@0.1"),
        # ir_measures
        ("AP@10", "AP@10"),
        ("RR@10", "RR@10"),
        ("MRR", "RR"),
        ("Precision@5", "P@5"),
        ("Success(rel=2)@5", "Success(rel=2)@5"),
        ("Judged@10", "Judged@10"),
        ("IPrec@0.1", "IPrec@0.1"),
        ("IPrec(recall=0.1)", "IPrec@0.1"),
        # ranx
        ("map@100-l2", "AP(rel=2)@100"),
        ("map-l2", "AP(rel=2)"),
        ("mrr@10", "RR@10"),
        ("hit_rate@5", "Success@5"),
        ("r-precision", "Rprec"),
        ("ndcg_burges@10", "nDCG(gain=exponential)@10"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    one = measure(text)
    assert str(one) == canonical
    assert measure(canonical) == one
    assert hash(measure(canonical)) == hash(one)
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one) == f"measure({canonical!r})"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nDGC@10", "measure: expected a known measure (closest: nDCG), found nDGC"),
        ("GAPP(g=1)", "measure: expected a known measure (closest: GAP, xGAP, eGAP), found GAPP"),
        ("", "measure: expected a measure such as AP(rel=2) or nDCG@10, found ''"),
        ("AP(rel=2", "measure: expected a measure such as AP(rel=2) or nDCG@10, found 'AP(rel=2'"),
        (
            "bpref@10",
            "bpref@10: expected no other parameters than rel, found the cut-off @10",
        ),
        (
            "SetP",
            "measure: expected a measure that gapviz has, found SetP, "
            "which ir_measures has and gapviz has not",
        ),
        ("ndcg_cut", "ndcg_cut: expected a cut-off, as in ndcg_cut_10, found none"),
        ("map_cut", "map_cut: expected a cut-off, as in map_cut_10, found none"),
        ("P.5,10", "P.5,10: expected one cut-off a measure, as in P_5, found 5,10"),
        ("IPrec@1.5", "IPrec@1.5: expected recall as a number from 0 to 1, found 1.5"),
        ("ndcg@10-l2", "ndcg@10-l2: expected no other parameters than gain, a cut-off @n, found rel=2"),
        ("P", "P: expected a cut-off, as in P@4, found none"),
        ("P@0", "P@0: expected the cut-off as a whole number from 1 to 1000000000, found 0"),
        ("P@1.5", "P@1.5: expected the cut-off as a whole number from 1 to 1000000000, found 1.5"),
        ("P(n=10)", "P(n=10): expected parameters as name=value, each once, found 'n=10'"),
        ("AP(rel=²)", "AP(rel=²): expected rel as a whole number from 1 to 1000000000, found ²"),
        ("AP(rel=1,rel=2)", "AP(rel=1,rel=2): expected parameters as name=value, each once, found 'rel=2'"),
        ("AP(2)", "AP(2): expected parameters as name=value, each once, found '2'"),
        ("bpref(x=2)", "bpref(x=2): expected no other parameters than rel, found x=2"),
        ("GAP", "GAP: expected g, the probability of each threshold 1..c, as in GAP(g=1/4,3/4), found none"),
        (
            "GAP(g=0.1,0.8)",
            "GAP(g=0.1,0.8): expected probabilities that sum to 1, found 0.1, 0.8 with sum 0.9",
        ),
        ("GAP(g=2,-1)", "GAP(g=2,-1): expected probabilities from 0 to 1, found 2, -1"),
        ("GAP(g=1/0,1)", "GAP(g=1/0,1): expected probabilities such as 0.1,0.9 or 1/4,3/4, found 1/0"),
        ("GAP(g=nan,1)", "GAP(g=nan,1): expected probabilities such as 0.1,0.9 or 1/4,3/4, found nan"),
        ("RBP(p=1)", "RBP(p=1): expected p as a number between 0 and 1, found 1"),
        (
            "P(judged_only=True)@5",
            "P(judged_only=True)@5: expected no other parameters than rel, a cut-off @n, "
            "found judged_only=True",
        ),
        (
            "subAP",
            "subAP: expected probability to keep a document outside the pool, as in subAP(p=0.5), found none",
        ),
        ("subAP(p=2)", "subAP(p=2): expected p as a number from 0 to 1, found 2"),
        ("Q(beta=-1)", "Q(beta=-1): expected beta as a number from 0 to 1000000000, found -1"),
        ("Q(beta=1e308)", "Q(beta=1e308): expected beta as a number from 0 to 1000000000, found 1e308"),
        ("DCG(b=1)@5", "DCG(b=1)@5: expected b as a number above 1 and up to 1000000000, found 1"),
        (
            "RBP(p=1e-999999999)",
            "RBP(p=1e-999999999): expected p as a number between 0 and 1, found 1e-999999999",
        ),
        (
            "RBP(p=1E9_999_999)",
            "RBP(p=1E9_999_999): expected p as a number between 0 and 1, found 1E9_999_999",
        ),
        ("nDCG(gain=log)", "nDCG(gain=log): expected gain as linear or exponential, found log"),
        ("ERR(c=1000)", "ERR(c=1000): expected c as a whole number from 1 to 100, found 1000"),
    ],
)
def test_error_is_one_sentence(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        measure(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("rbp", "RBP(p=0.9,gain=graded)"),
        ("RBP", "rel or gain, as in RBP(p=0.5,rel=1)"),
        ("RBP(p=0.8)", "rel or gain, as in RBP(p=0.5,rel=1)"),
        ("rbp.95", "RBP(p=0.95,rel=1), or gain=graded"),
        (
            "iprec_at_recall_0.30",
            "IPrec@0.30 (trec_eval 9, pytrec_eval) or IPrec(needed=nearest)@0.30 (trec_eval 10)",
        ),
        (
            "iprec_at_recall",
            "IPrec@0.1 (trec_eval 9, pytrec_eval) or IPrec(needed=nearest)@0.1 (trec_eval 10)",
        ),
        ("dcg@10", "b, as in DCG(b=2)@3"),
        ("SDCG@10", "b or bq, as in sDCG(b=2,bq=4)@3"),
    ],
)
def test_a_name_that_means_something_else_elsewhere_is_refused_with_what_to_write(
    text: str, write: str
) -> None:
    """Witness: trec_eval 10 (m_rbp.c: p = 0.9, gains; m_ndcg.c: dcg), ir_measures 0.4.3, ranx 0.3.21."""
    with pytest.raises(InputError) as caught:
        measure(text)
    assert write in str(caught.value)


@pytest.mark.parametrize("name", [name for names in LACKING.values() for name in names.split()])
def test_nothing_is_suggested_for_measures_of_other_tools(name: str) -> None:
    with pytest.raises(InputError, match="a measure that gapviz has"):
        measure(name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AP(rel=3)", "AP(rel=3): expected rel from 1 to 2 (grades go to 2), found 3"),
        ("ERR(c=1)", "ERR(c=1): expected c of at least 2 (grades go to 2), found 1"),
        (
            "normRecall(N=6)",
            "normRecall(N=6): expected N of at least 7, the documents that a topic shows, found 6",
        ),
        ("GAP(g=1)", "GAP(g=1): expected 2 threshold probabilities (grades go to 2), found 1"),
    ],
)
def test_what_does_not_fit_the_collection(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        measure(text)(example())
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AP(rel=2)", "AP(rel=2): expected rel of 1 (grades go to 1), found 2"),
        ("GAP(g=0.5,0.5)", "GAP(g=0.5,0.5): expected 1 threshold probability (grades go to 1), found 2"),
    ],
)
def test_what_does_not_fit_one_grade(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        measure(text)(profile(ranked_lists([(1, 0)])))
    assert str(caught.value) == message


def test_a_long_text_without_a_measure_is_refused_at_once() -> None:
    # Hours where the parts of the pattern compete for the spaces.
    with pytest.raises(InputError, match="a measure such as"):
        measure("AP" + " " * 100_000 + "!")


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=6).filter(any))
def test_every_g_parses_back(parts: list[int]) -> None:
    g = tuple(part / sum(parts) for part in parts)
    one = measure(f"GAP(g={','.join(map(repr, g))})")
    assert dict(one.parameters)["g"] == g
    assert measure(str(one)) == one
    assert one.definition.measure(g=g) == one


@given(st.text(max_size=30))
def test_any_text_gives_a_measure_or_an_input_error(text: str) -> None:
    for tried in (text, f"GAP(g={text})", f"nDCG@{text}", f"AP({text})", f"RBP(p={text})"):
        try:
            one = measure(tried)
        except InputError:
            continue
        assert measure(str(one)) == one
