"""Collections in the server's folder: read under a mapping, looked at again, and missed."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from streamlit.testing.v1 import AppTest

from gapviz.build import build
from gapviz.collection.load import Found
from gapviz.collection.store import LISTING
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.script import means, source
from gapviz.pages.session.state import State
from tests.pages.app import OWNER, html, page, plain, press, run, run_file, text

QRELS = "1 0 a 4\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 b 2\n"
FRACTIONS = "1 0 a 0.5\n1 0 b 1\n2 0 a 1\n"
RUN = run_file(("1", "a", 3), ("1", "b", 2), ("2", "a", 2), ("2", "b", 1))
OTHER = run_file(("1", "b", 3), ("1", "a", 2), ("2", "b", 2))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a server with a collection of whole grades and one of fractions."""
    for name, qrels in (("whole", QRELS), ("frac", FRACTIONS)):
        (tmp_path / name / "runs").mkdir(parents=True)
        (tmp_path / name / "qrels.txt").write_text(qrels)
        (tmp_path / name / "runs" / "one.run").write_text(RUN)
    monkeypatch.setattr(sys, "argv", ["app.py", "--collections", str(tmp_path)])
    return tmp_path


def again(app: AppTest) -> AppTest:
    """Run again when it is time to look at the files again."""
    open_collections._looked.clear()
    return run(app)


def address(app: AppTest, *names: str) -> list[str]:
    """Values of parameters in the address; empty texts for those that are not there."""
    found = dict(app.query_params)
    return [value if isinstance(value := found.get(name, ""), str) else ",".join(value) for name in names]


def test_a_link_with_a_mapping_opens_fractional_grades(folder: Path) -> None:
    app = page("collection", {"in": ["server/frac"], "grades": ["0.5:1,1:2"]})
    assert not app.warning
    assert "1 run · 2 topics · 3 judged · grades 0–2" in html(app)
    assert address(app, "in", "grades") == ["server/frac", "0.5:1,1:2"]
    assert address(app, "data")[0].endswith("-1-2")
    app.text_input(key="grade text").set_value("0.5:0,1:1")
    assert "grades 0–1" in html(run(app))


def test_a_mapping_is_written_where_the_collection_was_refused(folder: Path) -> None:
    app = page("collection")
    app.segmented_control(key="source").set_value("server")
    run(app)
    app.radio(key="Collections on the server").set_value("server/frac")
    run(app)
    assert "found 0\\.5\\. Write what they count as under Grades" in app.warning[0].value
    assert "TREC 10 likeness" in html(app)
    assert address(app, "in", "data", "grades") == ["server/frac", "", ""]
    app.text_input(key="grade text").set_value("1:2")  # not all of it: nothing else is mapped
    run(app)
    assert "found 0\\.5" in app.warning[0].value
    assert "TREC 10 likeness" in html(app)
    assert ">grades " not in html(app)
    app.text_input(key="grade text").set_value("0.5:1,1:2")
    run(app)
    assert not app.warning
    assert "1 run · 2 topics · 3 judged · grades 0–2" in html(app)
    press(app, "as read")
    assert "found 0\\.5" in app.warning[0].value


def test_whole_grades_are_read_once_for_all_mappings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = MagicMock(side_effect=Found.load)
    monkeypatch.setattr(Found, "load", lambda found, **options: load(found, **options))
    app = page("collection", {"in": ["server/whole"], "grades": ["4:3"]})
    assert "grades 0–3" in html(app)
    press(app, "as read")
    assert "grades 0–4" in html(app)
    assert load.call_count == 1


def test_a_refusal_is_remembered_as_long_as_the_files_stay(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = MagicMock(side_effect=Found.load)
    monkeypatch.setattr(Found, "load", lambda found, **options: load(found, **options))
    app = page("collection", {"in": ["server/frac"]})
    run(app)
    assert load.call_count == 1
    (folder / "frac" / "qrels.txt").write_text(FRACTIONS.replace("0.5", "2"))
    again(app)
    assert load.call_count == 2
    assert "grades 0–2" in html(app)


@pytest.mark.parametrize("module", ["collection", "explore", "curves"])
@pytest.mark.parametrize("key", ["server/gone", "upload/" + "0" * 64])
def test_a_link_to_what_is_not_here_stays_as_it_is(module: str, key: str, folder: Path) -> None:
    link = {"in": key, "data": "7c41e0123456-5-3", "grades": "1:2", "controls": "plain"}
    app = page(module, {name: [value] for name, value in link.items()})
    assert set(app.query_params) == set(link)
    assert address(app, *link) == list(link.values())
    assert "TREC 10 is shown in its place" in app.warning[0].value.replace("\\", "")
    assert "grades 0–2" in html(app)
    assert ">grades 1:2</span>" not in html(app)
    assert "other data" not in text(app)


def test_a_change_beside_the_stand_in_is_kept_and_the_link_works_again(folder: Path) -> None:
    (folder / "whole").rename(folder / "away")
    app = plain({"in": ["server/whole"], "grades": ["4:2"]})
    app.slider(key="slider 0").set_value(0.25)
    run(app)
    assert address(app, "in", "data", "grades", "g") == ["server/whole", "", "4:2", "0.25,0.75"]
    (folder / "away").rename(folder / "whole")
    open_collections._discovered.clear()
    again(app)
    assert not app.warning
    assert "1 run · 2 topics" in html(app)
    assert ">grades 4:2</span>" in html(app)
    assert address(app, "in", "grades", "g") == ["server/whole", "4:2", "0.25,0.75"]
    assert address(app, "data")[0].endswith("-1-2")


def test_the_stand_in_can_be_chosen(folder: Path) -> None:
    app = page("collection", {"in": ["server/gone"], "grades": ["4:2"]})
    assert app.radio(key="Bundled collections").value is None
    app.radio(key="Bundled collections").set_value("TREC 10")
    run(app)
    assert not app.warning
    assert address(app, "in", "data", "grades") == ["", "", ""]


def test_a_store_is_a_collection(folder: Path) -> None:
    """It opens without its files, and what is added to it is there; damaged, it says so."""
    build(folder / "whole" / "qrels.txt", folder / "whole" / "runs", output=folder / "kept")
    (folder / "whole").rename(folder.parent / f"{folder.name} away")
    app = page("collection")
    app.segmented_control(key="source").set_value("server")
    run(app)
    assert "a store" in app.radio(key="Collections on the server").captions
    app.radio(key="Collections on the server").set_value("server/kept")
    assert "1 run · 2 topics · 5 judged · grades 0–4" in html(run(app))
    (folder / "two.run").write_text(OTHER)
    build(folder.parent / f"{folder.name} away" / "qrels.txt", folder / "two.run", output=folder / "kept")
    assert "2 runs · 2 topics" in html(again(app))
    opened = open_collections.of(State(collection="server/kept"))
    assert "gapviz.load('kept')" in means(source(opened, State(collection="server/kept"), "")).python
    next((folder / "kept").glob("runs*")).write_bytes(b"")
    (folder / "kept" / LISTING).touch()
    again(app)
    assert "expected what was written into the store" in app.warning[0].value


def test_a_store_says_how_it_was_read(folder: Path) -> None:
    build(folder / "whole" / "qrels.txt", folder / "whole" / "runs", output=folder / "kept", depth=1)
    app = page("collection", {"in": ["server/kept"]})
    assert [warning.value for warning in app.warning] == ["The runs of this store were read with depth 1\\."]


def test_a_file_that_changed_gives_new_numbers(folder: Path) -> None:
    app = plain({"in": ["server/whole"]})
    before = address(app, "data")
    app = plain({"in": ["server/whole"], "data": before})
    (folder / "whole" / "runs" / "two.run").write_text(OTHER)
    again(app)
    assert "2 runs · 2 topics" in html(app)
    assert sorted(app.dataframe[0].value["run"]) == ["one.run", "two.run"]
    assert address(app, "data")[0].endswith("-2-2")
    assert address(app, "data") != before
    assert "This link was made with other data" in text(app)
    first = app.dataframe[0].value.set_index("run")["GAP"]
    (folder / "whole" / "runs" / "two.run").write_text(RUN + "2 Q0 c 3 0.5 tag\n")
    again(app)
    assert app.dataframe[0].value.set_index("run")["GAP"]["two.run"] != first["two.run"]
    (folder / "whole" / "runs" / "two.run").unlink()
    again(app)
    assert address(app, "data") == before
    assert "This link was made with other data" not in text(app)


def test_a_damaged_file_that_was_added_is_said(folder: Path) -> None:
    app = page("collection", {"in": ["server/whole"]}, owner=OWNER)
    assert "not loaded" not in text(app)
    (folder / "whole" / "runs" / "bad.run").write_text("nonsense\n")
    assert "1 of 2 files was not loaded" in text(again(app))


def test_judgements_that_went_away_are_missed_and_found_again(folder: Path) -> None:
    app = page("collection", {"in": ["server/whole"]})
    data = address(app, "data")
    (folder / "whole" / "qrels.txt").unlink()
    again(app)
    assert "is not to be had here" in app.warning[0].value
    assert address(app, "in", "data") == ["server/whole", *data]
    (folder / "whole" / "qrels.txt").write_text(QRELS)
    again(app)
    assert not app.warning
    assert address(app, "in", "data") == ["server/whole", *data]
