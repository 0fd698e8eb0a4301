"""Synthetic collections in the likeness of TREC, and the papers' printed tables."""
