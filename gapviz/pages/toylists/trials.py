"""Toy lists: the random experiments whose expectation the measures are."""

from __future__ import annotations

from functools import partial
from typing import Any, get_args

import pandas as pd
import streamlit as st

from gapviz.analysis.toylists.profile import values
from gapviz.analysis.toylists.trials import Kind, Trials, checkpoints, trials
from gapviz.figures.running import running_mean
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.pages.parts.frame import CONFIG, panel
from gapviz.pages.parts.setting_widgets import keep, put
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.session.settings import NUMBERS, STORIES, offered, setting
from gapviz.pages.toylists import parts
from gapviz.pages.toylists.parts import Toys
from gapviz.text.names import for_markdown
from gapviz.theme import Theme


def show(view: Toys) -> None:
    """Show one trial step by step, and many."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        kept = view.state.settings
        kind: Kind = offered(kept, "experiment", get_args(Kind))
        number, seed = offered(kept, "trials", NUMBERS), int(setting(kept, "seed"))
        st.segmented_control("Experiment of", get_args(Kind), required=True, **keep("experiment", kind))
        st.select_slider("Trials", NUMBERS, width=220, **keep("trials", number),
                         format_func=lambda n: f"{n:,}".replace(",", "\u2009"))  # fmt: skip
        st.button("Draw again", icon=":material/casino:", key="draw again",
                  on_click=partial(put, seed=seed + 1, trial=1))  # fmt: skip
    rel, named = 1, measure("infAP(rel=1)") if kind == "infAP" else view.family[kind]
    drawn = _drawn(kind, str(view.toy), number, seed, view.state.g, rel)
    left, right = st.columns([1, 1.5], gap="large")
    with left:
        one(drawn, int(setting(kept, "trial")))
    with right:
        many(view, drawn, named, kind)


def one(drawn: Trials, trial: int) -> None:
    """Tell one trial, from 1, a sentence a step."""
    most = min(STORIES, len(drawn))
    shown = min(trial, most)
    with panel(f"Trial {shown} of {len(drawn):,}".replace(",", "\u2009")):
        st.button("Next trial", icon=":material/skip_next:", key="next trial",
                  on_click=partial(put, trial=shown % most + 1))  # fmt: skip
    story = drawn.story(shown - 1)
    st.markdown("\n".join(f"{k}. {for_markdown(sentence)}" for k, sentence in enumerate(story, start=1)))


def many(view: Toys, drawn: Trials, named: Measure, kind: str) -> None:
    """Show the running mean of the trials beside what the formula gives."""
    value = float(values([named], [view.toy]).item())
    points = checkpoints(len(drawn))
    low, means, high = drawn.band(points)

    def draw(theme: Theme) -> Any:
        return running_mean(points, low, means, high, value, measure=kind, theme=theme)

    def table() -> pd.DataFrame:
        running, errors = drawn.running(points)
        return pd.DataFrame({"trials": points, "mean": running, "standard error": errors, "formula": value})

    with panel("The mean of the trials tends to the measure"):
        parts.save(view, draw, "running mean")
    st.plotly_chart(draw(view.theme), theme=None, key="running", config=CONFIG,
                    alt="Running mean of the trials, one standard error around it, and the formula's value; "
                    "the table has the same numbers.")  # fmt: skip
    st.caption(
        f"{len(drawn):,} trials: mean {drawn.mean:.4f}, standard error {drawn.standard_error:.4f}; "
        f"the formula gives {value:.4f}. The band is one standard error each way.".replace(",", "\u2009", 1)
    )
    parts.as_table(table, "trials", height=240)


@computed_once(16, spinner="Drawing trials")
def _drawn(kind: Kind, toy: str, number: int, seed: int, g: tuple[float, ...], rel: int) -> Trials:
    read = parts.read(toy) or parts.FIRST
    return trials(kind, read, number, seed=seed, g=g, rel=rel)
