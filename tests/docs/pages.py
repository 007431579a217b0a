"""Reading the pages of the documentation and running what they show.

In a page, a ``python`` block is a session with ``>>>`` and a ``console`` block
one with ``$``; both show what is printed, to the letter.  The blocks of a page
run from top to bottom in one namespace and one empty folder.  ``text`` blocks
are only read; ``py`` and ``diff`` blocks are files and changes to files, which
``test_adding_parts.py`` makes.

``python -m tests.docs.pages PAGE …`` writes the outputs again; read the diff.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "ROOT",
    "Step",
    "all_pages",
    "new_namespace",
    "read_steps",
    "run_step",
    "write_outputs",
]

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMPTS = {"python": (">>> ", "... "), "console": ("$ ", "> ")}


@dataclass(frozen=True)
class Step:
    """One command of a page with the output the page shows."""

    language: str
    source: str
    expected: str
    line: int


def all_pages() -> list[Path]:
    """Every Markdown file that readers meet."""
    folders = [ROOT.glob("*.md"), (ROOT / "docs").rglob("*.md"), (ROOT / "examples").glob("*.md")]
    return [page for folder in folders for page in sorted(folder)]


def read_steps(page: Path) -> list[Step]:
    """The commands of a page, in order."""
    text = page.read_text(encoding="utf-8")
    steps = []
    for block in _BLOCK.finditer(text):
        first_line = text.count("\n", 0, block.start(2)) + 1
        if block[1] in _PROMPTS:
            steps += _steps_of_block(block[1], block[2], first_line)
        elif block[1] not in ("text", "py", "diff"):
            raise ValueError(f"{page}, line {first_line - 1}: a block of {block[1]!r} never runs")
    return steps


def _steps_of_block(language: str, block: str, first_line: int) -> list[Step]:
    prompt, continued = _PROMPTS[language]
    found: list[tuple[int, list[str], list[str]]] = []
    for line, text in enumerate(block.splitlines(), start=first_line):
        if text.startswith(prompt):
            found.append((line, [text.removeprefix(prompt)], []))
        elif not found:
            raise ValueError(f"line {line}: a {language} block starts with {prompt!r}")
        elif text.startswith(continued.rstrip()) and not found[-1][2]:
            found[-1][1].append(text.removeprefix(continued.rstrip()).removeprefix(" "))
        else:
            found[-1][2].append(text)
    return [
        Step(language, "\n".join(source), "\n".join(output).rstrip(), line)
        for line, source, output in found
    ]


def new_namespace() -> dict[str, object]:
    """What the session of a page starts with: it is the main program, as a reader's is."""
    return {"__name__": "__main__"}


def run_step(step: Step, namespace: dict[str, object]) -> str:
    """What a command prints in the current folder, without blanks at the ends of lines."""
    run = _run_python if step.language == "python" else _run_console
    return "\n".join(line.rstrip() for line in run(step.source, namespace).splitlines()).rstrip()


def _run_python(source: str, namespace: dict[str, object]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(source + "\n", "<page>", "single"), namespace)
        except Exception as error:
            said = "".join(traceback.format_exception_only(error))
            print(f"Traceback (most recent call last):\n    ...\n{said}")
    return printed.getvalue()


def _run_console(source: str, namespace: dict[str, object]) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    finished = subprocess.run(
        ["bash", "-c", source],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "PYTHONUTF8": "1"},
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return finished.stdout


def write_outputs(page: Path) -> None:
    """Replace the outputs a page shows by those that its commands print."""
    namespace = new_namespace()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        outputs = [run_step(step, namespace) for step in read_steps(page)]
    steps = iter(zip(read_steps(page), outputs, strict=True))

    def rewrite(block: re.Match[str]) -> str:
        if block[1] not in _PROMPTS:
            return block[0]
        lines = block[2].splitlines()
        n_steps = sum(line.startswith(_PROMPTS[block[1]][0]) for line in lines)
        shown = [_show(*next(steps)) for _ in range(n_steps)]
        return f"```{block[1]}\n" + "\n".join(shown) + "\n```"

    page.write_text(_BLOCK.sub(rewrite, page.read_text(encoding="utf-8")), encoding="utf-8")


def _show(step: Step, output: str) -> str:
    prompt, continued = _PROMPTS[step.language]
    first, *others = step.source.splitlines()
    lines = [prompt + first, *((continued + line).rstrip() for line in others)]
    return "\n".join([*lines, *([output] if output else [])])


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        write_outputs(Path(argument).resolve())
