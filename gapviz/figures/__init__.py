"""Figures: each takes a result and returns a Plotly figure; none computes."""
