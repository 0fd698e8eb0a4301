"""The live page as a document: what stands in it, how large it is, and what is refused."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.scores import by_id
from gapviz.pages.session.state import FIELDS, State, by_hand
from gapviz.web import page, scripts
from tests.real import real_collection
from tests.shared import likeness
from tests.web.test_modules import node

COLLECTION = likeness("TREC 10")


class Document(HTMLParser):
    """The scripts and styles of a document, and its policy."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {}
        self.policy = ""
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        self._open = given.get("type") or tag
        assert not {"src", "href", "style", "onclick"} & set(given) or tag == "use", (tag, given)

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open, []).append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def data(self) -> Any:
        return json.loads("".join(self.texts["application/json"]))


def test_the_policy_allows_the_page_itself_and_nothing_else() -> None:
    document = Document(gapviz.live(COLLECTION).html)

    def digest(kind: str) -> str:
        whole = "".join(document.texts[kind]).encode()
        return f"'sha256-{base64.b64encode(hashlib.sha256(whole).digest()).decode()}'"

    rules = dict(rule.strip().split(" ", 1) for rule in document.policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == digest("module")
    assert rules["style-src"] == digest("style")
    assert set(rules) == {
        "default-src", "script-src", "style-src", "base-uri", "form-action",
        "require-trusted-types-for", "trusted-types",
    }  # fmt: skip


def test_statistics_are_those_of_the_profile_to_the_last_bit() -> None:
    tables = Document(gapviz.live(COLLECTION).html).data()["tables"]
    profile = gapviz.profile(COLLECTION)
    order = by_id(profile.topics)
    S = np.frombuffer(base64.b64decode(tables["S"])).reshape(*profile.shape, 3)
    np.testing.assert_array_equal(S, profile.S[:, order][..., [0, 1, 1], [0, 0, 1]])


def test_it_says_what_the_numbers_are_made_from() -> None:
    text = gapviz.live(COLLECTION, topics="run").html
    for part in (COLLECTION.fingerprint, gapviz.__version__, "ties: trec_eval 10", "topics of the run only",
                 "10.1145/1835449.1835550", "10.1007/978-3-319-11382-1_3"):  # fmt: skip
        assert part in text


def test_a_real_collection_of_143_runs_and_30_topics_takes_less_than_1_mb() -> None:
    collection = real_collection("trec-covid-round1")
    assert (len(collection.runs), len(collection.topics)) == (143, 30)
    made = gapviz.live(collection)
    assert made.sizes["page"] == len(made.html.encode()) < 1_000_000
    assert sum(size for name, size in made.sizes.items() if name != "page") < made.sizes["page"]


def test_what_is_too_large_is_refused_with_what_to_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the runs that are said to fit a page can be made, and some more are too many."""
    monkeypatch.setattr(page, "MOST_BYTES", 200_000)
    with pytest.raises(gapviz.InputError) as refused:
        gapviz.live(COLLECTION)
    said = re.fullmatch(
        r"live page: expected at most 0.2 MB, found 0\.\d MB: leave out runs \((\d+) of 95 fit\), or topics, "
        "or merge grades", str(refused.value),
    )  # fmt: skip
    assert said is not None
    fit = int(said[1])
    assert gapviz.live(COLLECTION.with_runs(COLLECTION.runs[:fit])).sizes["page"] <= 200_000
    with pytest.raises(gapviz.InputError):
        gapviz.live(COLLECTION.with_runs(COLLECTION.runs[: fit + 5]))


def test_where_no_run_fits_topics_have_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_BYTES", 1_000)
    with pytest.raises(gapviz.InputError, match=r": leave out topics \(of 50\), or merge grades$"):
        gapviz.live(COLLECTION)


def test_no_runs_and_too_many_grades_are_refused() -> None:
    with pytest.raises(gapviz.InputError, match="expected a collection with runs, found no run"):
        gapviz.live(COLLECTION.with_runs([]))
    high = COLLECTION.with_grades(gapviz.GradeMap.parse("2:7"))
    with pytest.raises(gapviz.InputError, match=r"^live page: expected grades up to 6, .* found 7$"):
        gapviz.live(high)


def test_the_fields_of_its_address_are_those_of_the_app(tmp_path: Any) -> None:
    """Witness: the table of fields; the strip of topics adds the two that Python draws by in the app."""
    script = tmp_path / "fields.mjs"
    link = (scripts.__file__ or "").replace("scripts.py", "link.js")
    script.write_text(
        f'import {{ FIELDS }} from "{link}"; import {{ writeFileSync }} from "node:fs";'
        f'writeFileSync("{tmp_path}/fields.json", JSON.stringify(FIELDS));'
    )
    node(script)
    found = json.loads((tmp_path / "fields.json").read_text())
    names = [
        one.name for one in FIELDS.values() if one in by_hand(whole=True) or one.name in ("topic", "order")
    ]
    assert [one["name"] for one in found] == names
    for one in found:
        assert one["parameter"] == FIELDS[one["name"]].parameter
        default = getattr(State(), one["name"])
        assert one["absent"] == (list(default) if isinstance(default, tuple) else default)


def test_script_is_one_valid_module(tmp_path: Any) -> None:
    whole = tmp_path / "page.mjs"
    text = scripts.together(*page.MODULES)
    whole.write_text(text, encoding="utf-8")
    node("--check", whole)
    assert not re.search(r"^(import|export (?!default))", text, re.MULTILINE)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bfetch\b|eval\(", text)
    assert not re.search(r'"style"', text)  # the policy forbids the attribute
