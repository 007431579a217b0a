"""The program as a whole: its commands, and how it ends."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

import arboretum
from arboretum.cli.option_words import in_options
from arboretum.exceptions import ArboretumError, ArboretumWarning, NotProvedWarning

__all__ = ["run"]

INTERRUPTED = 130
NOBODY_READS = 141


class NobodyReads(click.ClickException):
    """The reader of our output, such as ``head``, has seen enough; that is not an error."""

    exit_code = NOBODY_READS

    def __init__(self) -> None:
        super().__init__("nobody reads the output")

    def show(self, file: Any = None) -> None:
        # Python flushes at exit, and would complain about the closed pipe after all.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class LazyGroup(click.Group):
    """Commands that are imported when they are asked for.

    The command of a name is ``command`` in the module of that name beside this
    one.  Those modules import nothing but click at their top.
    """

    names = (
        "report",
        "grow",
        "compare",
        "plot",
        "predict",
        "prune",
        "rules",
        "explain",
        "certify",
        "show",
        "exercise",
    )

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise NobodyReads from error
        return result

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.names:
            return None
        found: click.Command = import_module(f"arboretum.cli.{cmd_name}").command
        return found


@click.group(
    cls=LazyGroup,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
    no_args_is_help=True,
)
@click.version_option(arboretum.__version__, message="arboretum %(version)s")
def program() -> None:
    """Decision trees people can read.

    Learn a tree from a table, look at it, and apply it to new rows:

    \b
      arboretum report penguins.csv --target species -o report.html
      arboretum grow penguins.csv --target species --out tree.json
      arboretum show tree.json
      arboretum plot tree.json -o tree.svg
      arboretum prune tree.json --set cp=0.03 --out smaller.json
      arboretum rules tree.json
      arboretum predict tree.json new.csv --out predictions.csv
      arboretum explain path tree.json new.csv --row 3
      arboretum certify penguins.csv certificate.json

    Tables are text files (CSV, TSV, .data, with any delimiter, also gzipped),
    Parquet files, workbooks (.xlsx) or ARFF; - reads text from another program.
    What had to be assumed about a file is said.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; every way it can end becomes an exit code."""
    try:
        return _run_once(arguments)
    except KeyboardInterrupt:  # once more, while the first was being handled
        return INTERRUPTED


def _run_once(arguments: Sequence[str] | None) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("always", ArboretumWarning)
        warnings.showwarning = _warn_in_one_line(warnings.showwarning)
        try:
            code = program.main(arguments, prog_name="arboretum", standalone_mode=False)
        except click.ClickException as error:
            _with_remedy(error).show()
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("Interrupted.", err=True)
            return INTERRUPTED
        except UnicodeEncodeError as error:
            text = f"the output accepts only {error.encoding}. Set PYTHONUTF8=1."
            _say("Error", "red", text)
            return 1
        except (ArboretumError, ImportError, OSError, MemoryError) as error:
            _say("Error", "red", _one_line(error))
            return 1
    # Only --help and --version end with a code.
    return code if isinstance(code, int) else 0


def _with_remedy(error: click.ClickException) -> click.ClickException:
    """What click says of a command line, and what to do about it."""
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Option):
        said = error.param.help or "It is required"
        purpose = said.split(". ")[0].rstrip(".")
        return click.UsageError(f"{error.format_message()} {purpose}.", error.ctx)
    elif isinstance(error, click.UsageError) and error.message.startswith("No such command"):
        ctx = error.ctx
        if ctx is not None and isinstance(ctx.command, click.Group):
            name, names = error.message.split("'")[1], ctx.command.list_commands(ctx)
            close = get_close_matches(name, names, n=1)
            meant = f" Did you mean {close[0]!r}?" if close else ""
            said = f"{error.message.rstrip('.')}.{meant} There are: {', '.join(names)}."
            return click.UsageError(said, ctx)
    return error


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{os.fspath(error.filename)}: {error.strerror}."
    # Several culprits have a line each.
    lines = [" ".join(line.split()) for line in str(error).split("\n  - ")]
    return in_options("\n  - ".join(lines)) or type(error).__name__


def _warn_in_one_line(usual: Callable[..., None]) -> Callable[..., None]:
    """Warnings of the library are for the user: no place in the code, no line of it.

    What holds for the tree holds for the trees of its folds, and is said once; so is that a search
    ended early, with the numbers of the first.
    """
    said: set[object] = set()

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if issubclass(category, ArboretumWarning):
            what = category if category is NotProvedWarning else str(message)
            if what not in said:
                _say("Warning", "yellow", in_options(str(message)))
            said.add(what)
        else:
            usual(message, category, *where)

    return show


def _say(word: str, colour: str, text: str) -> None:
    click.echo(f"{click.style(word + ':', fg=colour, bold=True)} {text}", err=True)
