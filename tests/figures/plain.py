"""Figures as plain data: the type stubs of Plotly know no attribute of a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import plotly.graph_objects as go


def traces(figure: go.Figure) -> Any:
    """Return the traces of a figure."""
    return figure.data


def notes(figure: go.Figure) -> Any:
    """Return the annotations of a figure."""
    return figure.layout.annotations
