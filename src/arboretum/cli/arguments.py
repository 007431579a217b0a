"""What commands take: kinds of values beyond click's, and options that several commands have.

Commands name them by this module: ``@arguments.number("--row", help=…)``.
"""

from __future__ import annotations

import csv
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import click

from arboretum.cli.registered_names import registered_names

if TYPE_CHECKING:
    from arboretum.part import Part

__all__ = [
    "OUTPUT",
    "PAGE",
    "STYLE",
    "Count",
    "Listing",
    "Style",
    "column",
    "columns",
    "cost",
    "data",
    "file",
    "file_option",
    "flag",
    "folds",
    "json_flag",
    "n_jobs",
    "number",
    "order",
    "out",
    "part",
    "samples",
    "setting",
    "settings",
    "species",
    "style",
    "together",
    "weights",
    "with_settings",
]

Style = Literal["rpart", "box", "R"]
STYLE = click.Choice(get_args(Style))

P = TypeVar("P", bound="Part")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Input(click.Path):
    """A file to read; that it is there is checked before anything is imported to read it.

    Whether it can be read is found out by reading it.
    """

    def __init__(self) -> None:
        super().__init__(allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Path = super().convert(value, param, ctx)  # type: ignore[assignment]
        if str(path) != "-" and not path.exists():
            raise Absent(path)
        _require_two_files(path, param, ctx)
        return path


class Absent(click.ClickException):
    """A file that is not there: bad data, not a bad command line."""

    def __init__(self, path: Path) -> None:
        names = os.listdir(path.parent) if path.parent.is_dir() else []
        close = get_close_matches(path.name, names, n=1)
        meant = f" Did you mean {path.with_name(close[0])}?" if close else ""
        super().__init__(f"{path} does not exist.{meant}")


class Output(click.Path):
    """A file to write, of any ending or one of ``endings``.

    That its folder exists, and that it is none of the files that are read, is checked before
    the work, not after.
    """

    def __init__(self, *endings: str) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)
        self._endings = endings

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Path = super().convert(value, param, ctx)  # type: ignore[assignment]
        if not path.parent.is_dir():
            self.fail(f"the folder {str(path.parent)!r} does not exist; make it first.", param, ctx)
        _require_two_files(path, param, ctx)
        if self._endings and path.suffix.lower() not in self._endings:
            self.fail(f"{path} should end in {' or '.join(self._endings)}.", param, ctx)
        return path


def _require_two_files(
    path: Path, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """Refuse to write where a command reads; what it reads would be lost.

    Files come in the order in which they are written, so the later one is compared.
    """
    if param is None or ctx is None or not path.is_file():  # a device may be both
        return
    for other in ctx.command.params:
        kinds, known = {type(param.type), type(other.type)}, ctx.params.get(other.name or "")
        if kinds != {Input, Output} or known is None or not known.is_file():
            continue
        if path.samefile(known):
            written, name = (param, path) if isinstance(param.type, Output) else (other, known)
            raise click.BadParameter(
                f"{name} is read by this command and would be overwritten; name another file.",
                ctx,
                written,
            )


INPUT, OUTPUT, PAGE = Input(), Output(), Output(".html", ".htm")


class Count(click.IntRange):
    """A whole number of at least so much."""

    def __init__(self, least: int) -> None:
        super().__init__(least)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} should be a whole number of at least {self.min}.", param, ctx)


class Listing(click.Option):
    """An option whose help ends with names that the library knows.

    ``lists`` has them by what they are for, each as ``module:mapping``; they are looked up only
    when needed.
    """

    def __init__(self, *names: Any, lists: Mapping[str, str], **more: Any) -> None:
        super().__init__(*names, **more)
        self.lists = lists

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        known = [
            f"{purpose}: {', '.join(registered_names(at))}." for purpose, at in self.lists.items()
        ]
        return record and (record[0], " ".join([record[1], *known]))


def samples(least: int) -> Callable[[str], int | float]:
    """Read a number of samples, or a share of them between 0 and 1."""

    def read(text: str) -> int | float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if number >= least and number == int(number) and "." not in text:
            return int(number)
        if 0.0 < number < 1.0:
            return number
        raise click.BadParameter(
            f"{text!r} is neither a whole number of at least {least} "
            f"nor a share of the samples such as 0.05."
        )

    return read


def order(text: str) -> tuple[str, list[str]]:
    """Read a column and its categories from low to high: ``size=small,medium,large``."""
    column, _, listed = text.partition("=")
    categories = next(csv.reader([listed]), [])
    if not column or len(categories) < 2:
        raise click.BadParameter(
            f"{text!r} should name a column and its categories from low to high, "
            f"as in size=small,medium,large."
        )
    return column, categories


def cost(text: str) -> tuple[str, float]:
    """Read a column and what changing it costs: ``income=2.5``."""
    column, _, number = text.rpartition("=")
    try:
        price = float(number)
    except ValueError:
        price = math.nan
    if not column or math.isnan(price):
        raise click.BadParameter(f"{text!r} should be a column and a number, as in income=2.")
    return column, price


def setting(text: str) -> tuple[str, str]:
    """Read a parameter and its value: ``confidence=0.1``."""
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise click.BadParameter(f"{text!r} should be a name and a value, as in confidence=0.1.")
    return name.replace("-", "_"), value


def with_settings(part: P, settings: Iterable[tuple[str, str]]) -> P:
    """A part with the parameters that ``--set`` gives, by name."""
    known = part.get_params(deep=False)
    for name, text in settings:
        if name not in known:
            raise click.UsageError(
                f"--set {name}: {part.name} has no such parameter. It has: "
                f"{', '.join(known) or 'none'}."
            )
        try:  # a number, true, false or null as JSON writes them; anything else is text
            value = json.loads(text)
        except json.JSONDecodeError:
            value = text
        part.set_params(**{name: value})
    return part


# Options ------------------------------------------------------------------------


def together(*options: Decorator) -> Decorator:
    """Several options as one decorator, shown in this order."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        """A command with these options."""
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def file(name: str) -> Decorator:
    """A file to read; like all files it is looked for before other values are read."""
    return click.argument(name, type=INPUT, is_eager=True)


def file_option(name: str, help: str) -> Decorator:
    """An option that takes a file to read."""
    return click.option(name, type=INPUT, is_eager=True, help=help)


def out(*names: str, help: str, type: Output = OUTPUT, **more: Any) -> Decorator:
    """A file to write."""
    return click.option(*names, "--out", type=type, is_eager=True, help=help, **more)


def flag(*names: str, help: str) -> Decorator:
    """An option that is there or not."""
    return click.option(*names, is_flag=True, help=help)


def number(*names: str, help: str, least: int = 0, **more: Any) -> Decorator:
    """An option that takes a whole number."""
    return click.option(*names, type=Count(least), metavar="NUMBER", help=help, **more)


def part(name: str, lists: Mapping[str, str], *, help: str, **more: Any) -> Decorator:
    """An option that takes a part by name."""

    def read(text: str) -> str:
        known = dict.fromkeys(one for at in lists.values() for one in registered_names(at))
        found = text.replace("-", "_")  # as options are written
        if found not in known:
            raise click.BadParameter(f"{text!r} is not one of {', '.join(known)}.")
        return found

    kind: Any = {"cls": Listing, "lists": lists, "type": read, "metavar": "NAME"}
    return click.option(name, help=help, **kind, **more)


def species(help: str, **more: Any) -> Decorator:
    """Species by name."""
    at = "arboretum.species"
    lists = {
        "Classes": f"{at}:CLASSIFIERS",
        "Numbers": f"{at}:REGRESSORS",
        "Several targets at once": f"{at}:TOGETHER",
    }
    return part("--species", lists, help=help, **more)


def column(*names: str, help: str, **more: Any) -> Decorator:
    """An option that names a column."""
    return click.option(*names, metavar="COLUMN", help=help, **more)


def columns(*names: str, help: str) -> Decorator:
    """An option that names columns, one at a time."""
    return column(*names, multiple=True, help=f"{help} May be repeated.")


def weights(of: str) -> Decorator:
    """The column of weights of a file."""
    return column("--weights", help=f"Column of {of} that says how much each row counts.")


def settings(help: str) -> Decorator:
    """Parameters of a part."""
    kind: Any = {"type": setting, "metavar": "NAME=VALUE", "multiple": True}
    return click.option("--set", "settings", help=f"{help} May be repeated.", **kind)


def n_jobs(default: int | None = None) -> Decorator:
    """On how many threads trees are grown."""
    return click.option(
        "--n-jobs",
        type=int,
        metavar="NUMBER",
        default=default,
        help="Threads that grow trees; -1 for all there are. Only the time depends on it.",
    )


def json_flag(what: str) -> Decorator:
    """Results for other programs."""
    return flag("--json", "as_json", help=f"Print {what} as JSON.")


style = click.option("--style", type=STYLE, default="rpart", help="How the tree is printed.")

data = together(
    click.option(
        "--target",
        "targets",
        metavar="COLUMN",
        multiple=True,
        required=True,
        help="Column to predict. To predict several columns by one tree, repeat it, or name the "
        "first and the last of neighbouring ones: --target red..orange. Columns of 0 and 1 are "
        "then one set of labels.",
    ),
    click.option(
        "--task",
        type=click.Choice(["classes", "numbers"]),
        help="Whether the target names classes or measures something. By default text is read as "
        "classes, and so are two whole numbers, or a few that come again and again; other numbers "
        "are numbers. If given, columns of 0 and 1 are not a set of labels: each is by itself.",
    ),
    column(
        "--weights",
        help="Column that says how much each row counts. If all weights are whole numbers, a row "
        "stands for that many samples.",
    ),
    columns("--ignore", help="Column to leave out."),
    columns(
        "--keep",
        help="Column to use although it looks like an identifier, free text or a row number, or "
        "has one value throughout: such columns are left out. The target: with a class for a sign "
        "such as ?, which otherwise says that a row has none.",
    ),
    columns("--categorical", help="Column whose numbers are codes, such as a zip code."),
    columns("--numeric", help="Column to read as numbers, such as true and false."),
    columns("--date", help="Column to read as dates or times, such as 20220131."),
    columns("--day-first", help="Column of dates that are written like 31/01/2022."),
    columns("--month-first", help="Column of dates that are written like 01/31/2022."),
    click.option(
        "--ordered",
        type=order,
        metavar="COLUMN=LOW,…,HIGH",
        multiple=True,
        help="Column whose categories have an order, with all of them from low to high: "
        "--ordered size=small,medium,large. May be repeated.",
    ),
)

folds = together(
    number(
        "--folds", least=2, default=10, help="Folds the rows are dealt into for cross-validation."
    ),
    number(
        "--seed",
        default=0,
        help="Decides how rows are dealt into folds; the tree does not depend on it.",
    ),
)
