"""The live page as a file, from Explore: it opens with the view that is shown."""

from __future__ import annotations

from collections.abc import Callable

from gapviz.collection.errors import InputError
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import View
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.address import to_query
from gapviz.pages.session.state import by_hand
from gapviz.web.page import live_page, require_page


def save(opened: Opened, view: Callable[[], View]) -> None:
    """Offer the file of the view that is shown when it is asked for; where there is none, say why."""
    refused = ""
    try:
        require_page(opened.profile)
    except InputError as error:
        refused = str(error)
    save_menu.live_page(lambda: document(view()), opened.collection.name, "live", refused=refused)


def document(view: View) -> str:
    """Write the live page, which opens with the same g, runs and topic."""
    given = to_query(view.state)
    query = {one.parameter: given[one.parameter] for one in by_hand(whole=True) if one.parameter in given}
    return live_page(view.opened.collection, view.opened.profile, **view.conventions, view=query).html
