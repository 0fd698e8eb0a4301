"""Tiles of a toy list, as tests find them."""

from __future__ import annotations

from typing import Any

from tests.browser.driver import wait_for_query

THIRD = repr(1 / 3)
THIRDS = f"g={THIRD},{THIRD},{THIRD}"


def tile(page: Any, rank: int) -> Any:
    return page.locator(".st-key-gv-toy .list .tile").nth(rank - 1)


def shown(page: Any) -> str:
    """The grades that the tiles show."""
    return "".join(page.locator(".st-key-gv-toy .list .tile b").all_inner_texts())


def middle(node: Any) -> tuple[float, float]:
    box = node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def now(page: Any, text: str) -> None:
    """Wait until the address holds a list."""
    wait_for_query(page, f"list={text}")
