"""Widgets whose values are settings of a panel, which the address holds."""

from __future__ import annotations

from typing import Any

from gapviz.pages.session.session import commit_with, propose, tied
from gapviz.pages.session.settings import changed
from gapviz.pages.session.state import State


def keep(name: str, value: Any, **also: Any) -> dict[str, Any]:
    """Return the keywords of a widget that shows a setting, and keeps what is chosen.

    Parameters
    ----------
    name : str
        Of the setting.
    value : object
        In force.
    **also : object
        Settings that change with it.
    """

    def change(state: State, chosen: Any) -> dict[str, Any]:
        return {"settings": changed(state.settings, **{name: chosen}, **also)}

    key = tied(f"setting {name}", value)
    return {"key": key, "on_change": propose, "args": (key, change)}


def put(**values: Any) -> None:
    """Keep other values in the next run; callbacks of buttons call this."""
    commit_with(lambda state, _value: {"settings": changed(state.settings, **values)})
