"""A page is written from its top, also by a thread that has run one of its fragments just before."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunData, ScriptRunnerEvent
from streamlit.testing.v1 import AppTest, app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

SCRIPT = """
import streamlit as st
from gapviz.pages.server.page_start import begin_at_top

@st.fragment(key="piece")
def piece():
    st.write("piece")

begin_at_top()
st.write("above")
with st.container():
    piece()
st.write("below")
"""


class OneThread(LocalScriptRunner):
    """Runs a page, its fragment ``piece`` and the page again: each is asked for while the last one ends."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.on_event.connect(self._go_on, weak=False)

    def _go_on(self, _: object, event: ScriptRunnerEvent, **__: Any) -> None:
        ended = self.events.count(ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS)
        if event is ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS and ended == 1:
            (fragment,) = self._fragment_storage.resolve_target("piece")
            self.request_rerun(RerunData(fragment_id=fragment))
        elif event is ScriptRunnerEvent.FRAGMENT_STOPPED_WITH_SUCCESS:
            self.request_rerun(RerunData())


def second_run(monkeypatch: pytest.MonkeyPatch, script: str) -> tuple[list[str], list[str]]:
    """Return the kinds of what stands on the page after its second run, and all texts."""
    monkeypatch.setattr(app_test, "LocalScriptRunner", OneThread)
    app = AppTest.from_string(script, default_timeout=30).run()
    assert not app.exception
    return [one.type for one in app.main.children.values()], [one.value for one in app.main.markdown]


def test_a_page_after_its_fragment_is_written_from_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds, texts = second_run(monkeypatch, SCRIPT)
    assert kinds == ["markdown", "flex_container", "markdown"]
    assert texts == ["above", "piece", "below"]


def test_without_that_streamlit_writes_it_into_the_container(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it does not, the line in app.py can go."""
    kinds, texts = second_run(monkeypatch, SCRIPT.replace("\nbegin_at_top()", ""))
    assert "markdown" not in kinds
    assert texts == ["above", "piece", "below"]


def test_the_app_begins_each_page_at_its_top() -> None:
    app = ast.parse((Path(__file__).parents[3] / "app.py").read_text(encoding="utf-8"))
    (turn,) = (one for one in app.body if isinstance(one, ast.With))
    assert ast.unparse(turn.body[0]) == "begin_at_top()"
