"""The pages of the papers' experiments."""
