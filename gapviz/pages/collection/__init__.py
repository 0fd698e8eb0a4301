"""The page Collection."""
