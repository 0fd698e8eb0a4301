"""Colours and marks, one table for the light page and one for the dark page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SYMBOLS = {"AP": "square", "GAP": "circle", "xGAP": "diamond", "eGAP": "triangle-up"}
"""Plotly's name of each measure's mark: shape is the cue beside the hue."""

GLYPHS = {"AP": "■", "GAP": "●", "xGAP": "◆", "eGAP": "▲"}
"""The same marks as characters."""


@dataclass(frozen=True)
class Theme:
    """Colour tokens, as hexadecimal RGB.

    Attributes
    ----------
    page, rail, card, chip, line, grid : str
        Surfaces and decoration, never the only cue.
    edge, faint : str
        Outlines; disabled things and the runs that nothing points at.
    ink, ink2 : str
        Text; secondary text and axes.
    accent, down, warn, warn_page : str
        Controls, rise and agreement; fall; notices and what they stand on.
    measures : tuple of (measure, colour)
        One hue for each measure, and for nothing else.
    on_accent : str
        Text on the accent.
    two_grades, grades : tuple of str
        From the lowest grade above 0 to the highest, where there are two, and where there are more.
    grade_edge, on_grade : str
        Outline of a tile in the colour of a grade below the highest, and the text on it.
    tau : tuple of str
        Colours of tau = -1, 0 and 1.
    regions : tuple of str
        Grounds of the parts of a map in which different runs win.
    """

    page: str
    rail: str
    card: str
    chip: str
    line: str
    grid: str
    edge: str
    faint: str
    ink: str
    ink2: str
    accent: str
    down: str
    warn: str
    warn_page: str
    measures: tuple[tuple[str, str], ...]
    on_accent: str
    two_grades: tuple[str, ...]
    grades: tuple[str, ...]
    grade_edge: str
    on_grade: str
    tau: tuple[str, str, str]
    regions: tuple[str, ...]

    def measure(self, name: str) -> str:
        """Colour of a measure of the family; ink for any other.

        Returns
        -------
        str
            Hexadecimal RGB.
        """
        return dict(self.measures).get(name, self.ink)

    def grade_colors(self, c: int) -> tuple[str, ...]:
        """Colours of grades 1..c, evenly along the scale.

        Parameters
        ----------
        c : int
            Highest grade, from 1.

        Returns
        -------
        tuple of str, length c
            Hexadecimal RGB.

        Examples
        --------
        >>> LIGHT.grade_colors(2)
        ('#a9d8cf', '#0f766e')
        """
        if c == 1:
            return self.grades[-1:]
        if c == 2:
            return self.two_grades
        return tuple(mix(self.grades, k / (c - 1)) for k in range(c))


LIGHT = Theme(
    page="#ffffff",
    rail="#f6f7f9",
    card="#ffffff",
    chip="#eef1f4",
    line="#e1e5ea",
    grid="#edf0f3",
    edge="#868f9c",
    faint="#aab2bd",
    ink="#262a33",
    ink2="#5b6270",
    accent="#0f766e",
    down="#8c510a",
    warn="#8a5a00",
    warn_page="#fdf4e0",
    measures=(("AP", "#5b6270"), ("GAP", "#0c5fd9"), ("xGAP", "#b34a05"), ("eGAP", "#65236a")),
    on_accent="#ffffff",
    two_grades=("#a9d8cf", "#0f766e"),
    grades=("#d3ebe6", "#6fbcb0", "#0f766e"),
    grade_edge="#6f9b95",
    on_grade="#0b3b36",
    tau=("#8c510a", "#f4f4f2", "#0b6b61"),
    regions=("#dde4ec", "#f3e8ca", "#d3e8da", "#f2dcdd", "#e6eac0"),
)

DARK = Theme(
    page="#0e1117",
    rail="#161b24",
    card="#141922",
    chip="#212834",
    line="#2b323d",
    grid="#1e242d",
    edge="#6f7b8c",
    faint="#566070",
    ink="#f2f4f7",
    ink2="#a8b0bd",
    accent="#4cc9b8",
    down="#d9a25f",
    warn="#e8bd63",
    warn_page="#2c2413",
    measures=(("AP", "#a8b0bd"), ("GAP", "#4f9df7"), ("xGAP", "#fa8a34"), ("eGAP", "#e3abce")),
    on_accent="#0e1117",
    two_grades=("#1f6a61", "#8fe6d9"),
    grades=("#17423d", "#1f7a70", "#8fe6d9"),
    grade_edge="#4f7f78",
    on_grade="#f2f4f7",
    tau=("#d08a3c", "#2a303a", "#2fae9e"),
    regions=("#242f3d", "#40381f", "#1c3d2e", "#452b34", "#383f1c"),
)


def mix(stops: tuple[str, ...], position: float) -> str:
    """Colour at `position` from 0 to 1 along evenly spaced stops, linear in between.

    Parameters
    ----------
    stops : tuple of str
        Two or more colours, hexadecimal RGB.
    position : float
        Clipped to 0 to 1.

    Returns
    -------
    str
        Hexadecimal RGB.

    Examples
    --------
    >>> mix(("#000000", "#ffffff"), 0.5)
    '#808080'
    """
    place = min(max(position, 0.0), 1.0) * (len(stops) - 1)
    left = min(int(place), len(stops) - 2)
    share = place - left
    pairs = zip(_rgb(stops[left]), _rgb(stops[left + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def text_on(color: str) -> str:
    """Black or white, whichever has more contrast on `color` (WCAG 2 luminance).

    Parameters
    ----------
    color : str
        Hexadecimal RGB.

    Returns
    -------
    str
        Hexadecimal RGB.

    Examples
    --------
    >>> text_on("#0f766e"), text_on("#8fe6d9")
    ('#ffffff', '#000000')
    """
    return "#000000" if contrast(color, "#000000") > contrast(color, "#ffffff") else "#ffffff"


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2).

    Parameters
    ----------
    a, b : str
        Hexadecimal RGB.

    Examples
    --------
    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    lighter, darker = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


@cache  # of the colours of two themes
def _luminance(color: str) -> float:
    parts = [v / 255 for v in _rgb(color)]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
