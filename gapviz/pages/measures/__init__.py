"""The page Measures."""
