"""The live page on the command line: the file first, then its sizes."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import gapviz
from gapviz.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
FILES = [str(ROOT / "data/small/qrels.txt"), str(ROOT / "data/small/runs")]


def test_page_prints_sizes_and_writes_what_python_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    assert main(["page", *FILES, "-o", str(file), "--topics", "run"]) == 0
    page = gapviz.live(gapviz.load(*FILES), topics="run")
    assert file.read_bytes() == page.html.encode()
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [["part", "bytes"], *([name, str(size)] for name, size in page.sizes.items())]
    assert rows[-1] == ["page", str(file.stat().st_size)]


def test_a_place_that_takes_no_file_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["page", *FILES, "-o", str(tmp_path / "none" / "page.html")]) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert said.endswith(
        "page.html: expected a file that can be written, found 'No such file or directory'\n"
    )


def test_what_is_too_large_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gapviz.web.page.MOST_BYTES", 115_000)
    file = tmp_path / "page.html"
    assert main(["page", *FILES, "-o", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("live page: expected at most 0.1 MB, found 0.1 MB: leave out ")
    assert not file.exists()


def test_no_file_but_a_page_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "in.run"
    run.write_bytes(b"1 Q0 d 1 1 t\n")
    assert main(["page", *FILES, "-o", str(run)]) == 2
    said = capsys.readouterr().err
    assert said.endswith("in.run: expected a new file, or a page to overwrite, found another file\n")
    assert run.read_bytes() == b"1 Q0 d 1 1 t\n"
    page = tmp_path / "page.html"
    for _ in range(2):
        assert main(["page", *FILES, "-o", str(page)]) == 0


def test_a_page_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    assert main(["page", *FILES, "-o", str(page)]) == 0
    before = page.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert main(["page", *FILES, "-o", str(page)]) == 2
    assert page.read_bytes() == before


@pytest.mark.parametrize("folder", ["", "."])
def test_a_folder_is_no_page(capsys: pytest.CaptureFixture[str], folder: str) -> None:
    with pytest.raises(SystemExit):
        main(["page", "data/small/qrels.txt", "data/small/runs", "-o", folder])
    assert f"page: argument -o: expected a file, found {folder!r}" in capsys.readouterr().err
