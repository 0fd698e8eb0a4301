"""Scripts and styles, which stand beside this module, as one text each."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from gapviz.theme import DARK, LIGHT, Theme

SHARED = ("elements.js", "mounted.js", "unread.js")
"""Modules that all components of the app use."""

LIVE = (
    "users.js",
    "measures.js",
    "rankings.js",
    "dom.js",
    "controls.js",
    "triangle.js",
    "cards.js",
    "bump.js",
    "leaderboard.js",
    "taumap.js",
    "topics.js",
    "address.js",
    "live.js",
)
"""Modules of the live view, in an order in which each follows those that it imports."""


def asset(name: str) -> str:
    """Return the text of a file beside this module."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def joined(modules: Iterable[str]) -> str:
    r"""Return the modules of a component as one, for a page that serves no files.

    Imports are left out and ``export`` is taken from every declaration but ``export default``: the
    modules import only in single lines that begin with ``import {``, and no two of them use the same
    name at the top level.

    Parameters
    ----------
    modules : iterable of str
        Their texts, in an order in which each follows those that it imports.

    Examples
    --------
    >>> joined(["export const a = 1;", "import { a } from './a.js';\nexport default a;"])
    'const a = 1;\nexport default a;\n'
    """
    lines: list[str] = []
    for module in modules:
        for line in module.splitlines():
            if line.startswith("import {"):
                continue
            lines.append(line if line.startswith("export default") else line.removeprefix("export "))
    return "\n".join(lines) + "\n"


def together(*names: str) -> str:
    """Return the modules that every component begins with, and these, as one."""
    return joined(map(asset, (*SHARED, *names)))


def live_style() -> str:
    """Return the style sheet of the live view."""
    return tokens() + asset("live.css")


def tokens() -> str:
    """Return the rules for colours and type that the styles of every component begin with."""
    light, dark = _colors(LIGHT), _colors(DARK)
    rules = "".join(f"--{name}:light-dark({light[name]},{dark[name]});" for name in light)
    # light-dark() follows the colour scheme, which is inherited from the theme of the page.
    return (
        f".gapviz{{{rules}color:var(--ink);"
        'font:14px/1.35 var(--st-font,"Source Sans",sans-serif);font-variant-numeric:tabular-nums}\n'
        ".unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n"
    )


def _colors(theme: Theme) -> dict[str, str]:
    """Colours of a theme by the names that the style sheets of the components use."""
    names = ("page", "rail", "card", "chip", "line", "grid", "edge", "faint", "ink", "ink2", "down", "warn")
    return {
        **{name: getattr(theme, name) for name in names},
        **dict(theme.measures),
        "up": theme.accent,
        "warn-page": theme.warn_page,
        "on-accent": theme.on_accent,
        **dict(zip(("grade-low", "grade-mid", "grade-high"), theme.grades, strict=True)),
        "grade-pair": theme.two_grades[0],
        "grade-edge": theme.grade_edge,
        "on-grade": theme.on_grade,
        **dict(zip(("tau-minus", "tau-none", "tau-plus"), theme.tau, strict=True)),
    }
