"""Data health: what the files of a collection hold, and what in them may surprise."""
