from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pytest
import zstandard

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.reading.files import File, find, opened

CONTENT = b"2 0 a 1\n" * 50
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}


def message(call: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("suffix", COMPRESS)
def test_compressed_files_are_read_whatever_their_name(tmp_path: Path, suffix: str) -> None:
    packed = COMPRESS[suffix](CONTENT)
    (tmp_path / f"a.run{suffix}").write_bytes(packed)
    (tmp_path / "plain").write_bytes(packed)
    a, plain = find(tmp_path)
    assert (a.name, a.stem, a.read()) == (f"a.run{suffix}", "a.run", CONTENT)
    assert (plain.stem, plain.read()) == ("plain", CONTENT)


def test_a_plain_file_may_have_the_suffix_of_a_compression(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(CONTENT)
    assert find(tmp_path / "a.gz")[0].read() == CONTENT


@pytest.mark.parametrize("suffix", COMPRESS)
def test_damaged_files(tmp_path: Path, suffix: str) -> None:
    packed = COMPRESS[suffix](os.urandom(5000))
    kind = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}[suffix]
    spoilt = packed[:1000] + bytes(200) + packed[1200:]
    for name, content in {"cut": packed[:-100], "spoilt": spoilt}.items():
        (tmp_path / name).write_bytes(content)
        if suffix == ".zst" and name == "spoilt":
            continue  # random bytes are stored as they are, without a checksum
        assert message(find(tmp_path / name)[0].read).startswith(
            f"{name}: expected a readable {kind} file, found '"
        )


def test_folders_patterns_and_paths(tmp_path: Path) -> None:
    for name in ("r10.run", "r2.run", ".hidden", "other.txt"):
        (tmp_path / name).write_bytes(CONTENT)
    (tmp_path / "folder").mkdir()
    assert [file.name for file in find(tmp_path)] == ["other.txt", "r2.run", "r10.run"]
    assert [file.name for file in find(str(tmp_path / "*.run"))] == ["r2.run", "r10.run"]
    assert [file.name for file in find(tmp_path / "r2.run")] == ["r2.run"]
    assert find(tmp_path / "r2.run")[0].folder == tmp_path.name


@pytest.mark.parametrize("place", ["nowhere", "no*thing", "", "bad\0name", "folder"])
def test_nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert "expected a file, folder or pattern, found " in message(lambda: find(place))


@pytest.mark.skipif(os.name == "nt", reason="places of Unix")
def test_only_files_and_pipes(tmp_path: Path) -> None:
    assert message(lambda: find("/dev/null")) == "null: expected a file or a pipe, found something else"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        assert message(lambda: find(tmp_path / "s")) == "s: expected a file or a pipe, found something else"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the machine has no /dev/fd")
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_pipe_is_read_once(pack: Callable[[bytes], bytes]) -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, pack(CONTENT))
        os.close(writer)
        (file,) = find(f"/dev/fd/{reader}")
        assert file.read() == file.read() == CONTENT
        assert (file.stamp, file.name) == (None, str(reader))
    finally:
        os.close(reader)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a").write_bytes(CONTENT)
    assert [file.name for file in find(tmp_path)] == ["a"]
    assert [file.name for file in find(str(tmp_path / "*"))] == ["a"]


def test_an_empty_path_is_not_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(CONTENT)
    assert message(lambda: find("")) == "'': expected a file, folder or pattern, found an empty path"
    assert [file.name for file in find(".")] == ["a"]


def test_a_file_that_goes_away(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(CONTENT)
    (file,) = find(tmp_path / "a")
    (tmp_path / "a").unlink()
    assert message(file.read) == "a: expected a readable file, found 'No such file or directory'"


def test_zip_members(tmp_path: Path) -> None:
    packed = archive(
        {
            "c/runs/b.gz": gzip.compress(CONTENT),
            "c/runs/a": CONTENT,
            "../../up": b"x",
            "/root": b"y",
            "c\\w": b"z",
            ".dot": b"",
            "__MACOSX/a": b"",
            "empty/": b"",
        }
    )
    (tmp_path / "c.zip").write_bytes(packed)
    for found in (find(tmp_path / "c.zip"), opened(io.BytesIO(packed))):
        assert [(file.name, file.folder) for file in found] == [
            ("a", "runs"), ("b.gz", "runs"), ("root", "/"), ("up", ".."), ("w", "c")
        ]  # fmt: skip
        assert [file.read() for file in found] == [CONTENT, CONTENT, b"y", b"x", b"z"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.zip"]


def test_zip_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = archive({"a": bytes(1 << 20), "b": b"b"})
    monkeypatch.setattr(limits, "RATIO_FROM", 1 << 16)
    a, b = opened(io.BytesIO(packed))
    assert message(a.read) == f"a: expected {limits.RATIO.expected}, found more"
    assert b.read() == b"b"
    monkeypatch.setenv("GAPVIZ_MAX_ARCHIVE_FILES", "1")
    assert message(lambda: opened(io.BytesIO(packed))) == (
        "file: expected at most 1 files in an archive (setting GAPVIZ_MAX_ARCHIVE_FILES), found 2"
    )
    monkeypatch.setenv("GAPVIZ_MAX_ARCHIVE_FILES", "2")
    monkeypatch.setenv("GAPVIZ_MAX_ARCHIVE_MB", "1")
    assert message(lambda: opened(io.BytesIO(packed))) == (
        "file: expected at most 1 MiB in the files of an archive together, after decompression "
        "(setting GAPVIZ_MAX_ARCHIVE_MB), found more"
    )


def test_the_sizes_that_an_archive_claims_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = bytearray(archive({"a": bytes(1 << 20)}))
    at = packed.index(b"PK\x01\x02")
    packed[at + 24 : at + 28] = (100).to_bytes(4, "little")  # uncompressed size in the directory
    (a,) = opened(io.BytesIO(bytes(packed)))
    monkeypatch.setattr(limits, "RATIO_FROM", 1 << 16)
    with pytest.raises(InputError):
        a.read()


@pytest.mark.parametrize("suffix", COMPRESS)
def test_small_files_do_not_blow_up(monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    monkeypatch.setattr(limits, "RATIO_FROM", 1 << 16)
    (file,) = opened(io.BytesIO(COMPRESS[suffix](bytes(8 << 20))))
    assert f"expected {limits.RATIO.expected}, found more" in message(file.read)


def test_archives_without_files(tmp_path: Path) -> None:
    for number, members in enumerate([{}, {"folder/": b""}, {".hidden": CONTENT}]):
        name = f"{number}.zip"
        (tmp_path / name).write_bytes(archive(members))
        assert message(lambda: find(tmp_path / name)).endswith(  # noqa: B023
            "expected a file, folder or pattern, found an archive without files"
        )


def test_archives_in_archives_and_damaged_ones(tmp_path: Path) -> None:
    (inner,) = opened(io.BytesIO(archive({"in.zip": archive({"a": CONTENT})})))
    assert message(inner.read) == "in.zip: expected a file in the archive, found another archive"
    (tmp_path / "cut.zip").write_bytes(archive({"a": CONTENT})[:-30])
    assert message(lambda: find(tmp_path / "cut.zip")).startswith(
        "cut.zip: expected a readable zip archive, found '"
    )
    spoilt = bytearray(archive({"a": CONTENT}))
    spoilt[33:40] = b"\xff" * 7
    (file,) = opened(io.BytesIO(bytes(spoilt)))
    assert message(file.read).startswith("a: expected a readable zip file, found ")


def test_a_member_without_a_name() -> None:
    content = bytearray(archive({"x": CONTENT}))
    entry = content.find(b"PK\x01\x02")
    content[entry + 28], content[entry + 30] = 0, 1  # lengths of the name and of what follows it
    with pytest.raises(InputError, match="expected a readable zip archive"):
        opened(io.BytesIO(content))


def test_encrypted_archives() -> None:
    packed = bytearray(archive({"a": CONTENT}))
    for header, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(header) + place] |= 1
    (file,) = opened(io.BytesIO(bytes(packed)))
    assert message(file.read) == "a: expected a file that opens without a password, found an encrypted one"


def test_file_objects(tmp_path: Path) -> None:
    handle = io.BytesIO(gzip.compress(CONTENT))
    handle.name = "../up/load.run.gz"
    handle.read()
    (file,) = opened(handle)
    assert (file.name, file.stem, file.read(), file.stamp) == ("load.run.gz", "load.run", CONTENT, None)
    assert opened(io.StringIO("é\n"))[0].read() == "é\n".encode()
    (tmp_path / "a").write_bytes(CONTENT)
    with (tmp_path / "a").open("rb") as real:
        assert opened(real)[0].name == "a"


def test_zstd_frames_follow_one_another() -> None:
    compress = COMPRESS[".zst"]
    large = os.urandom(100_000) + bytes(1_000_000)
    (file,) = opened(io.BytesIO(compress(CONTENT) + compress(large) + compress(b"") + compress(CONTENT)))
    assert file.read() == CONTENT + large + CONTENT


def test_thousands_of_zstd_frames_are_one_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each frame is opened by itself, what follows is copied each time: the square of their number."""
    streams = []
    open_stream = pyarrow.input_stream

    def counted(*arguments: object, **options: object) -> object:
        streams.append(1)
        return open_stream(*arguments, **options)

    monkeypatch.setattr(pyarrow, "input_stream", counted)
    frames = COMPRESS[".zst"](b"1 0 a 1\n") * 2000
    (file,) = opened(io.BytesIO(frames))
    assert file.read() == b"1 0 a 1\n" * 2000
    assert len(streams) == 1


@pytest.mark.parametrize("end", [3, 10, -1])
def test_zstd_that_ends_too_early(end: int) -> None:
    """The last frame is cut; what the frames before it hold is no answer."""
    content = COMPRESS[".zst"](CONTENT)
    (file,) = opened(io.BytesIO(content + content[:end]))
    assert message(file.read) == "file: expected a readable zstd file, found 'Truncated compressed stream'"


def test_names_are_harmless() -> None:
    (file,) = opened(io.BytesIO(archive({"a\x1b[2J\u202eb": CONTENT})))
    assert file.name == "a?[2J?b"


def test_files_of_more_than_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_UNPACKED_MB", "1")
    content = bytes((1 << 20) + 1)
    (tmp_path / "a").write_bytes(content)
    expected = (
        "expected at most 1 MiB in a file, after decompression (setting GAPVIZ_MAX_UNPACKED_MB), found more"
    )
    assert message(find(tmp_path / "a")[0].read) == f"a: {expected}"
    assert message(lambda: opened(io.BytesIO(content))) == f"file: {expected}"


def test_stem_keeps_what_is_no_compression() -> None:
    names = {"MEDINFO.1.3.noadd.gz": "MEDINFO.1.3.noadd", "a.run": "a.run", ".gz": ".gz", "A.GZ": "A"}
    assert {name: File(name, bytes, None).stem for name in names} == names


@pytest.mark.parametrize("place", ["disk", "memory"])
def test_the_list_of_an_archive_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Where each member reads it again, the time grows with the square of their number."""
    opening = []

    class Counted(zipfile.ZipFile):
        def __init__(self, *arguments: object) -> None:
            opening.append(1)
            super().__init__(*arguments)  # type: ignore[call-overload]

    packed = archive({f"run{i}": b"%d" % i for i in range(50)})
    (tmp_path / "c.zip").write_bytes(packed)
    monkeypatch.setattr(zipfile, "ZipFile", Counted)
    found = find(tmp_path / "c.zip") if place == "disk" else opened(io.BytesIO(packed))
    assert [file.read() for file in found] == [b"%d" % i for i in range(50)]
    assert len(opening) == 1


def test_archives_on_disk_are_not_held_open(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(archive({"a": CONTENT}))
    (file,) = find(tmp_path)
    (tmp_path / "c.zip").unlink()
    assert message(file.read) == "a: expected a readable zip file, found 'No such file or directory'"


def test_an_archive_that_was_replaced_is_said(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(archive({"a": CONTENT}))
    (file,) = find(tmp_path)
    (tmp_path / "c.zip").write_bytes(archive({"another": CONTENT}))
    assert message(file.read).startswith("a: expected a readable zip file, found ")


def test_what_compressed_members_unpack_to_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each member stays below the limit of a file; together they go beyond that of the archive."""
    monkeypatch.setenv("GAPVIZ_MAX_ARCHIVE_MB", "3")
    inner = gzip.compress(bytes(1 << 20))
    found = opened(io.BytesIO(archive({f"{i}.gz": inner for i in range(4)})))
    for _ in range(5):  # a member that is read again counts once
        assert len(found[0].read()) == 1 << 20
    assert len(found[1].read()) == 1 << 20
    assert message(found[2].read) == f"file: expected {limits.ARCHIVE.expected}, found more"


def test_members_that_share_their_bytes_count_each() -> None:
    packed = bytearray(archive({"a": bytes(100), "b": bytes(100)}))
    second = packed.rindex(b"PK\x01\x02")
    packed[second + 42 : second + 46] = bytes(4)  # the place of the second is that of the first
    assert message(opened(io.BytesIO(bytes(packed)))[1].read).startswith("b: expected a readable zip file")


def test_a_compressed_member_is_measured_by_what_lies_in_the_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed twice: the first step may unpack to what the second, by itself, would still be allowed."""
    content = b"1 0 a 1\n" * 40_000
    packed = archive({"a.gz": gzip.compress(content, 0)})
    monkeypatch.setattr(limits, "RATIO_FROM", 1 << 10)
    monkeypatch.setenv("GAPVIZ_MAX_RATIO", str(3 * len(content) // len(packed)))
    assert opened(io.BytesIO(packed))[0].read() == content
    monkeypatch.setattr(limits, "RATIO_FROM", len(content) - 1)
    monkeypatch.setenv("GAPVIZ_MAX_RATIO", "1")
    assert f"expected {limits.RATIO.expected}, found more" in message(opened(io.BytesIO(packed))[0].read)


def test_the_ratio_holds_for_an_archive_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATIO_FROM", 3 << 20)
    monkeypatch.setenv("GAPVIZ_MAX_RATIO", "10")
    found = opened(io.BytesIO(archive({str(i): bytes(1 << 20) for i in range(4)})))
    assert [len(file.read()) for file in found[:3]] == [1 << 20] * 3
    assert message(found[3].read) == f"file: expected {limits.RATIO.expected}, found more"
