"""Names of modules in docstrings and comments are those of today."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "gapviz"
TEXTS = {
    (*path.relative_to(PACKAGE.parent).parent.parts, path.stem): path.read_text(encoding="utf-8")
    for path in PACKAGE.rglob("*.py")
}
MODULES = {name[:-1] if name[-1] == "__init__" else name: text for name, text in TEXTS.items()}
DOTTED = re.compile(r"(?<!`)`([a-z]\w*(?:\.\w+)+)`(?!`)")
OTHERS = ("lightgbm", "np", "os")


def exists(parts: list[str]) -> bool:
    """Tell whether the parts name a module, from any folder down, or something in one."""
    return any(
        list(module[-length:]) == parts[:length]
        and (length == len(parts) or re.search(rf"\b{parts[length]}\b", text) is not None)
        for module, text in MODULES.items()
        for length in range(1, len(parts) + 1)
    )


def test_dotted_names_exist() -> None:
    named = {(name, *module) for module, text in MODULES.items() for name in DOTTED.findall(text)}
    gone = [name for name in named if name[0].split(".")[0] not in OTHERS and not exists(name[0].split("."))]
    assert sorted(gone) == []
