"""The live page: one HTML document that needs no server and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlencode

from gapviz import users
from gapviz.analysis.rankings.scores import Empty, Topics, scores
from gapviz.arrays import BoolArray
from gapviz.collection.errors import InputError
from gapviz.collection.health.topics import nothing_relevant
from gapviz.collection.model import Collection
from gapviz.profile import Profile, profile
from gapviz.text.conventions import Chip, chips, holds
from gapviz.text.names import for_html
from gapviz.version import __version__
from gapviz.web import scripts
from gapviz.web.data import MOST_GRADES, Heading, config_of, tables, topics_of

MOST_BYTES = 50_000_000
"""Bytes that a page may have: browsers open more, and mail and people do not."""

MODULES = (*scripts.LIVE, "link.js", "page.js")

CITATIONS = (
    "GAP: S. Robertson, E. Kanoulas, E. Yilmaz. Extending Average Precision to Graded Relevance Judgments. "
    "SIGIR 2010, pp. 603-610. doi:10.1145/1835449.1835550",
    "xGAP, eGAP: M. Ferrante, N. Ferro, M. Maistro. Rethinking How to Extend Average Precision to Graded "
    "Relevance. CLEF 2014, LNCS 8685, pp. 19-30. doi:10.1007/978-3-319-11382-1_3",
)
"""What to cite for the measures."""

_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_FRAME_HEIGHT = 1100
"""Pixels of the page in a notebook, until it tells its own height."""


@dataclass(frozen=True, eq=False)
class LivePage:
    """A live page, which a notebook shows by itself.

    Attributes
    ----------
    collection : str
        Name of the collection.
    parts : mapping of str to str
        The statistics, the names and the program, as they stand in the document.
    """

    collection: str
    parts: Mapping[str, str] = field(repr=False)
    _about: str
    _start: str

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each part, and of the whole document as ``page``."""
        sizes = {name: len(text.encode()) for name, text in self.parts.items()}
        return {**sizes, "page": len(self.html.encode())}

    @property
    def html(self) -> str:
        """The document; its state is in the part of its address behind ``#``."""
        return self._document(embedded=False)

    def _document(self, *, embedded: bool) -> str:
        script, style = self.parts["program"], scripts.live_style() + scripts.asset("page.css")
        policy = _POLICY.format(script=_digest(script), style=_digest(style))
        data = (
            f'{{"start":{_json(self._start)},"embedded":{_json(embedded)},'
            f'"config":{self.parts["names"]},"tables":{self.parts["statistics"]}}}'
        )
        return (
            f'<!DOCTYPE html>\n<html lang="en" class="{"embedded" if embedded else ""}"><head>'
            '<meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
            f"<title>{for_html(self.collection)}: live page</title><style>{style}</style></head>\n"
            '<body class="gapviz"><p class="notes" id="gapviz-notes" role="status" hidden></p>\n'
            f"{scripts.asset('live.html')}{self._about}"
            f'<script type="application/json" id="gapviz-data">{data}</script>\n'
            f'<script type="module">{script}</script></body></html>\n'
        )

    def _repr_html_(self) -> str:
        """Show the page in a frame of its own, which can neither read the notebook nor ask for anything."""
        document = html.escape(self._document(embedded=True))
        return (
            f'<iframe title="Live page" sandbox="allow-scripts" srcdoc="{document}" '
            f'style="width:100%;height:{_FRAME_HEIGHT}px;border:0"></iframe>{_FIT}'
        )


_FIT = """<script>
addEventListener("message", ({ source, data }) => {
  const height = Number(data?.gapvizHeight);
  if (!(height > 0 && height < 10000)) return;
  for (const frame of document.querySelectorAll("iframe[sandbox]"))
    if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
});
</script>"""


def live(
    data: Collection,
    *,
    topics: Topics = "judged",
    empty: Empty = "zero",
    view: Mapping[str, Sequence[str]] | None = None,
) -> LivePage:
    """Make the live page of a collection: sliders for g, and what follows them at every frame.

    Parameters
    ----------
    data : Collection
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.
    view : mapping from parameter to its values, optional
        What the page opens with: parameters of the app's address, such as ``{"g": ["0.2,0.8"]}``.

    Returns
    -------
    LivePage
        ``.html`` is the document, for a file. A notebook shows the page itself; the g that is reached there
        stays in the page.

    Raises
    ------
    InputError
        For a collection without runs, with grades above `MOST_GRADES`, or too large for `MOST_BYTES`.

    Examples
    --------
    >>> import gapviz
    >>> page = live(gapviz.likeness("TREC 10"))
    >>> page.html.startswith("<!DOCTYPE html>"), max(page.sizes.values()) < 1_000_000
    (True, True)
    """
    return live_page(data, profile(data), topics=topics, empty=empty, view=view)


def live_page(
    collection: Collection,
    counts: Profile,
    *,
    topics: Topics = "judged",
    empty: Empty = "zero",
    view: Mapping[str, Sequence[str]] | None = None,
) -> LivePage:
    """Make the live page of a collection that is profiled; see `live`."""
    require_page(counts)
    counted = scores(counts, [], topics=topics, empty=empty).counted
    without = int(nothing_relevant(counts.pool.counts).sum())
    marks = chips(collection, topics=topics, empty=empty, nothing_relevant=without)
    statistics = {name: _base64(values.tobytes()) for name, values in tables(counts, counted).items()}
    parts = {
        "statistics": _json(statistics),
        "names": _json(_config(collection, counts, counted, marks)),
        "program": scripts.together(*MODULES),
    }
    about, start = _about(collection, counts, marks), urlencode(view or {}, doseq=True)
    return LivePage(collection.name, parts, about, start)


def require_page(counts: Profile) -> None:
    """Refuse a collection that no live page can show, before anything is written.

    Raises
    ------
    InputError
        As `live` does; where the page would be too large, with what to leave out.
    """
    N, T = counts.shape
    c = counts.c
    if not N:
        raise InputError("live page", "a collection with runs", "no run")
    if c > MOST_GRADES:
        raise InputError("live page", f"grades up to {MOST_GRADES}, which a mapping can give", str(c))
    # Base64 writes three bytes of S and `counted` as four; a run also has a place of some digits.
    of_runs = 4 * N * T * (4 * c * (c + 1) + 1) // 3 + len(_json(counts.runs)) + 8 * N
    size = of_runs + len(_json(counts.topics)) + 11 * T * (c + 1) + _fixed()
    if size <= MOST_BYTES:
        return
    fit = max(0, int(N * 0.98 * (MOST_BYTES - size + of_runs) / of_runs))  # some names are longer than others
    ways = [f"leave out runs ({fit} of {N} fit)", "topics"] if fit else [f"leave out topics (of {T})"]
    ways += ["merge grades"] if c > 1 else []
    too_large = f"{size / 1e6:.1f} MB: {', or '.join(ways)}"
    raise InputError("live page", f"at most {MOST_BYTES / 1e6:.1f} MB", too_large)


@cache
def _fixed() -> int:
    """Bytes of a page beside its data, some thousand more for what it says of its collection."""
    texts = (scripts.together(*MODULES), scripts.live_style(), *map(scripts.asset, ("page.css", "live.html")))
    return sum(len(text.encode()) for text in texts) + 8_000


def _config(
    collection: Collection, counts: Profile, counted: BoolArray, marks: Sequence[Chip]
) -> dict[str, Any]:
    title = Heading(
        collection.name,
        holds(counts),
        tuple((chip.text, "warn" if chip.notice else "", chip.help) for chip in marks),
    )
    named = users.presets(counts.c)
    return {
        **config_of(counts, counted, title),
        **topics_of(counts),
        "g": named.get("Strict", next(iter(named.values()))),
        "digest": collection.fingerprint,
    }


def _about(collection: Collection, counts: Profile, marks: Sequence[Chip]) -> str:
    facts = {
        "collection": collection.name,
        "holds": holds(counts),
        "fingerprint": collection.fingerprint,
        "made with": f"gapviz {__version__}",
    }
    described = "".join(f"<dt>{for_html(k)}</dt><dd>{for_html(v)}</dd>" for k, v in facts.items())
    listed = "".join(f"<li><b>{for_html(chip.text)}</b> {for_html(chip.help)}</li>" for chip in marks)
    cited = "".join(
        f"<li>{for_html(text)}</li>" for text in (*CITATIONS, f"These numbers: gapviz {__version__}.")
    )
    return (
        '<footer class="about"><div class="foot"><details><summary>About this page</summary>'
        f"<dl>{described}</dl><h2>Conventions</h2><ul>{listed}</ul><h2>To cite</h2><ul>{cited}</ul></details>"
        '<div class="segments" id="gapviz-colors" role="group" aria-label="Colours">'
        '<button value="light dark" aria-pressed="true">Auto</button><button value="light">Light</button>'
        '<button value="dark">Dark</button></div></div></footer>\n'
    )


def _json(value: object) -> str:
    """Write a value so that no text in it can end the script that it stands in."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _digest(text: str) -> str:
    return f"sha256-{_base64(hashlib.sha256(text.encode()).digest())}"
