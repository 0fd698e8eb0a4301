"""A page with nothing but the live component, for its browser tests.

``streamlit run live_app.py``, then ``?in=TREC 21`` or ``?in=FOLDER`` for other data, ``&runs=1`` for the
first runs only, ``&grades=2:1`` for another grade mapping, ``&names=odd`` for names that must stay text.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import streamlit as st

import gapviz
from gapviz import users
from gapviz.collection.synthetic.draw import likeness
from gapviz.pages.live.live import live
from gapviz.pages.session.state import State
from gapviz.profile import Profile
from gapviz.web.data import Heading

ODD_NAMES = (
    '<img src="http://127.0.0.1:9/x.png" onerror="window.struck=1">',
    "<script>window.struck=1</script>",
    "[link](http://127.0.0.1:9) **bold** $x^2$",
    "=HYPERLINK(1)",
    "\u202eesrever",
    "a very long name " * 12,
)

STYLE = """<style>
.stMainBlockContainer { padding: 0; } .stAppHeader { display: none; }
</style>"""


@st.cache_resource
def opened(source: str, runs: str, grades: str, names: str) -> tuple[Profile, str]:
    folder = Path(source)
    if folder.is_dir():
        collection = gapviz.load(next(folder.glob("*qrels*")), sorted((folder / "runs").iterdir()))
    else:
        collection = likeness(source)
    if runs:
        collection = collection.with_runs(collection.runs[: int(runs)])
    if grades:
        collection = collection.with_grades(gapviz.GradeMap.parse(grades))
    profile = gapviz.profile(collection)
    if names == "odd":
        profile = dataclasses.replace(profile, runs=(*profile.runs[: -len(ODD_NAMES)], *ODD_NAMES))
    return profile, collection.name


def main() -> None:
    st.set_page_config(layout="wide")
    st.html(STYLE)
    asked = [st.query_params.get(name, "") for name in ("in", "runs", "grades", "names")]
    profile, name = opened(asked[0] or "TREC 10", *asked[1:])
    session = st.session_state
    if "view" not in session:
        named = users.presets(profile.c)
        session.view = State(g=named.get("Strict", (1.0,)), pinned=named.get("Uniform", ()))
    if st.toggle("Hide", key="hidden"):
        st.text(f"hidden with {session.view}")
    else:
        studio(profile, "&".join(asked), name)


@st.fragment
def studio(profile: Profile, digest: str, name: str) -> None:
    session = st.session_state
    runs, topics = profile.shape
    with st.container(key="all", gap=None):
        event = live(
            profile,
            session.view,
            digest=digest,
            counted=gapviz.scores(profile, ["AP(rel=1)"]).counted,
            heading=Heading(
                name,
                f"{runs} runs · {topics} topics · grades 0–{profile.c}",
                (
                    ("ties: trec_eval 10", "", "Help"),
                    ("missing topics count 0", "", ""),
                    ("a notice", "warn", ""),
                ),
            ),
            can=("collection", "reset", "python"),
        )
        session.view = session.view.replace(**event.view)
    if event.action == "reset":
        session.view = session.view.replace(g=users.presets(profile.c)["Uniform"], locked=())
        st.rerun(scope="fragment")
    heard = {**event.view, "final": event.final, "action": event.action}
    st.container(key="told").text(json.dumps(heard))


if __name__ == "__main__":
    main()
