"""The page User models."""
