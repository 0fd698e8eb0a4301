"""Parts of all pages of experiments: the form, the job, its progress, and the button that stops it."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from gapviz.analysis.users.family import GRADED, with_g
from gapviz.collection import limits
from gapviz.pages.experiments.jobs import Job, Pool, Step, Work
from gapviz.pages.parts import cached, in_python, uploads
from gapviz.pages.parts.frame import View
from gapviz.pages.parts.script import Script
from gapviz.pages.server.departed import alive
from gapviz.pages.server.store import STORE
from gapviz.pages.session import plans
from gapviz.pages.session.plans import Plan
from gapviz.pages.session.session import commit
from gapviz.text.names import for_html, for_markdown
from gapviz.text.numbers import user_model

SHARE = 4
"""The part of the memory of all caches that results of experiments may take: one of so many."""

INTERVAL = 1.0
"""Seconds between two looks at a job that runs."""

PARTIAL = 3.0
"""Seconds after which a partial result is drawn anew: a chart costs the browser more than progress does."""

USUAL = (
    "AP", "GAP", "xGAP", "eGAP", "nDCG", "nDCG@10", "bpref", "infAP", "indAP", "subAP(p=rate)", "P@10",
    "RBP(p=0.8,rel=1)", "ERR@20",
)  # fmt: skip
"""Measures that are offered; any other one may be typed."""

PINNED = " pinned"
"""After a measure of the family that takes the pinned g."""

Show = Callable[[Any], None]
"""Shows a result, complete or still growing."""

P = TypeVar("P", bound=Plan)


def plan(view: View, page: str, kind: type[P]) -> P | None:
    """Return what the address asks for on this page, without the measures that do not fit, which it names."""
    text: str = getattr(view.state, page)
    if not text:
        return None
    asked = plans.read(kind, text)
    misfits = {name: cached.misfit(view, name) for name in asked.measures if name not in GRADED}
    for problem in filter(None, misfits.values()):
        st.warning(for_markdown(problem), icon=":material/info:")
    kept = tuple(name for name in asked.measures if not misfits.get(name))
    return dataclasses.replace(asked, measures=kept) if kept else None


def form(
    view: View, page: str, shown: Plan, draw: Callable[[Callable[[str], str]], Callable[[], Plan]]
) -> None:
    """Show the form of an experiment.

    Parameters
    ----------
    view : View
    page : str
        Field of the state that the plan goes to.
    shown : Plan
        Whose values the widgets have at first.
    draw : callable
        Draws the widgets, whose keys it makes with the function it gets, and returns what reads them.
    """
    # Another plan, from a link or the browser's Back button, has fresh widgets.
    mark = hashlib.sha256(str(shown).encode()).hexdigest()[:8]
    with st.form(f"{page} form", border=True):
        read = draw(lambda name: f"{page} {name} {mark}")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.form_submit_button(
                "Start", type="primary", icon=":material/play_arrow:", on_click=_start, args=(page, read),
                key=f"start {page}",
            )  # fmt: skip
            st.caption("The address of the page names the result: a link to it gives the same numbers.")
    if refused := st.session_state.pop(f"refused {page}", ""):
        st.warning(for_markdown(refused), icon=":material/info:")


def first_look(about: str, small: str) -> None:
    """Say what the experiment is, and what stands below before anybody has started one.

    Parameters
    ----------
    about : str
        Sentences on the experiment.
    small : str
        What the small one below has less of.
    """
    st.caption(about)
    st.markdown(f":gray-badge[First look] {small}. Start computes what the form says.")


def measures(view: View, key: str, chosen: Sequence[str], *, usual: Sequence[str] = USUAL) -> None:
    """Offer measures; those of the family take the g in force, or the pinned one."""
    short = list(_short(view, chosen))
    family = [f"{name}{PINNED}" for name in GRADED] if view.state.pinned else []
    st.multiselect(
        "Measures", list(dict.fromkeys([*usual, *family, *short])), default=short, key=key,
        format_func=partial(_measure_words, g=view.state.g, pinned=view.state.pinned),
        accept_new_options=True, max_selections=plans.MOST_MEASURES,
        help="GAP, xGAP and eGAP take the g in force. Any other measure may be typed, as in nDCG@20 or "
        "GAP(g=0.5,0.5); the word rate stands for the share of judgements that is left.",
    )  # fmt: skip


def chosen_measures(view: View, key: str) -> tuple[str, ...]:
    """Read the widget of `measures`, with every g spelled out."""
    texts: list[str] = st.session_state[key]
    pinned = [text.removesuffix(PINNED) if text.endswith(PINNED) else "" for text in texts]
    spelled = [
        with_g((of_pinned or text,), view.state.pinned if of_pinned else view.state.g)[0].replace("|", " ")
        for text, of_pinned in zip(texts, pinned, strict=True)
    ]
    return tuple(dict.fromkeys(text.replace(";", " ") for text in spelled))


def seed(key: str, value: int) -> None:
    """Ask for a seed."""
    st.number_input("Seed", 0, 2**32 - 1, value, 1, key=key, help="The same seed gives the same numbers.")


def outdated(view: View, page: str, shown: Plan) -> None:
    """Say that g has moved since, and offer the same with the g in force."""
    others = [text for text in shown.measures if text.partition("(")[0] in GRADED]
    if not others or any(text in GRADED for text in _short(view, others)):
        return
    g = user_model(view.state.g)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"g has moved since: it is {g} now, and these numbers are for the g that stands with them."
        )
        moved = with_g(tuple(dict.fromkeys(map(_bare, shown.measures))), view.state.g)
        st.button("Use the g in force", key=f"moved {page}", on_click=_again, type="tertiary",
                  args=(page, dataclasses.replace(shown, measures=moved)))  # fmt: skip


def result(
    view: View, page: str, shown: Plan, work: Work, show: Show, lines: Callable[[], Script], *, unit: str,
    more: str = "", data: str = "",
) -> None:  # fmt: skip
    """Run the plan, or fetch what another session has of it, and show how far it is; then offer In Python.

    Parameters
    ----------
    view : View
    page : str
    shown : Plan
    work : callable
        Starts the experiment; it runs in a thread and must not touch the session.
    show : callable
        Shows a result; again and again while it grows.
    lines : callable
        Writes the lines of "In Python"; what is refused has no result outside the browser either.
    unit : str
        What the steps of the work are called.
    more : str
        What else determines the result.
    data : str
        Digest of the data; by default that of the open collection.
    """
    state = view.state
    asked = (page, data or view.opened.collection.fingerprint, state.topics, state.empty, str(shown), more)
    key = hashlib.sha256("\0".join(asked).encode()).hexdigest()
    place = (_session(), page)
    stopped = st.session_state.get(f"stopped {page}") == key
    job = pool().find(key) if stopped else pool().ask(key, work, place, reader=uploads.owner())
    if job is None or (stopped and job.step is None):
        _message("Stopped before the first part was done.", page)
        return
    ticking = job.active and not stopped
    watched = cast(Any, st.fragment)(_watch, run_every=INTERVAL if ticking else None)
    watched(job, page, place, show, unit, ticking)
    if job.step is not None and job.status != "failed":
        in_python.button(lines, width="content")


def swatches(items: Sequence[tuple[str, str]]) -> str:
    """Legend of coloured squares, as HTML."""
    parts = "".join(
        f'<span><i style="display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px;'
        f'vertical-align:-1px;background:{color};border:1px solid var(--gv-edge)"></i>{for_html(text)}</span>'
        for color, text in items
    )
    return f'<div class="gv-legend">{parts}</div>'


@functools.cache
def pool() -> Pool:
    """Return the jobs of all sessions; their results count with what the caches hold."""
    made = Pool(alive, size=limits.MEMORY.bytes // SHARE)
    STORE.beside.append(lambda: made.held)
    return made


def _watch(job: Job, page: str, place: tuple[str, str], show: Show, unit: str, ticking: bool) -> None:
    stopped = st.session_state.get(f"stopped {page}") == job.key
    active, step = job.active and not stopped, job.step
    if ticking and not active:
        st.rerun()
    if active:
        _progress(job, page, place, unit)
    elif stopped or job.status in ("stopped", "late"):
        done = f"{step.done} of {step.total} {unit}" if step is not None else "the start"
        why = " after ten minutes" if job.status == "late" else ""
        _message(f"Stopped{why} at {done}. What was done stays.", page)
    elif job.status == "refused":
        _message(job.error, page)
    elif job.error:
        st.warning(for_markdown(job.error), icon=":material/info:")
    if active:
        step = _partial(job, page)
    if step is not None:
        show(step)


def _partial(job: Job, page: str) -> Step | None:
    """Return the newest result, or the one before as long as that is fresh."""
    now = time.monotonic()
    key, since, step = st.session_state.get(f"partial {page}", ("", now, None))
    if key != job.key or step is None or now - since > PARTIAL:
        since, step = now, job.step
        st.session_state[f"partial {page}"] = (job.key, since, step)
    return cast("Step | None", step)


def _progress(job: Job, page: str, place: tuple[str, str], unit: str) -> None:
    step = job.step
    with st.container(horizontal=True, vertical_alignment="center", key=f"progress {page}"):
        if job.status == "waiting":
            before = pool().before(job)
            st.progress(0.0, f"Waiting for other experiments, {before} of them before this one")
        elif step is None or not step.total:
            st.progress(0.0, "Starting")
        else:
            st.progress(min(1.0, step.done / step.total), f"{step.done} of {step.total} {unit}")
        st.button("Stop", key=f"stop {page}", icon=":material/stop:", on_click=_stop, args=(job.key, place))


def _message(words: str, page: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"message {page}"):
        st.info(words, icon=":material/pause_circle:")
        if st.button("Start again", key=f"again {page}"):
            _go_on(page)
            st.rerun()  # the whole page: within the fragment nothing asks for the job


def _start(page: str, read: Callable[[], Plan]) -> None:
    try:
        asked = plans.checked(read())
    except ValueError as error:
        st.session_state[f"refused {page}"] = f"This cannot be started: {error}."
        return
    _again(page, asked)


def _again(page: str, asked: Plan) -> None:
    _go_on(page)
    commit(**{page: str(asked)})


def _go_on(page: str) -> None:
    st.session_state.pop(f"stopped {page}", None)


def _stop(key: str, place: tuple[str, str]) -> None:
    pool().leave(key, place)
    st.session_state[f"stopped {place[1]}"] = key


def _short(view: View, texts: Sequence[str]) -> tuple[str, ...]:
    named = plans.without_g(texts, view.state.g)
    if not view.state.pinned:
        return named
    again = plans.without_g(named, view.state.pinned)
    return tuple(
        f"{new}{PINNED}" if new != old and new in GRADED else new
        for old, new in zip(named, again, strict=True)
    )


def _bare(text: str) -> str:
    name = text.partition("(")[0]
    return name if name in GRADED else text


def _measure_words(text: str, g: Sequence[float], pinned: Sequence[float]) -> str:
    name = text.removesuffix(PINNED)
    if name not in GRADED:
        return text
    return f"{name}, g = {user_model(g)}" if name == text else f"{name}, pinned g = {user_model(pinned)}"


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context is not None else ""
