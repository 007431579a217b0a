"""Commands as ``python -m arboretum`` runs them, without importing other libraries each time.

``python -m tests.unit.cli.forked`` imports what the commands need of other libraries, and then
forks one process per line of its input. Each of them imports arboretum itself and writes to files
of its own; what it need not do again is a second of imports.

With ``--all`` it imports arboretum and matplotlib once, too, which most commands take longer for
than for their work. That a command imports what it needs is for the full suite to show.
"""

from __future__ import annotations

import json
import os
import pkgutil
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

#: Not matplotlib or rich, which only some commands import.
LIBRARIES = ["click", "narwhals", "numpy", "pandas", "pyarrow.csv", "sklearn.base", "scipy.stats"]
#: What the commands import when they are asked for.
LATER = ["arboretum.estimators", "arboretum.rules.post_pruning", "matplotlib.backends.backend_agg"]


class Forks:
    """A process that waits for commands; one of them runs at a time."""

    def __init__(self, *options: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.unit.cli.forked", *options],
            cwd=Path(__file__).parents[3],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, arguments: list[str], cwd: Path | None) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            streams = [str(Path(folder, name)) for name in ("stdout", "stderr")]
            command = {"arguments": arguments, "cwd": str(cwd or Path.cwd()), "streams": streams}
            print(json.dumps(command), file=self._process.stdin, flush=True)
            code = int(self._process.stdout.readline())
            out, errors = (Path(stream).read_text(encoding="utf-8") for stream in streams)
        return subprocess.CompletedProcess(arguments, code, out, errors)

    def close(self) -> None:
        self._process.communicate()


def serve(libraries: Sequence[str]) -> None:
    """Fork for every command, and answer with its exit code."""
    for library in libraries:
        import_module(library)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def commands_and_more() -> list[str]:
    """All that the commands import, except rich."""
    folder = find_spec("arboretum.cli").submodule_search_locations
    return [*LATER, *(f"arboretum.cli.{module.name}" for module in pkgutil.iter_modules(folder))]


def become(command: dict) -> NoReturn:
    """Run a command with its folder, its arguments and its streams, and end."""
    os.chdir(command["cwd"])
    sys.argv = ["arboretum", *command["arguments"]]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, stream in zip((1, 2), command["streams"], strict=True):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), descriptor)
    code = 1
    try:
        runpy.run_module("arboretum", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    # Taking the libraries apart again would take longer than most commands.
    os._exit(code)


if __name__ == "__main__":
    serve(LIBRARIES + (commands_and_more() if "--all" in sys.argv else []))
