"""The command line: ``arboretum report``, ``grow``, ``compare`` and what is done with trees.

Nothing heavy is imported before a command has to do its work, so that help and
complaints about the command line come at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code.

    0 success, 1 bad data or a bad model, 2 an invalid command line,
    130 (128 + SIGINT) interrupted, 141 (128 + SIGPIPE) the reader of a pipe is gone.
    """
    try:
        from arboretum.cli.run import run
    except ModuleNotFoundError as error:
        if error.name != "click":
            raise
        print('The command line needs click: pip install "arboretum[cli]"', file=sys.stderr)
        return 1
    return run(arguments)
