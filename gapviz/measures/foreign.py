"""Texts of trec_eval, pytrec_eval and ranx, read where they mean a measure of gapviz."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gapviz.collection.errors import InputError

CUT = re.compile(r"(?P<name>\w*[A-Za-z])[._](?P<value>\.?\d[\d.,]*)")
"""A name of trec_eval with its cut-off: P_10, ndcg_cut.10, iprec_at_recall_0.10."""

LEVEL = re.compile(r"(?P<name>[\w-]+?)(?P<cut>@\d+)?-l(?P<rel>\d+)")
"""A name of ranx with the lowest grade that counts as relevant: map@100-l2."""


@dataclass(frozen=True)
class Foreign:
    """A name that is no other name of a measure, but one with some of its parameters.

    Attributes
    ----------
    name : str
        Of the measure.
    cut : str
        What has to be said, with an example, where the name alone means several measures.
    values : mapping of str to str
        Parameters that the name stands for.
    """

    name: str
    cut: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


FOREIGN = {
    "ndcg_cut": Foreign("nDCG", "a cut-off, as in ndcg_cut_10"),
    "map_cut": Foreign("AP", "a cut-off, as in map_cut_10"),
    "ndcg_burges": Foreign("nDCG", values={"gain": "exponential"}),
}
"""By name in lower case."""


LACKING = {
    "trec_eval": "set_P set_recall set_map set_F set_relative_P relative_P gm_map gm_bpref 11pt_avg "
    "Rprec_mult Rndcg ndcg_rel ideal_dcg binG G utility yaap rbp_resid unj num_q num_ret num_rel num_rel_ret "
    "num_nonrel_judged_ret relstring map_avgjg P_avgjg Rprec_mult_avgjg",
    "ir_measures": "SetP SetR SetAP SetF SetRelP NumQ NumRet NumRel NumRelRet Accuracy Compat BPM INST INSQ "
    "NERR8 NERR9 NERR10 NERR11 NRBP nNRBP AP_IA MAP_IA P_IA ERR_IA nERR_IA StRecall alpha_DCG alpha_nDCG",
    "ranx": "hits f1 dcg_burges",
}
"""Measures of other tools that gapviz has not: nothing of a like name is to be suggested in their place."""


def lacking(name: str) -> str | None:
    """Return the tool that has a measure of this name where gapviz has none.

    Parameters
    ----------
    name : str

    Returns
    -------
    str or None

    Examples
    --------
    >>> lacking("SetP"), lacking("AP")
    ('ir_measures', None)
    """
    name = name.casefold()
    return next((tool for tool, names in LACKING.items() if name in names.casefold().split()), None)


def respelled(text: str) -> str:
    """Write a text of trec_eval or ranx as ``NAME(parameter=value)@n``; any other stays as it is.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Raises
    ------
    InputError
        For several cut-offs in one text, and for what the tools do not agree on: iprec_at_recall, ranx's rbp.

    Examples
    --------
    >>> respelled("ndcg_cut_10"), respelled("P.5"), respelled("map@100-l2"), respelled("AP(rel=2)")
    ('ndcg_cut@10', 'P@5', 'map(rel=2)@100', 'AP(rel=2)')
    """
    if ranx := LEVEL.fullmatch(text):
        return f"{ranx['name']}(rel={ranx['rel']}){ranx['cut'] or ''}"
    cut = CUT.fullmatch(text)
    name, value = (text, "0.1") if cut is None else (cut["name"], cut["value"])
    if name.casefold() == "iprec_at_recall":
        same = f"IPrec@{value} (trec_eval 9, pytrec_eval) or IPrec(needed=nearest)@{value} (trec_eval 10)"
        raise InputError(text, f"{same}, since they differ", text)
    if cut is None:
        return text
    if "," in value:
        raise InputError(text, f"one cut-off a measure, as in {name}_{value.partition(',')[0]}", value)
    if name.casefold() == "rbp":
        same = f"RBP(p=0.{value},rel=1), or gain=graded in place of rel=1"
        raise InputError(text, f"{same}, since rbp of ranx adds the grades as they are", text)
    return f"{name}@{value}"
