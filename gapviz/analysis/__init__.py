"""Analyses: from scores to rankings, correlations and curves."""
