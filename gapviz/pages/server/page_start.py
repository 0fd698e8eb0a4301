"""Where a page begins to write."""

from __future__ import annotations

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value


def begin_at_top() -> None:
    """Write the page from its top, also where the thread has run a fragment before, of this page or another.

    Streamlit 1.67 leaves a thread where the fragment stood. With ``runner.fastReruns`` off the same one can
    run a page, which then stood inside the fragment's container, and after that the browser showed nothing.
    Callbacks of widgets run before this is called: they write nothing.
    """
    context_dg_stack.set(get_default_dg_stack_value())
