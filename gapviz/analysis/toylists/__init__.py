"""Toy lists: edits, values, contributions, random experiments."""
