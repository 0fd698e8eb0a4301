"""Limits on what is read and held: each one setting, with its default and the reason for it.

A setting is an environment variable. It is read whenever the limit is, so that a server needs no other
configuration and a notebook can change it in `os.environ`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError, shown

MIB = 1 << 20

_DIGITS = 12
"""Of a setting: as many MiB are still a number of bytes that Python can read."""


@dataclass(frozen=True)
class Limit:
    """A limit that an environment variable sets.

    Attributes
    ----------
    variable : str
        Name of the environment variable.
    default : int
    of : str
        What is counted, in words that follow a number.
    reason : str
        Why there is such a limit, and this default.

    Examples
    --------
    >>> few = Limit("GAPVIZ_MAX_X", 2, "apples", "A basket holds no more.")
    >>> few.check("basket", 2)
    >>> few.check("basket", 3)
    Traceback (most recent call last):
    ...
    gapviz.collection.errors.InputError: basket: expected at most 2 apples (setting GAPVIZ_MAX_X), found 3
    """

    variable: str
    default: int
    of: str
    reason: str

    @property
    def value(self) -> int:
        """The number that the environment variable sets, or the default.

        Raises
        ------
        InputError
            Where the environment has no whole number from 1.
        """
        text = os.environ.get(self.variable, "").strip()
        if not text:
            return self.default
        if not (in_digits(text) and len(text) <= _DIGITS and int(text) >= 1):
            raise InputError(self.variable, f"a whole number from 1 to {10**_DIGITS - 1}", shown(text))
        return int(text)

    @property
    def expected(self) -> str:
        """What is expected, in words, with the setting that moves it."""
        return f"at most {self.value} {self.of} (setting {self.variable})"

    @property
    def bytes(self) -> int:
        """The value of a limit that is in MiB."""
        return self.value * MIB

    def check(self, source: str, given: int, *, line: int | None = None) -> None:
        """Refuse a number above the limit.

        Parameters
        ----------
        source : str
            What messages call the file.
        given : int
        line : int, optional

        Raises
        ------
        InputError
        """
        if given > self.value:
            raise self.refusal(source, str(given), line=line)

    def refusal(self, source: str, given: str, *, line: int | None = None) -> InputError:
        """Return the error that says what was given above the limit, and which setting moves it."""
        return InputError(source, self.expected, given, line=line)


UPLOAD = Limit(
    "GAPVIZ_MAX_UPLOAD_MB", 400, "MiB in the files of an upload together",
    "The server holds them in memory, as they arrived, beside what is read from them.",
)  # fmt: skip
UNPACKED = Limit(
    "GAPVIZ_MAX_UNPACKED_MB", 2048, "MiB in a file, after decompression",
    "A file is read as a whole: its text is in memory once.",
)  # fmt: skip
ARCHIVE = Limit(
    "GAPVIZ_MAX_ARCHIVE_MB", 8192, "MiB in the files of an archive together, after decompression",
    "They are read one after another; this bounds the time that one archive takes.",
)  # fmt: skip
RATIO = Limit(
    "GAPVIZ_MAX_RATIO", 100, "bytes for each compressed one",
    "Runs and judgements of TREC and CLEF shrink 3 to 7 times; what shrinks far more is made to fill the "
    "memory. It counts above the first 16 MiB only, for small files may well be uniform.",
)  # fmt: skip
MEMBERS = Limit(
    "GAPVIZ_MAX_ARCHIVE_FILES", 10_000, "files in an archive",
    "The list of an archive is held in memory, some 1 KB for each file.",
)  # fmt: skip
LINE = Limit(
    "GAPVIZ_MAX_LINE", 1 << 16, "bytes in a line",
    "A line has two ids of at most 1000 bytes and a few numbers; a file without ends of lines is no text.",
)  # fmt: skip
ROWS = Limit(
    "GAPVIZ_MAX_ROWS", 5_000_000, "rows that have to be in memory together",
    "Judgements, and a run whose topics do not stand together, take some 200 bytes a row while they are "
    "sorted: 1 GB here.",
)  # fmt: skip
JSON = Limit(
    "GAPVIZ_MAX_JSON_MB", 64, "MiB of JSON",
    "Python's own reader makes objects of it that take 10 to 25 times as much: up to 1.6 GB here.",
)  # fmt: skip
LONG_IDS = Limit(
    "GAPVIZ_MAX_LONG_IDS_MB", 256, "MiB of document ids beyond 64 bytes, each as wide as the longest",
    "Ids of more than 64 bytes are rare; they stand in one array, in equal widths.",
)  # fmt: skip
FEATURES = Limit(
    "GAPVIZ_MAX_FEATURES_MB", 1024, "MiB of feature values, 8 bytes each, zeros included",
    "Rankers learn from a full matrix: documents x features.",
)  # fmt: skip
TOPICS = Limit(
    "GAPVIZ_MAX_TOPICS", 1_000_000, "topics",
    "Each has an entry in the offsets of every run, and a row of many tables.",
)  # fmt: skip
RUNS = Limit(
    "GAPVIZ_MAX_RUNS", 10_000, "runs",
    "Each is a row of every table and a line of every chart; TREC's tracks have some hundred.",
)  # fmt: skip
GRADES = Limit(
    "GAPVIZ_MAX_GRADE", 100, "as the highest grade",
    "The statistics of a run on a topic are as many numbers as the square of the highest grade. It can be "
    "lowered only: a grade is a number of 8 bits.",
)  # fmt: skip
STATISTICS = Limit(
    "GAPVIZ_MAX_STATISTICS_MB", 512, "MiB of statistics",
    "They are 8 bytes x runs x topics x (highest grade squared + 12); the 12 are tables of runs x topics "
    "that are held beside them.",
)  # fmt: skip
MEMORY = Limit(
    "GAPVIZ_MAX_MEMORY_MB", 1024, "MiB of collections and results that a server keeps in memory",
    "What was not used for longest goes first, and is read or computed again when it is asked for.",
)  # fmt: skip
KEPT = Limit(
    "GAPVIZ_MAX_KEPT_MB", 2048, "MiB of uploads that are kept for links",
    "They lie in the cache folder. Where it is full nothing more is kept, and nothing that was kept is lost.",
)  # fmt: skip
KEPT_DAYS = Limit(
    "GAPVIZ_KEPT_DAYS", 30, "days that an upload is kept after it was opened last",
    "A course or the reviews of a paper last as long; it is removed then.",
)  # fmt: skip
CACHED = Limit(
    "GAPVIZ_MAX_CACHED_MB", 2048, "MiB of collections that were read, in the cache folder",
    "They are made again from their files; what was not used for longest goes first.",
)  # fmt: skip

LIMITS = (
    UPLOAD, UNPACKED, ARCHIVE, RATIO, MEMBERS, LINE, ROWS, JSON, LONG_IDS, FEATURES, TOPICS, RUNS, GRADES,
    STATISTICS, MEMORY, KEPT, KEPT_DAYS, CACHED,
)  # fmt: skip
"""All of them, in the order of the deployment page."""


def check_settings() -> None:
    """Refuse a setting that is no number, before anything needs it.

    Raises
    ------
    InputError
    """
    for one in LIMITS:
        _ = one.value


RATIO_FROM = 16 * MIB
"""Bytes that a content may unpack to whatever its ratio is."""


def unpacked_limit(packed: int, *, most: Limit = UNPACKED) -> tuple[int, Limit]:
    """Return how many bytes a compressed content may unpack to, and the limit that says so.

    Parameters
    ----------
    packed : int
        Bytes that it has.
    most : Limit
        On whatever it unpacks to.

    Returns
    -------
    (int, Limit)

    Examples
    --------
    >>> unpacked_limit(1000)[0] == RATIO_FROM
    True
    >>> unpacked_limit(10**9)[1].variable
    'GAPVIZ_MAX_UNPACKED_MB'
    """
    by_ratio = max(RATIO_FROM, RATIO.value * packed)
    return (most.bytes, most) if most.bytes <= by_ratio else (by_ratio, RATIO)


FEWER = "a mapping to fewer grades"
"""How what is expected begins, in words, where the grades are too many for the size of the collection."""

_BESIDE = 12
"""Numbers for a run and topic beside S: starts, ranks, distances, and the scores that pages hold."""


def require_room(runs: int, topics: int, *, c: int = 1) -> None:
    """Refuse a collection whose statistics would outgrow `STATISTICS`: S has c * c numbers a topic and run.

    Parameters
    ----------
    runs, topics : int
    c : int
        Highest grade.

    Raises
    ------
    InputError
        That a mapping to fewer grades would do, where it would.

    Examples
    --------
    >>> require_room(1000, 50, c=4)
    >>> require_room(200, 100_000)
    Traceback (most recent call last):
    ...
    gapviz.collection.errors.InputError: collection: expected at most 5162220 runs x topics (setting \
GAPVIZ_MAX_STATISTICS_MB), found 20000000
    """
    cells = STATISTICS.bytes // 8
    if runs * topics * (1 + _BESIDE) > cells:
        expected = f"at most {cells // (1 + _BESIDE)} runs x topics (setting {STATISTICS.variable})"
        raise InputError("collection", expected, str(runs * topics))
    if runs * topics * (c * c + _BESIDE) > cells:
        size = f"runs: {runs}, topics: {topics}; setting {STATISTICS.variable}"
        raise InputError("grades", f"{FEWER} for so large a collection ({size})", f"grades up to {c}")
