"""The page Curves."""
