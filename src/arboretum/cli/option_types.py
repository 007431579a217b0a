"""What options may hold, beyond what click knows."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import click

if TYPE_CHECKING:
    from arboretum.part import Part

__all__ = [
    "INPUT",
    "OUTPUT",
    "STYLE",
    "PartName",
    "PartOption",
    "Style",
    "cost",
    "order",
    "samples",
    "setting",
    "with_settings",
]

#: Whether a file can be read is found out by reading it.
INPUT = click.Path(path_type=Path)
Style = Literal["rpart", "box"]
STYLE = click.Choice(get_args(Style))

P = TypeVar("P", bound="Part")


class Output(click.Path):
    """A file to write; that its folder exists is checked before the work, not after."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Path = super().convert(value, param, ctx)  # type: ignore[assignment]
        if not path.parent.is_dir():
            self.fail(f"the folder {str(path.parent)!r} does not exist; make it first.", param, ctx)
        return path


OUTPUT = Output()


class PartName(click.ParamType):
    """A name from the library's lists of parts, which are looked up only when needed.

    ``lists`` says where they are, as a module and the mapping in it, by what
    they are for.
    """

    name = "name"

    def __init__(self, **lists: tuple[str, str]) -> None:
        self.lists = lists

    def known(self) -> dict[str, list[str]]:
        """The names by what they are for."""
        return {
            purpose: list(getattr(import_module(module), mapping))
            for purpose, (module, mapping) in self.lists.items()
        }

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        names = dict.fromkeys(name for listed in self.known().values() for name in listed)
        name = str(value).replace("-", "_")  # as options are written
        if name not in names:
            self.fail(f"{value!r} is not one of {', '.join(names)}.", param, ctx)
        return name


class PartOption(click.Option):
    """An option that takes a part by name; its help ends with the known names."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or not isinstance(self.type, PartName):
            return record
        known = [f"{purpose}: {', '.join(names)}." for purpose, names in self.type.known().items()]
        return record[0], " ".join([record[1], *known])


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
        return column, float(number)
    except ValueError:
        message = f"{text!r} should be a column and a number, as in income=2."
        raise click.BadParameter(message) from None


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
