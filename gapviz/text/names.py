"""Names of runs, topics and files as text: never as markup, whatever stands in them.

Plotly reads a subset of HTML in titles, labels and tooltips, Streamlit reads Markdown in most labels and
messages, and a spreadsheet computes what begins with "=". Every name passes through one of these
functions on its way to the page or into a file.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

_MARKDOWN = re.compile(r"""([\\`*_{}\[\]()#+\-.!|~<>$:&^=@"/])""")
_BELOW = "₀₁₂₃₄₅₆₇₈₉"
_LATEX = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    # At the start of a row, [ and * would be options of the line break before it.
    **{character: f"{{{character}}}" for character in "[]*"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"{\char34}",
    "τ": r"$\tau$", "√": r"$\surd$", "−": "$-$", "▲": r"$\uparrow$", "▼": r"$\downarrow$",
    "α": r"$\alpha$", "θ": r"$\theta$", "ρ": r"$\rho$", "≥": r"$\geq$", "→": r"$\rightarrow$",
    **{digit: f"$_{number}$" for number, digit in enumerate(_BELOW)}, "ₖ": "$_k$",
    "\N{REPLACEMENT CHARACTER}": "?",
}  # fmt: skip
_LIGATURE = re.compile(r"(?<=[-`',])(?=[-`',])|(?<=[?!])(?=`)")
_COMPUTED = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
"""What a spreadsheet computes: a sign at the start, of full width too, whatever blanks stand before it."""

_NO_FILE_NAME = re.compile(r"[^\w.-]+|^[.-]+", re.ASCII)
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f"  # control characters
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings, overrides, isolates of direction
    r"\xad\u200b\u2060-\u2065\u206a-\u206f\ufeff\U000e0000-\U000e007f"  # what nobody sees
    r"\u2028\u2029]+"  # ends of lines
)


def shorten(name: str, length: int) -> str:
    """Leave out the middle of a long name.

    Parameters
    ----------
    name : str
    length : int
        Characters that there is room for.

    Examples
    --------
    >>> shorten("sab20.1.meta.docs", 14)
    'sab20.1…a.docs'
    >>> shorten("run1", 14)
    'run1'
    """
    if len(name) <= length:
        return name
    end = (length - 1) // 2
    return f"{name[: length - 1 - end]}…{name[len(name) - end :]}"


def for_plotly(name: str) -> str:
    """Escape a name for a Plotly label, title or tooltip.

    Examples
    --------
    >>> for_plotly("<b>a & b</b>")
    '&lt;b&gt;a &amp; b&lt;/b&gt;'
    """
    return _clean(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def for_markdown(name: str) -> str:
    r"""Escape a name for Markdown; addresses are broken up so that they do not become links.

    Examples
    --------
    >>> for_markdown("a*b")
    'a\\*b'
    """
    text = _clean(name).replace("://", ":\u200b//").replace("www.", "www\u200b.")
    return _MARKDOWN.sub(r"\\\1", text)


def for_cell(name: str) -> str:
    r"""Put a sign in place of characters that would make a name in a table look like another one.

    Examples
    --------
    >>> for_cell("<b>\u202eabc")
    '<b>\ufffdabc'
    """
    return _clean(name)


def for_html(name: str) -> str:
    """Escape a name for an HTML element or attribute.

    Examples
    --------
    >>> for_html('"<img>')
    '&quot;&lt;img&gt;'
    """
    return html.escape(_clean(name))


def for_latex(name: str) -> str:
    r"""Escape a name for LaTeX text; the marks of the app's tables become mathematics.

    Examples
    --------
    >>> for_latex(r"a_b & \input{c}--d")
    'a\\_b \\& \\textbackslash{}input\\{c\\}-{}-d'
    >>> for_latex("▲8"), for_latex("g₁")
    ('$\\uparrow$8', 'g$_1$')
    """
    parts = _LIGATURE.split(_clean(name))
    return "{}".join("".join(_LATEX.get(character, character) for character in part) for part in parts)


def for_spreadsheet(name: str) -> str:
    """Put an apostrophe before a name that a spreadsheet would take for a formula.

    Examples
    --------
    >>> for_spreadsheet("=HYPERLINK(1)"), for_spreadsheet("a=1")
    ("'=HYPERLINK(1)", 'a=1')
    >>> for_spreadsheet(" =1+2"), for_spreadsheet("\uff1d1+2")
    ("' =1+2", "'\uff1d1+2")
    """
    return f"'{name}" if _COMPUTED.match(name) else name


def for_file(*parts: str) -> str:
    """Make a file name out of names: letters, digits, dots, hyphens and underscores.

    Parameters
    ----------
    *parts : str
        Joined by hyphens; each is cut to 60 characters.

    Returns
    -------
    str
        Never empty.

    Examples
    --------
    >>> for_file("TREC 10 likeness (synthetic)", "leaderboard")
    'TREC-10-likeness-synthetic-leaderboard'
    >>> for_file("../../etc", "tau")
    'etc-tau'
    """
    cleaned = (_NO_FILE_NAME.sub("-", part)[:60].strip(".-") for part in parts)
    return "-".join(filter(None, cleaned)) or "gapviz"


def subscript(number: int) -> str:
    """Write a number below the line.

    Parameters
    ----------
    number : int
        From 0.

    Examples
    --------
    >>> f"g{subscript(12)}"
    'g₁₂'
    """
    return "".join(_BELOW[int(digit)] for digit in str(number))


def subscripted(name: str) -> str:
    """Write what follows an underscore in a name of a user model below the line.

    Parameters
    ----------
    name : str
        As `gapviz.users.presets` has it.

    Examples
    --------
    >>> subscripted("only g_12"), subscripted("Strict")
    ('only g₁₂', 'Strict')
    """
    stem, mark, digits = name.partition("_")
    return stem + subscript(int(digits)) if mark else name


@lru_cache(maxsize=4096)  # pages write the same names again and again
def _clean(name: str) -> str:
    # Each of these could make a name look like another one. U+200C and U+200D are part of many words.
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", name)
