"""The page Tour."""
