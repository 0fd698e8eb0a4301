"""Random toy lists, and measures that fit them."""

from __future__ import annotations

from hypothesis import strategies as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.collection.grades import UNJUDGED
from gapviz.measures.measure import Definition


@st.composite
def toys(draw: st.DrawFn) -> ToyList:
    c = draw(st.integers(1, 3))
    document = st.one_of(st.integers(0, c), st.sampled_from([None, UNJUDGED]))
    return ToyList(
        c, tuple(draw(st.lists(document, max_size=10))), tuple(draw(st.lists(st.integers(0, c), max_size=5)))
    )


def text(row: Definition, c: int) -> str:
    """The measure of a row's example, for a scale up to c."""
    probabilities = ",".join([f"1/{c}"] * c)
    return row.example.replace("g=1/4,3/4", f"g={probabilities}").replace("@3", "@4")
