"""The app without a browser, for the tests of pages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from streamlit.testing.v1 import AppTest

from gapviz.pages.parts.uploads import Upload, shelf


def page(name: str, query: Mapping[str, Sequence[str]] | None = None, **session: Any) -> AppTest:
    """Run a page, as a link with these parameters opens it."""
    app = AppTest.from_string(f"from gapviz.pages import {name}\n{name}.show()", default_timeout=30)
    for parameter, values in (query or {}).items():
        app.query_params[parameter] = list(values)
    for key, value in session.items():
        app.session_state[key] = value
    return run(app)


def plain(query: Mapping[str, Sequence[str]] | None = None, **session: Any) -> AppTest:
    """Run the page Explore with the plain controls, whose widgets a test can move."""
    return page("explore", {"controls": ["plain"], **(query or {})}, **session)


def run(app: AppTest) -> AppTest:
    """Run again, and fail on any exception in the script."""
    app.run()
    assert not app.exception, app.exception
    return app


def press(app: AppTest, key: str) -> AppTest:
    """Press a button."""
    app.button(key=key).click()
    return run(app)


def html(app: AppTest) -> str:
    """All HTML of the page, in order."""
    return "\n".join(element.proto.body for element in app.get("html"))


def text(app: AppTest) -> str:
    """Everything that stands on the page as Markdown, HTML, code or notice."""
    kinds = (app.markdown, app.caption, app.info, app.warning, app.error, app.code)
    return html(app) + "\n".join(str(element.value) for kind in kinds for element in kind)


OWNER = b"the browser of the tests"


def uploaded(qrels: str, runs: Mapping[str, str], *, name: str = "Mine") -> Upload:
    """Put files on the shelf of the tests' browser."""
    upload = Upload(
        name, ("qrels", qrels.encode()), tuple((run, text.encode()) for run, text in runs.items())
    )
    shelf().put(hashlib.sha256(OWNER).hexdigest(), upload)
    return upload


def opened(module: str, upload: Upload, query: Mapping[str, Sequence[str]] | None = None) -> AppTest:
    """Run a page on an upload of the tests' browser; Explore with the plain controls."""
    return page(module, {"in": [upload.key], "controls": ["plain"], **(query or {})}, owner=OWNER)


def run_file(*rows: tuple[str, str, float]) -> str:
    """Return a TREC run from topic, document and score."""
    return "".join(f"{topic} Q0 {document} 1 {score} tag\n" for topic, document, score in rows)
