"""The tiles of a toy list: a component that edits, and computes nothing."""
