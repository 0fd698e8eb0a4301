"""The papers' experiments on any collection."""
