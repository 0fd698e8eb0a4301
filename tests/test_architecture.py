"""Imports go down only, and streamlit, plotly and open files each have one place (style.md, Direction)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "gapviz" / "figures"
PAGES = ROOT / "gapviz" / "pages"
FILES = [ROOT / "app.py", *sorted((ROOT / "gapviz").rglob("*.py"))]
LAYERS = (
    "arrays notebook version",
    "collection",
    "build profile users",
    "measures",
    "analysis",
    "text theme",
    "web",
    "",
    "learning",
    "cli",
    "figures",
    "__main__ pages",
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names.split()}
SHARED = (
    "server",
    "session",
    "live",
    "parts",
)  # rooms that a page may enter; each enters those before
PUBLIC = LAYERS.index("")  # `import gapviz` itself stands on analysis
OPENING = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "fromfile", "ZipFile"}
OPENING_NUMPY = {"np.load", "np.memmap", "np.loadtxt"}
ASSETS = "files(__package__)"  # what the package itself brings along


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_direction(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    modules = [name.split(".") for node in nodes for name in imported(node)]
    part = "app" if path.name == "app.py" else path.relative_to(ROOT / "gapviz").parts[0].removesuffix(".py")
    level = PUBLIC if part == "__init__" else LEVEL.get(part, len(LAYERS))
    assert [m for m in modules if m[0] == "gapviz" and LEVEL.get("".join(m[1:2]), PUBLIC) > level] == []
    assert part in ("pages", "app") or ["streamlit"] not in [m[:1] for m in modules]
    assert part == "figures" or ["plotly"] not in [m[:1] for m in modules]
    calls = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
    opening = {call for call in calls if call.split(".")[-1] in OPENING or call in OPENING_NUMPY}
    assert path.match("collection/reading/files.py") or all(call.startswith(ASSETS) for call in opening)


@pytest.mark.parametrize(
    "path", sorted(PAGES.glob("*/**/*.py")), ids=lambda path: str(path.relative_to(PAGES))
)
def test_a_page_enters_no_other_page(path: Path) -> None:
    room = path.relative_to(PAGES).parts[0]
    open_to_it = {room, *SHARED[: SHARED.index(room) if room in SHARED else None]}
    names = [
        name.split(".") for node in ast.walk(ast.parse(path.read_text("utf-8"))) for name in imported(node)
    ]
    assert {name[2] for name in names if name[:2] == ["gapviz", "pages"]} <= open_to_it


@pytest.mark.parametrize(
    "path", sorted(FIGURES.rglob("*.py")), ids=lambda path: str(path.relative_to(FIGURES))
)
def test_a_figure_is_made_at_once(path: Path) -> None:
    """Plotly takes many times as long to change a figure as to make it with all that it has."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    assert [name for name in names if name.startswith(("add_", "update_"))] == []
    made = "go.Figure" in [ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)]
    assert made == path.match("style/layout.py")


def test_a_name_says_what_the_thing_is() -> None:
    """`found` once stood for more than thirty types."""
    nodes = (node for path in FILES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = (getattr(node, part, None) for node in nodes for part in ("id", "arg", "attr", "name", "asname"))
    assert "found" not in names
