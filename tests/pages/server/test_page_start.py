"""A page is written from its top, also by a thread that has run one of its fragments just before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.runtime.scriptrunner import RerunData, ScriptRunnerEvent
from streamlit.testing.v1 import AppTest, app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

SCRIPT = """
import streamlit as st
from gapviz.pages.server.page_start import from_the_top

@st.fragment(key="piece")
def piece():
    st.write("piece")

from_the_top()
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


def shown(monkeypatch: pytest.MonkeyPatch, script: str) -> list[str]:
    """Return the kinds of what stands on the page after its second run."""
    monkeypatch.setattr(app_test, "LocalScriptRunner", OneThread)
    app = AppTest.from_string(script).run()
    assert not app.exception
    return [one.type for one in app.main.children.values()]


def test_a_page_after_its_fragment_is_written_from_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ["markdown", "flex_container", "markdown"]
    assert shown(monkeypatch, SCRIPT) == whole
    # What it is for: without the line, Streamlit writes the page into its own container.
    assert shown(monkeypatch, SCRIPT.replace("\nfrom_the_top()", "")) != whole


def test_the_app_begins_each_page_from_the_top() -> None:
    app = (Path(__file__).parents[3] / "app.py").read_text(encoding="utf-8")
    assert "with turns.page():\n    from_the_top()\n" in app
