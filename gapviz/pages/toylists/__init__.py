"""The page Toy lists."""
