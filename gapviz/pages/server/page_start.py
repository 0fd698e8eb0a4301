"""Where a page begins to write."""

from __future__ import annotations

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value


def from_the_top() -> None:
    """Write the page from its top, also where the thread has run one of its fragments before.

    Streamlit 1.67 leaves a thread where the fragment stood. With ``runner.fastReruns`` off the same one can
    run the page, which then stood inside its old self, and after that the browser showed nothing.
    """
    context_dg_stack.set(get_default_dg_stack_value())
