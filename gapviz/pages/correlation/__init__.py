"""The page Correlation."""
