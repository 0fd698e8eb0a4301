from __future__ import annotations

import gzip
import io
import sys
import zipfile
from pathlib import Path
from unittest.mock import MagicMock

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from gapviz.pages.parts import save_menu
from tests.pages.app import OWNER, html, opened, page, press, run, run_file, text, uploaded

QRELS = "1 0 a 4\n1 0 b 1\n1 0 c -2\n2 0 a 1\n2 0 b 2\n"
RUN = run_file(("1", "a", 3), ("1", "b", 2), ("2", "a", 2), ("2", "b", 1))


def upload(app: AppTest, qrels: bytes, runs: list[tuple[str, bytes]], *, keep: bool = False) -> AppTest:
    app.segmented_control(key="source").set_value("upload")
    run(app)
    app.file_uploader(key="qrels files").set_value(("qrels.txt", qrels, "text/plain"))
    app.file_uploader(key="run files").set_value([(name, data, "text/plain") for name, data in runs])
    if keep:
        app.checkbox(key="keep for links").check()
    run(app)
    return press(app, "read")


def test_bundled_collections_open_with_one_press() -> None:
    app = page("collection")
    app.radio(key="Bundled collections").set_value("TREC 21")
    run(app)
    assert "TREC 21 likeness" in html(app)
    assert "grades 0–3" in html(app)
    assert app.query_params["in"] == "TREC 21"


def test_upload_of_plain_compressed_and_zipped_runs() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("inside.run", RUN)
    files = [
        ("plain.run", RUN.encode()),
        ("small.run.gz", gzip.compress(RUN.encode())),
        ("more.zip", archive.getvalue()),
    ]
    app = upload(page("collection", owner=OWNER), QRELS.encode(), files)
    assert "3 runs · 2 topics" in html(app)
    assert "negative grades: unjudged" in html(app)
    assert app.session_state["memory"].state.collection.startswith("upload/")


def test_nothing_is_kept_unless_the_reader_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_CACHE", str(tmp_path))
    app = upload(page("collection", owner=OWNER), QRELS.encode(), [("a.run", RUN.encode())])
    assert "1 run · 2 topics" in html(app)
    assert list(tmp_path.rglob("*.npz")) == []
    assert "They are not written to disk." in text(app)
    assert "Delete these files" not in [button.label for button in app.button]


def test_what_is_kept_opens_by_its_link_and_can_be_deleted_by_whoever_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAPVIZ_CACHE", str(tmp_path))
    app = upload(page("collection", owner=OWNER), QRELS.encode(), [("a.run", RUN.encode())], keep=True)
    assert "Whoever has the link to this view can open them, and delete them" in text(app)
    link = {"in": [app.session_state["memory"].state.collection]}
    other = page("collection", link, owner=b"another browser")
    assert "1 run · 2 topics" in html(other)
    assert len(list(tmp_path.rglob("*.npz"))) == 1
    press(other, "delete upload")
    assert "TREC 10 likeness" in html(other)
    assert list(tmp_path.rglob("*.npz")) == []
    for owner in (OWNER, b"another browser"):
        assert "which are not kept here, or no more" in page("collection", link, owner=owner).warning[0].value


@pytest.mark.parametrize(("qrels", "run_of"), [(b"1 0 a\n", RUN.encode()), (QRELS.encode(), b"nonsense\n")])
def test_what_cannot_be_read_is_not_kept(
    qrels: bytes, run_of: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAPVIZ_CACHE", str(tmp_path))
    app = upload(page("collection", owner=OWNER), qrels, [("a.run", run_of)], keep=True)
    assert "Nothing that was open is lost." in text(app)
    assert list(tmp_path.rglob("*.npz")) == []


def test_a_cache_folder_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GAPVIZ_CACHE", str(tmp_path / "file"))
    app = upload(page("collection", owner=OWNER), QRELS.encode(), [("a.run", RUN.encode())], keep=True)
    assert "1 run · 2 topics" in html(app)
    (said,) = [one.value for one in app.warning]
    assert "could not be kept for links" in said
    assert "Not a directory" in said
    assert str(tmp_path) not in said
    assert not run(app).warning


def test_a_bad_file_is_said_in_one_sentence_and_the_others_load() -> None:
    files = [("good.run", RUN.encode()), ("bad.run", b"1 Q0 a 1 2.5\n"), ("fine.run", RUN.encode())]
    app = upload(page("collection", owner=OWNER), QRELS.encode(), files)
    assert "1 of 3 files was not loaded" in text(app)
    assert "bad.run:1: expected 6 fields (topic Q0 document rank score tag), found 5." in text(app)
    assert "2 runs · 2 topics" in html(app)


def test_bad_judgements_take_nothing_away() -> None:
    app = upload(page("collection", owner=OWNER), b"1 0 a\n", [("good.run", RUN.encode())])
    assert "The judgements were not loaded" in text(app)
    assert "qrels.txt:1: expected 4 fields" in text(app)
    assert "TREC 10 likeness" in html(app)


def test_only_bad_runs_take_nothing_away() -> None:
    app = upload(page("collection", owner=OWNER), QRELS.encode(), [("bad.run", b"nonsense\n")])
    assert "No run was loaded" in text(app)
    assert "TREC 10 likeness" in html(app)


def test_grade_mapping() -> None:
    app = opened("collection", uploaded(QRELS, {"a": RUN}))
    assert "grades 0–4" in html(app)
    app.text_input(key="grade text").set_value("4:3")
    run(app)
    assert "grades 0–3" in html(app)
    assert ">grades 4:3</span>" in html(app)
    press(app, "consecutive")
    assert app.session_state["memory"].state.grades == "4:3,consecutive"
    press(app, "as read")
    assert app.session_state["memory"].state.grades == ""


def test_a_mapping_that_is_none_is_said() -> None:
    app = opened("collection", uploaded(QRELS, {"a": RUN}))
    app.text_input(key="grade text").set_value("2=1")
    run(app)
    assert "The mapping was not applied" in app.error[0].value
    assert "grades 0–4" in html(app)


def test_conventions_are_explained_and_kept() -> None:
    app = opened("collection", uploaded(QRELS, {"a": RUN}))
    app.selectbox(key="convention ties").set_value("file")
    run(app)
    assert ">ties: file order</span>" in html(app)
    assert "The order of the rows in the file." in text(app)
    app.number_input(key="depth").set_value(1)
    run(app)
    assert ">depth 1</span>" in html(app)
    assert app.query_params["depth"] == "1"


def test_data_health() -> None:
    app = opened("collection", uploaded(QRELS + "3 0 a 1\n", {"a": RUN}))
    tables = [frame.value for frame in app.dataframe]
    findings = next(table for table in tables if "finding" in table)
    assert "a" in findings["which"].tolist()  # the run that lacks topic 3
    runs = next(table for table in tables if "unjudged_10" in table)
    assert runs["missing_topics"].tolist() == [1]


def test_facts_findings_and_runs_are_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, pd.DataFrame] = {}
    monkeypatch.setattr(
        save_menu, "table", lambda build, *parts, **_more: offered.update({parts[-1]: build()})
    )
    app = opened("collection", uploaded(QRELS + "3 0 a 1\n", {"a": RUN}))
    assert list(offered) == ["facts", "findings", "run health"]
    assert offered["facts"]["value"].astype(str).tolist() == next(
        frame.value["value"].astype(str).tolist() for frame in app.dataframe if "value" in frame.value
    )
    assert set(offered["findings"]["level"]) <= {"warning", "note"}


def test_a_folder_on_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "mine"
    (place / "runs").mkdir(parents=True)
    (place / "qrels.txt").write_text(QRELS)
    (place / "runs" / "one.run").write_text(RUN)
    monkeypatch.setattr(sys, "argv", ["app.py", "--collections", str(tmp_path)])
    spinner = MagicMock(wraps=st.spinner)
    monkeypatch.setattr(st, "spinner", spinner)
    app = page("collection")
    app.segmented_control(key="source").set_value("server")
    run(app)
    app.radio(key="Collections on the server").set_value("server/mine")
    run(app)
    assert "1 run · 2 topics" in html(app)
    assert app.query_params["in"] == "server/mine"
    assert "Reading mine on the server" in [call.args[0] for call in spinner.call_args_list]


def test_too_many_grades_for_so_many_topics_are_one_sentence_and_a_mapping_mends_them() -> None:
    """Statistics of grades to 100 take 80 KB for each run and topic: 6,712 topics are beyond 512 MiB."""
    qrels = "".join(f"{topic} 0 a {100 if topic == 1 else 1}\n" for topic in range(1, 6713))
    sent = uploaded(qrels, {"one": "1 Q0 a 1 2 t\n"})
    for module in ("collection", "explore"):
        (said,) = [one.value for one in opened(module, sent).warning]
        assert "expected a mapping to fewer grades for so large a collection" in said
        assert "Write what they count as under Grades on the page Collection" in said
    app = opened("collection", sent)
    assert "TREC 10 likeness" in html(app)
    app.text_input(key="grade text").set_value("100:1")
    run(app)
    assert not app.warning
    assert "6,712 topics" in html(app).replace("\u202f", ",").replace("\u2009", ",")


def test_fractional_grades_need_a_mapping() -> None:
    qrels = b"1 0 a 0.5\n1 0 b 1\n"
    app = upload(page("collection", owner=OWNER), qrels, [("good.run", RUN.encode())])
    assert "qrels.txt:1: expected whole grades up to 100, or a mapping for others, found 0.5." in text(app)
    app.text_input(key="upload grades").set_value("0.5:1,1:2")
    press(app, "read")
    assert "1 run · 1 topic · 2 judged · grades 0–2" in html(app)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 no archive",
        b"\x1f\x8b no gzip",
        bytes(range(256)) * 8,
        b"\xff\xfe1\x00 \x00",
        b"\n" * 50,
    ],
)
def test_rubbish_is_a_sentence_whatever_it_is(content: bytes) -> None:
    app = upload(
        page("collection", owner=OWNER), QRELS.encode(), [("x.run", content), ("y.run", RUN.encode())]
    )
    assert "1 of 2 files was not loaded" in text(app)
    app = upload(page("collection", owner=OWNER), content, [("y.run", RUN.encode())])
    assert "The judgements were not loaded" in text(app)


def test_a_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", "--collections", "/nowhere"])
    app = page("collection")
    app.segmented_control(key="source").set_value("server")
    run(app)
    assert "holds no collection" in text(app)


def findings(app: AppTest) -> list[str]:
    """Sentences of data health."""
    tables = [table.value for table in app.dataframe]
    sentences: list[str] = next(table for table in tables if "finding" in table)["finding"].tolist()
    return sentences


TWICE = "1 0 a 0\n1 1 a 2\n1 0 b 1\n2 0 a 1\n"


def test_a_document_judged_twice_is_read_under_the_convention_that_is_chosen() -> None:
    app = upload(page("collection", owner=OWNER), TWICE.encode(), [("a.run", RUN.encode())])
    assert "expected each document once for a topic, or the option duplicates (first or best)" in text(app)
    app.selectbox(key="convention duplicates").set_value("best")
    run(app)
    press(app, "read")
    assert app.query_params["duplicates"] == "best"
    assert "repeated documents: best kept" in html(app)
    found = findings(app)
    assert (
        "1 judgement of a document that its topic had already: the highest grade is kept, which changed "
        "1 document." in found
    )
    app.selectbox(key="convention duplicates").set_value("first")
    run(app)
    assert "repeated documents: first kept" in html(app)
    found = findings(app)
    assert (
        "1 judgement of a document that its topic had already: the first is kept, 1 document had a higher "
        "grade later." in found
    )


def test_files_of_another_encoding_words_for_grades_and_topics_with_a_hash() -> None:
    qrels = "1 0 é FIRST\n1 0 b NO\n#2 0 b NO\n".encode("latin-1")
    ranked = run_file(("1", "é", 3), ("1", "b", 2), ("#2", "b", 1)).encode("latin-1")
    app = page("collection", owner=OWNER)
    assert app.selectbox(key="convention encoding").disabled
    app = upload(app, qrels, [("a.run", ranked)])
    assert "or the option encoding" in text(app)
    assert not app.selectbox(key="convention encoding").disabled
    app = page("collection", owner=OWNER, query={"encoding": ["latin-1"]})
    app = upload(app, qrels, [("a.run", ranked)])
    assert "or a mapping for words such as NO:0,FIRST:1, found 'FIRST'" in text(app)
    app.text_input(key="upload grades").set_value("NO:0,FIRST:1")
    run(app)
    press(app, "read")
    assert "1 run · 1 topic" in html(app)
    assert "expected no row that begins with '#', or the option comments (read)" in text(app).replace(
        "\\", ""
    )
    app.selectbox(key="convention comments").set_value("read")
    run(app)
    assert "1 run · 2 topics" in html(app)
    assert {"encoding", "comments"} <= set(app.query_params)
    app.text_input(key="grade text").set_value("NO:0,FIRST:2")
    run(app)
    assert "In force: 2 of grade 0, 0 of grade 1, 1 of grade 2." in text(app)


def test_a_run_that_shares_nothing_with_the_judgements_is_said_on_every_page() -> None:
    foreign = RUN.replace("1 Q0", "q.1 Q0").replace("2 Q0", "q.2 Q0").encode()
    app = upload(
        page("collection", owner=OWNER), QRELS.encode(), [("a.run", RUN.encode()), ("f.run", foreign)]
    )
    sentence = "f.run: expected a judged topic, such as '1', found only others, such as 'q.1'."
    assert text(app).replace("\\", "").count(sentence) == 1
    for name in ("topics", "models"):
        other = page(name, {"in": [app.query_params["in"]]}, owner=OWNER)
        assert text(other).replace("\\", "").count(sentence) == 1


def test_an_archive_of_judgements_without_files_is_one_sentence() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("folder/", "")
    app = upload(page("collection", owner=OWNER), archive.getvalue(), [("a.run", RUN.encode())])
    assert "qrels.txt: expected a file, folder or pattern, found an archive without files." in text(app)
