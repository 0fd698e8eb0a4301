"""Scores of runs, their order, and how far two orders agree."""
