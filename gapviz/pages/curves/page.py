"""Curves: graded precision and recall of some runs, whose areas are GAP and AP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.curves import IDEAL, Curve, MeanCurve, graded_curve, ideal_curve
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.users.family import with_g
from gapviz.arrays import BoolArray
from gapviz.figures.curves import Line, precision_recall
from gapviz.pages.curves import script
from gapviz.pages.parts import cached, markup, open_collections, run_choices, simplex
from gapviz.pages.parts.frame import View, chart, choice, frame, panel, save, table
from gapviz.pages.parts.script import Script
from gapviz.text.names import for_markdown, shorten, subscript
from gapviz.text.numbers import counted, percent

MOST_RUNS = 5
"""Runs whose curves are drawn at once."""

AVERAGING = (
    "At each of 101 recall levels the precision of a topic is that of the first document with which its "
    "recall reaches the level, and 0 where it never does. Topics weigh the same. The area in the table is "
    "the mean of the topics' areas, not the area below the averaged line."
)


def show() -> None:
    """Show the page."""
    frame("curves", "Curves", body, lines)


def body(view: View) -> None:
    """Show the panels of the page."""
    left, right, more = st.columns([2.2, 1.2, 1], gap="medium", vertical_alignment="bottom")
    with left:
        run_choices.ask_selected(view, most=MOST_RUNS)
    with right:
        run_choices.ask_topic(view)
    with more:
        choice("curve", {"raw": "Raw", "interpolated": "Interpolated"}, view.state.curve, label="Precision",
               hide_label=False)  # fmt: skip
    chosen = _chosen(view)
    if (count := len(_selected(view))) > MOST_RUNS:
        st.caption(f":material/info: The last {MOST_RUNS} of {count} selected runs are drawn.")
    if _nothing_relevant(view):
        return
    left, right = st.columns(2, gap="medium")
    with left:
        graded(view, chosen)
    with right:
        if simplex.few(view):
            thresholds(view, chosen)
        else:
            simplex.too_many(view, "A curve for each threshold")
    areas(view, chosen)


def lines(view: View) -> Script:
    """Lines that give the numbers of the page outside the browser."""
    names = view.opened.profile.runs
    topic = view.state.topic if _topic(view) is not None else ""
    source = replace(view.source, state=view.state.replace(topic=topic))
    return script.curves(source, [names[run] for run in _chosen(view)])


def _selected(view: View) -> list[int]:
    names = view.opened.profile.runs
    return [names.index(name) for name in view.state.selected if name in names]


def _chosen(view: View) -> list[int]:
    """Numbers of the runs that are drawn: the selected ones, else the best three."""
    selected = _selected(view)
    return selected[-MOST_RUNS:] or run_choices.by_rank(view)[:3]


def _topic(view: View) -> int | None:
    """Return the number of the topic that is shown, or None for the mean."""
    names = view.opened.profile.topics
    return names.index(view.state.topic) if view.state.topic in names else None


def _nothing_relevant(view: View) -> bool:
    """Say where there can be no curve."""
    topic, counts = _topic(view), open_collections.counts(view.opened)
    empty = bool(counts[:, 1:].sum() == 0 if topic is None else counts[topic, 1:].sum() == 0)
    if empty:
        where = "Topic " + for_markdown(view.state.topic) if topic is not None else "This collection"
        st.info(f"{where} has no relevant document: recall is undefined, and there is no curve.")
    return empty


def _curve(view: View, run: int, g: Sequence[float]) -> Curve | MeanCurve:
    topic, profile = _topic(view), view.opened.profile
    if topic is not None:
        return graded_curve(profile, run, topic, g=g)
    return cached.averaged(view, run, tuple(g))


def _line(view: View, curve: Curve | MeanCurve, label: str, **style: Any) -> Line:
    precision = curve.interpolated if view.state.curve == "interpolated" else curve.precision
    if isinstance(curve, Curve):
        words = [
            f"rank {rank}, grade {grade}"
            for rank, grade in zip(curve.ranks.tolist(), curve.grades.tolist(), strict=True)
        ]
    else:
        words = [f"mean of {counted(curve.topics, 'topic')}"] * len(curve.recall)
    return Line(label, curve.recall, precision, words, **style)


def _ideal(view: View, g: Sequence[float]) -> Line:
    topic = _topic(view)
    curve: Curve | MeanCurve
    if topic is None:
        curve = cached.averaged_ideal(view, tuple(g))
    else:
        curve = ideal_curve(view.opened.profile.pool, topic, g=g)
    return _line(view, curve, IDEAL, width=1.2, dash="dot")


def _where(view: View) -> str:
    return f"topic {view.state.topic}" if _topic(view) is not None else "mean over topics"


def graded(view: View, chosen: Sequence[int]) -> None:
    """Show the graded curves of the runs."""
    names, g = view.opened.profile.runs, view.state.g
    lines = [_line(view, _curve(view, run, g), names[run]) for run in chosen]
    ideal = _ideal(view, g)
    one = _topic(view) is not None

    def draw(theme: Any) -> Any:
        top = Line(**{**vars(ideal), "color": theme.edge})
        return precision_recall([top, *lines], theme=theme, points=one, steps=one)

    title = f"Graded precision and recall, {_where(view)}"
    with panel(title):
        save(view, draw, "graded curves")
    note = "Every step ends at a relevant document; the area below the steps is GAP." if one else AVERAGING
    chart(view, draw, "graded curves", title=title, note=note,
          alt="Graded precision-recall curves; the tables below have the same numbers.")  # fmt: skip
    if not any(len(line.recall) for line in lines):
        st.info("None of these runs has a document here that some user counts as relevant.")


def thresholds(view: View, chosen: Sequence[int]) -> None:
    """Show the binary curves of one run at every threshold, beside its graded one."""
    run, c = chosen[-1] if view.state.selected else chosen[0], view.opened.profile.c
    name = view.opened.profile.runs[run]
    at = [(f"h = {h} ({percent(view.state.g[h - 1])})", _curve(view, run, _only(c, h)))
          for h in range(1, c + 1)]  # fmt: skip
    one = _topic(view) is not None

    def draw(theme: Any) -> Any:
        colors = [theme.accent] if c == 1 else theme.grade_colors(c)
        lines = [
            _line(view, curve, label, color=theme.edge if color == theme.grade_colors(c)[0] else color,
                  dash="solid", width=1.8)
            for (label, curve), color in zip(at, colors, strict=True)
        ]  # fmt: skip
        mixed = _line(view, _curve(view, run, view.state.g), "graded, this g", dash="dash", width=2.6)
        return precision_recall([*lines, mixed], theme=theme, points=one, steps=one, graded=False)

    with panel("", html=markup.subject("Thresholds of", shorten(name, 32))):
        save(view, draw, "threshold curves")
    note = (
        "A threshold curve is that of users who all count documents from grade h on: its area is AP(h). "
        "Beside h stands the share of such users under this g."
    )
    chart(view, draw, "threshold curves", title=f"Thresholds of {name}, {_where(view)}", note=note,
          alt="Precision-recall curves by threshold; the tables below have the same numbers.")  # fmt: skip


def _only(c: int, h: int) -> tuple[float, ...]:
    return tuple(float(k == h) for k in range(1, c + 1))


def areas(view: View, chosen: Sequence[int]) -> None:
    """Show the areas with the measures that they equal, and the points of the curves."""
    table(view, partial(_areas, view, chosen), "areas", title="Areas, and the measures that they equal")
    with st.expander("The points of the curves"):
        table(view, partial(_points, view, chosen), "curve points", height=360)


def _areas(view: View, chosen: Sequence[int]) -> pd.DataFrame:
    """Areas below the curves beside GAP and AP(h), which are computed without any curve."""
    topic, g = _topic(view), view.state.g
    c = view.opened.profile.c if simplex.few(view) else 0
    texts = [*with_g(["GAP"], g), *(f"AP(rel={h})" for h in range(1, c + 1))]
    scored = cached.scored(view, texts)
    values = scored.means() if topic is None else within(scored, topics=_alone(view, topic)).means()
    columns: dict[str, Any] = {"run": [view.opened.profile.runs[run] for run in chosen]}
    labels = ["GAP", *(f"AP(h={h})" for h in range(1, c + 1))]
    users = [g, *(_only(c, h) for h in range(1, c + 1))]
    for row, (label, model) in enumerate(zip(labels, users, strict=True)):
        what = "graded curve" if row == 0 else f"curve h{subscript(row)}"
        columns[f"area, {what}"] = [_curve(view, run, model).area for run in chosen]
        columns[label] = values[row, list(chosen)]
    return pd.DataFrame(columns)


def _alone(view: View, topic: int) -> BoolArray:
    alone: BoolArray = np.arange(len(view.opened.profile.topics)) == topic
    return alone


def _points(view: View, chosen: Sequence[int]) -> pd.DataFrame:
    frames = [_curve(view, run, view.state.g).frame() for run in chosen]
    return pd.concat(frames, ignore_index=True)
