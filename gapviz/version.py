"""The version, which files that gapviz writes name."""

__version__ = "0.1.0"
