"""``python -m gapviz``: the command line."""

from __future__ import annotations

import sys

from gapviz.cli.main import process

if __name__ == "__main__":
    sys.exit(process())
