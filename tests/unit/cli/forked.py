"""Commands as ``python -m arboretum`` runs them, without importing other libraries each time.

``python -m tests.unit.cli.forked`` imports what the commands need of other libraries, and then
forks one process per line of its input. Each of them imports arboretum itself, writes to files of
its own and ends as any program ends; all that it does not do again is most of a second of imports.
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

#: Not matplotlib or rich, which only some commands import.
LIBRARIES = ["click", "narwhals", "numpy", "pandas", "pyarrow.csv", "sklearn.base", "scipy.stats"]


class Forks:
    """A process that waits for commands; one of them runs at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.unit.cli.forked"],
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


def serve() -> None:
    """Fork for every command and answer with its exit code; return in the forked process."""
    for library in LIBRARIES:
        __import__(library)
    for line in sys.stdin:
        command = json.loads(line)
        child = os.fork()
        if child == 0:
            become(command)
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become(command: dict) -> None:
    """Take the folder, the arguments and the streams of a command."""
    os.chdir(command["cwd"])
    sys.argv = ["arboretum", *command["arguments"]]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, stream in zip((1, 2), command["streams"], strict=True):
        os.dup2(os.open(stream, os.O_WRONLY | os.O_CREAT), descriptor)
    runpy.run_module("arboretum", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve()
