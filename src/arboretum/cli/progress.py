"""A bar for long work, drawn on the terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from arboretum.growing import Progress
from arboretum.growing.many import Begin, share_of

__all__ = ["Step", "show_progress"]


@contextmanager
def show_progress(n_steps: int) -> Iterator[Begin]:
    """Draw a bar over some steps on stderr while the block runs, if that is a terminal.

    Nothing may be printed meanwhile.
    """
    if not sys.stderr.isatty():
        yield lambda description: None
        return
    import rich.console
    import rich.progress as draw

    bar = draw.Progress(
        draw.TextColumn("{task.description}", markup=False),
        draw.BarColumn(),
        draw.TaskProgressColumn(),
        draw.TimeElapsedColumn(),
        console=rich.console.Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # else output meant for a pipe would end on the terminal
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task("", total=n_steps)
        steps = count()

        def begin(description: str) -> Progress | None:
            before = next(steps)
            bar.update(task, description=description, completed=before)
            return Step(bar, task, before)

        yield begin


@dataclass(frozen=True)
class Step:
    """Draws how far one step is."""

    bar: Any
    task: Any
    before: int

    def __call__(self, done: float, whole: float) -> None:
        self.bar.update(self.task, completed=self.before + share_of(done, whole))

    def describe(self, description: str) -> None:
        """Say something else beside the bar."""
        self.bar.update(self.task, description=description)
