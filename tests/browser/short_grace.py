"""The app, where what nobody waits for goes on for half a second, and the log says when it is stopped."""

from __future__ import annotations

import runpy
from typing import Any

from gapviz.pages.experiments.jobs import Job, Pool

STOPPED = "stopped what nobody waits for"

settle: Any = Pool._settle


def told(pool: Pool, job: Job, status: str) -> None:
    settle(pool, job, status)
    if status == "stopped":
        print(STOPPED, flush=True)


if __name__ == "__main__":
    if settle.__name__ != "told":  # a script runs again and again
        (Pool.__init__.__kwdefaults__ or {})["grace"] = 0.5
        Pool._settle = told  # type: ignore[assignment,method-assign]
    runpy.run_path("app.py")
