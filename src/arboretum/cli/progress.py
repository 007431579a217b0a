"""A bar for long work, drawn on the terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from arboretum.growing import Progress
from arboretum.growing.many import Begin

__all__ = ["show_progress"]


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
            return lambda done, whole: bar.update(task, completed=before + done / whole)

        yield begin
