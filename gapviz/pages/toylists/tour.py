"""Tour: five short chapters for a class, each with a question, and a last question that was drawn."""

from __future__ import annotations

import random
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.curves import Curve, graded_curve, threshold_curve
from gapviz.analysis.toylists.profile import profile_lists
from gapviz.analysis.toylists.quiz import draw, question
from gapviz.figures.curves import Line, precision_recall
from gapviz.pages.live.rail import rail
from gapviz.pages.parts import markup, open_collections
from gapviz.pages.parts.frame import CONFIG, panel
from gapviz.pages.session.session import commit, current, mirror, propose, tied
from gapviz.pages.session.state import State, fit
from gapviz.pages.toylists import edit, limits, measures, parts, trials
from gapviz.pages.toylists import markup as toylook
from gapviz.pages.toylists.chapters import CHAPTERS, LAST, WITHOUT_HELP, Chapter, last, reached
from gapviz.pages.toylists.parts import Toys
from gapviz.theme import Theme

ABOUT = (
    "Five short chapters and a last question. Each sets the list and g, asks one question and checks the "
    "answer. What the choice of a measure does to a ranker that is trained for it, the page Learning to rank "
    "shows."
)

FIRST_ANSWERS = "first answers of the tour"
"""In the session: whether the first answer to a chapter was right, by number."""


def show() -> None:
    """Show the page."""
    theme = open_collections.theme()
    raw = current("tour")
    if not raw.chapter or not raw.toy:
        # Nothing was set yet: the page was just opened, or a link names a chapter and no list.
        raw = raw.replace(**fields(int(raw.chapter or 1)))
    mirror(raw)  # the control of g reads the session
    number = int(raw.chapter)
    toy = parts.read(raw.toy) or CHAPTERS[0].toy
    state, unfit = fit(raw, toy.c)
    chapter = last(question(toy, state.g)) if number == LAST else CHAPTERS[number - 1]
    view = parts.toys(state, theme)
    st.html(edit.styles())
    st.html(markup.title("Tour", ABOUT))
    table = chapter.part == "second" or view.other is not None
    follow = (*edit.follow(toy), *(measures.FOLLOW if table else measures.FOLLOW[:1]))
    rail(parts.for_g(toy), state, theme, moving=follow)
    parts.notes(unfit)
    chapters(state)
    ask(view, chapter)
    if chapter.part == "nothing":
        return
    measures.cards(view)
    edit.bars_head(view)
    edit.editor(view)
    if table:
        edit.second(view)
        measures.values_table(view)
    if chapter.part == "curve":
        curve(view)
    elif chapter.part == "limits":
        limits.limit(view)
    elif chapter.part == "experiments":
        trials.show(view)


def fields(number: int) -> dict[str, Any]:
    """Fields of the state that a chapter sets; the last question is another one each time."""
    chapter = last(draw(random.randrange(2**32))) if number == LAST else CHAPTERS[number - 1]
    other = "" if chapter.other is None else str(chapter.other)
    lists = {"toy": str(chapter.toy), "other": other, "beside": (), "bars": "rank", "settings": ()}
    return {"chapter": str(number), "g": chapter.g, "pinned": (), "locked": (), **lists}


def chapters(state: State) -> None:
    """Offer the chapters."""
    titles = (*(one.title for one in CHAPTERS), WITHOUT_HELP)
    words = {str(n): f"{n}  {title}" for n, title in enumerate(titles, start=1)}
    key = tied("chapter", state.chapter)
    st.segmented_control(
        "Chapter", list(words), format_func=words.__getitem__, key=key, required=True, on_change=propose,
        args=(key, lambda _state, chosen: fields(int(chosen)) if chosen else {}),
        label_visibility="collapsed",
    )  # fmt: skip


def ask(view: Toys, chapter: Chapter) -> None:
    """Ask the question of a chapter, and check the answer."""
    number = int(view.state.chapter)
    with st.container(border=True, key="gv-chapter"):
        st.markdown(chapter.text)
        if chapter.part == "nothing":
            st.html(toylook.still(view.toy, view.theme))
        st.markdown(f"**{chapter.question}**")
        chosen = 0
        if chapter.answers:
            # Another question has an answer of its own.
            key = f"answer {number} {chapter.toy}" if number == LAST else f"answer {number}"
            picked = st.radio("Answer", chapter.answers, index=None, horizontal=True, key=key,
                              label_visibility="collapsed")  # fmt: skip
            chosen = -1 if picked is None else chapter.answers.index(picked)
        with st.container(horizontal=True, vertical_alignment="center"):
            checked = st.button("Check", type="primary", key=f"check {number}", disabled=chosen < 0)
            again = "Draw another question" if number == LAST else "Set the page again"
            st.button(again, key="again", type="tertiary", on_click=commit, kwargs=fields(number))
            if number < LAST:
                st.button("Next chapter" if number + 1 < LAST else "Last question", key="next chapter",
                          icon=":material/arrow_forward:", on_click=commit,
                          kwargs=fields(number + 1))  # fmt: skip
        if checked:
            right = chosen == chapter.right if chapter.answers else reached(view)
            st.session_state.setdefault(FIRST_ANSWERS, {}).setdefault(number, right)
            answered(chapter, chosen, right=right)
            if number == LAST:
                missed()


def answered(chapter: Chapter, chosen: int, *, right: bool) -> None:
    """Say whether the answer is right, and why."""
    if right:
        st.success(f"Right. {chapter.because}", icon=":material/check:")
    else:
        hint = chapter.slips[chosen] if chapter.slips else chapter.hint
        st.warning(f"Not yet. {hint}", icon=":material/close:")


def missed() -> None:
    """Say which chapters were not right at the first answer, and what they teach."""
    first = st.session_state[FIRST_ANSWERS]
    again = {n: one for n, one in enumerate(CHAPTERS, start=1) if not first.get(n)}
    if not again:
        st.markdown("All five chapters were right at the first answer.")
        return
    st.markdown("**What you missed**, or have not answered:")
    for number, chapter in again.items():
        state = "not answered" if number not in first else "wrong at first"
        with st.container(border=True, key=f"missed {number}"):
            st.markdown(f"**{number}  {chapter.title}** :gray-badge[{state}]")
            st.markdown(chapter.because)
            st.button("Open the chapter", key=f"open {number}", type="tertiary", on_click=commit,
                      kwargs=fields(number))  # fmt: skip


def curve(view: Toys) -> None:
    """Show the graded curve of the list, and those of its thresholds."""
    profile = profile_lists([view.toy])
    thresholds = range(1, view.toy.c + 1)
    curves = {"graded": graded_curve(profile, 0, 0, g=view.state.g)}
    curves |= {f"threshold {h}": threshold_curve(profile, 0, 0, h=h) for h in thresholds}

    def draw(theme: Theme) -> Any:
        lines = [line(name, one, theme) for name, one in curves.items()]
        return precision_recall(lines, theme=theme, steps=True)

    panel("Precision against recall")
    st.plotly_chart(
        draw(view.theme),
        theme=None,
        key="graded curve",
        config=CONFIG,
        alt="Graded curve and the curves of the thresholds; their areas stand below.",
    )
    st.caption(" · ".join(f"{name}: area {one.area:.4f}" for name, one in curves.items()))


def line(name: str, one: Curve, theme: Theme) -> Line:
    """Draw the graded curve in the hue of GAP, whose area it has, and the others in grey."""
    words = [f"rank {n}, grade {r}" for n, r in zip(one.ranks.tolist(), one.grades.tolist(), strict=True)]
    if name == "graded":
        return Line(name, one.recall, one.precision, words, color=theme.measure("GAP"), dash="solid")
    return Line(name, one.recall, one.precision, words, color=theme.ink2, dash="dash", width=1.4)
