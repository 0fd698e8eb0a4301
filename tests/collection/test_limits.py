"""Each limit is reached once: its sentence names the file, the number, and the setting that moves it."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import gapviz
from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.limits import Limit
from gapviz.collection.reading import files
from gapviz.collection.reading.clicks import read_clicks
from gapviz.collection.reading.rows import Lines
from gapviz.collection.reading.sessions import read_sessions
from gapviz.learning.reading import read_features

QRELS = b"1 0 a 1\n2 0 a 1\n"
RUN = b"1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n"
MIB = 1 << 20


def file(content: bytes, name: str = "file") -> io.BytesIO:
    found = io.BytesIO(content)
    found.name = name
    return found


def archive(*contents: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as handle:
        for number, content in enumerate(contents):
            handle.writestr(f"{number}.run", content)
    return packed.getvalue()


def load(qrels: bytes = QRELS, *runs: bytes) -> object:
    return gapviz.load(file(qrels, "qrels"), [file(run, f"{i}.run") for i, run in enumerate(runs)])


def profile(qrels: bytes, *runs: bytes) -> object:
    return gapviz.profile(load(qrels, *runs))


LONG = b"".join(b"1 0 %d%s 1\n" % (i, b"e" * 80) for i in range(2000)) + b"1 0 %s 1\n" % (b"f" * 1000)
MANY = b"".join(b"1 0 d%d 1\n" % i for i in range(2000))  # it shrinks to a third and less

REACHED: dict[Limit, tuple[int, Callable[[], object], str]] = {
    limits.UNPACKED: (1, lambda: load(b"\n" * (MIB + 1)), "qrels: expected at most 1 MiB in a file, .* more"),
    limits.ARCHIVE: (1, lambda: load(QRELS, archive(RUN * 30_000, RUN * 30_000)),
                     "0.run: expected at most 1 MiB in the files of an archive together, .*, found more"),
    limits.RATIO: (2, lambda: load(gzip.compress(MANY)),
                   "qrels: expected at most 2 bytes for each compressed one .*, found more"),
    limits.MEMBERS: (2, lambda: load(QRELS, archive(RUN, RUN, RUN)),
                     "0.run: expected at most 2 files in an archive .*, found 3"),
    limits.LINE: (40, lambda: load(QRELS, RUN + b"2 Q0 b 2 0 %s\n" % (b"t" * 30)),
                  "0.run:3: expected at most 40 bytes in a line .*, found 41"),
    limits.ROWS: (2, lambda: load(QRELS + b"3 0 a 1\n"),
                  "qrels: expected at most 2 rows that have to be in memory together .*, found more"),
    limits.JSON: (1, lambda: load(QRELS, json.dumps({"1": {str(i): 1 for i in range(100_000)}}).encode()),
                  "0.run: expected at most 1 MiB of JSON .*, found more"),
    limits.LONG_IDS: (1, lambda: load(LONG),
                      "qrels: expected at most 1 MiB of document ids .*, found 2001 of up to 1000 bytes"),
    limits.FEATURES: (1, lambda: read_features(file(b"1 qid:1 1:1\n0 qid:1 99999:1\n")),
                      "file:2: expected at most 1 MiB of feature values.*, found 2 documents .*"),
    limits.TOPICS: (1, lambda: load(QRELS), "qrels: expected at most 1 topics .*, found 2"),
    limits.RUNS: (1, lambda: load(QRELS, RUN, RUN), "runs: expected at most 1 runs .*, found 2"),
    limits.GRADES: (2, lambda: load(b"1 0 a 1\n1 0 b 3\n"),
                    "qrels:2: expected whole grades up to 2 .*, or a mapping for others, found 3"),
    limits.STATISTICS: (1, lambda: load(b"".join(b"%d 0 a 1\n" % i for i in range(10_083)), RUN),
                        "collection: expected at most 10082 runs x topics .*, found 10083"),
}  # fmt: skip
"""For each limit of the readers: its value, what goes beyond, and what is said."""


@pytest.mark.parametrize("limit", REACHED, ids=lambda limit: limit.variable)
def test_a_limit_is_said_with_its_setting(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    value, call, sentence = REACHED[limit]
    if limit is limits.RATIO:
        monkeypatch.setattr(limits, "RATIO_FROM", 1000)
    monkeypatch.setenv(limit.variable, str(value))
    with pytest.raises(InputError) as caught:
        call()
    assert re.fullmatch(sentence, str(caught.value))
    assert f"setting {limit.variable})" in str(caught.value)
    monkeypatch.delenv(limit.variable)
    try:
        call()
    except InputError as error:
        assert "setting" not in str(error)  # noqa: PT017


def test_too_many_grades_name_the_setting_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_STATISTICS_MB", "1")
    qrels = b"".join(b"%d 0 a 9\n" % i for i in range(2000))
    with pytest.raises(InputError, match=r"expected a mapping to fewer grades .*GAPVIZ_MAX_STATISTICS_MB"):
        profile(qrels, RUN)


@pytest.mark.parametrize(
    "what", ["run of one topic", "run that goes back", "clicks", "sessions", "features", "groups"]
)
def test_rows_are_counted_wherever_they_are_held_together(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_ROWS", "3")
    monkeypatch.setattr(Lines.__init__, "__kwdefaults__", {"comments": "skip", "size": 16})
    collection = gapviz.load({"1": {"a": 1}}, [])
    calls: dict[str, Callable[[], object]] = {
        "run of one topic": lambda: load(QRELS, b"".join(b"1 Q0 %d 1 1 t\n" % i for i in range(4))),
        "run that goes back": lambda: load(QRELS, RUN + b"1 Q0 b 1 1 t\n2 Q0 b 1 1 t\n"),
        "clicks": lambda: read_clicks(file(b"1 a 1\n" * 4), collection),
        "sessions": lambda: read_sessions(file(b"s 1 1\n" * 4), ("1",)),
        "features": lambda: read_features(file(b"1 qid:1 1:1\n" * 4)),
        "groups": lambda: read_features(file(b"1 1:1\n0 1:1\n"), file(b"1\n" * 4)),
    }
    with pytest.raises(InputError, match="at most 3 rows that have to be in memory together"):
        calls[what]()


def test_a_run_of_many_topics_may_have_more_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_ROWS", "2")
    assert load(QRELS, RUN + b"3 Q0 a 1 1 t\n3 Q0 b 2 0 t\n")


@pytest.mark.parametrize("length", [39, 40, 41, 80, 200])
@pytest.mark.parametrize("before", [0, 1, 7, 19, 20, 21, 40])
def test_a_line_is_refused_by_its_length_wherever_it_stands(
    length: int, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_LINE", "40")
    row = b"1 Q0 a 1 1 "
    text = b"\n" * before + row + b"t" * (length - len(row)) + b"\n2 Q0 a 1 1 t"
    if length <= 40:
        assert load(QRELS, text)
    else:
        with pytest.raises(InputError, match=f"0.run:{before + 1}: expected .*, found {length}$"):
            load(QRELS, text)


@pytest.mark.parametrize("text", ["x", "0", "-1", "1.5", "١", "9" * 13, "9" * 30])
def test_a_setting_that_is_no_number_is_said(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_RUNS", text)
    with pytest.raises(
        InputError, match=r"^GAPVIZ_MAX_RUNS: expected a whole number from 1 to 9{12}, found "
    ):
        load(QRELS, RUN)


def test_every_limit_has_a_setting_of_its_own_and_a_reason() -> None:
    assert len({limit.variable for limit in limits.LIMITS}) == len(limits.LIMITS)
    assert all(limit.reason.endswith(".") and limit.variable.startswith("GAPVIZ_") for limit in limits.LIMITS)
    declared = {value for value in vars(limits).values() if isinstance(value, Limit)}
    assert declared == set(limits.LIMITS)


def test_the_command_line_says_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gapviz.cli.main import main

    (tmp_path / "qrels").write_bytes(QRELS)
    (tmp_path / "run").write_bytes(RUN)
    monkeypatch.setenv("GAPVIZ_MAX_TOPICS", "1")
    assert main(["score", str(tmp_path / "qrels"), str(tmp_path / "run"), "-m", "AP"]) == 2
    assert "qrels: expected at most 1 topics (setting GAPVIZ_MAX_TOPICS), found 2" in capsys.readouterr().err


def test_an_archive_of_too_many_members_is_refused_before_they_are_listed() -> None:
    member = (
        b"PK\1\2" + bytes(24) + (1).to_bytes(2, "little") + bytes(16) + b"a"
    )  # an entry of the list, bare
    many = member * 400_000
    long = b"PK\6\6" + (44).to_bytes(8, "little") + bytes(28) + len(many).to_bytes(8, "little") + bytes(8)
    end = b"PK\5\6" + bytes(8) + len(many).to_bytes(4, "little") + bytes(6)
    hidden = b"PK\5\6" + bytes(18)  # which says that nothing is listed
    twice = end[:4] + b"PK\5\6" + end[8:]  # the last signature is not where the record begins
    for tail in (end, long + b"PK\6\7" + bytes(16) + hidden, twice):
        with pytest.raises(InputError, match=r"^0\.run: expected at most 10000 .*, found more$"):
            load(QRELS, b"PK\3\4" + bytes(26) + many + tail)


def test_an_archive_of_many_long_paths_is_read() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as handle:
        for number in range(6000):
            handle.writestr(f"{number:06}{'x' * 900}.run", b"")
    assert len(files.opened(file(packed.getvalue()))) == 6000


def test_a_long_path_in_an_archive_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as handle:
        handle.writestr("a/" * 600 + "x.run", RUN)
    with pytest.raises(InputError, match=r"^0\.run: expected paths of at most 1024 char"):
        load(QRELS, packed.getvalue())


def test_a_setting_that_is_no_number_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_KEPT_DAYS", "x")
    with pytest.raises(
        InputError, match=r"^GAPVIZ_KEPT_DAYS: expected a whole number from 1 to 999999999999, "
    ):
        limits.check_settings()


def test_the_largest_setting_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_UNPACKED_MB", "9" * 12)
    load(QRELS, RUN)
