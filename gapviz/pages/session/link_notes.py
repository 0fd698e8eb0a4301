"""What a link names that the open collection does not have: one sentence for each value."""

from __future__ import annotations

from gapviz.pages.session.fits import Here
from gapviz.pages.session.state import FIELDS, State


def unusable(here: Here, state: State, linked: State) -> list[str]:
    """Say what of a link does not fit the collection that is open.

    Parameters
    ----------
    here : Here
        What the collection has.
    state : State
        Held by the session. A field that was changed since the link is no longer the link's.
    linked : State
        As the link had it.

    Returns
    -------
    list of str
        One sentence for each field; names in it are not escaped. The runs are told of in any case, for
        they are selected across collections.
    """
    sentences = []
    for name, one in FIELDS.items():
        value = getattr(state, name)
        if one.fit is None or value == one.default:
            continue
        fits = one.fit.in_force is not None and one.fit.in_force(state, here.c) == value
        if not fits and (one.fit.always or value == getattr(linked, name)):
            sentences.append(one.fit.sentence(state, here))
    return [sentence for sentence in sentences if sentence]
