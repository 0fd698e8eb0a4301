"""The theme in Streamlit's messages, written once for each of its sections.

Streamlit tells the browser the whole theme at the beginning of every run, also of the smallest fragment, and
reads it anew from all options of its configuration. Nobody changes these while the app runs, and it was half
of what a change of g costs the server.
"""

from __future__ import annotations

from functools import cache

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


@cache
def keep() -> None:
    """Have Streamlit write each section once, from now on."""
    write = getattr(app_session, "_populate_theme_msg", None)
    if write is None:  # another version of Streamlit, which may do without
        return

    @cache
    def written(section: str) -> CustomThemeConfig:
        message = CustomThemeConfig()
        write(message, section)
        return message

    def copied(msg: CustomThemeConfig, section: str = "theme") -> None:
        if written(section).ByteSize():  # an empty section would be there, where Streamlit has none
            msg.MergeFrom(written(section))

    app_session._populate_theme_msg = copied
