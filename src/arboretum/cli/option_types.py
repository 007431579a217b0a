"""What options may hold, beyond what click knows."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

import click

__all__ = [
    "INPUT",
    "OUTPUT",
    "STYLE",
    "Cost",
    "Order",
    "PartName",
    "PartOption",
    "Samples",
    "Setting",
    "Style",
]

#: Whether a file can be read is found out by reading it.
INPUT = click.Path(path_type=Path)
Style = Literal["rpart", "box"]
STYLE = click.Choice(get_args(Style))


class Output(click.Path):
    """A file to write; that its folder takes it is checked before the work, not after."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Path = super().convert(value, param, ctx)  # type: ignore[assignment]
        if not path.parent.is_dir():
            self.fail(f"the folder {str(path.parent)!r} is not there; make it first.", param, ctx)
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
    """An option that takes a part by name; its help ends with the names there are."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or not isinstance(self.type, PartName):
            return record
        known = [f"{purpose}: {', '.join(names)}." for purpose, names in self.type.known().items()]
        return record[0], " ".join([record[1], *known])


class Samples(click.ParamType):
    """A number of samples, or a share of them between 0 and 1."""

    name = "number or share"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if number >= self.least and number == int(number) and "." not in str(value):
            return int(number)
        if 0.0 < number < 1.0:
            return number
        self.fail(
            f"{value!r} is neither a whole number of at least {self.least} "
            f"nor a share of the samples such as 0.05.",
            param,
            ctx,
        )


class Order(click.ParamType):
    """A column and its categories from low to high: ``size=small,medium,large``."""

    name = "column=low,…,high"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, list[str]]:
        if isinstance(value, tuple):
            return value
        column, _, listed = str(value).partition("=")
        categories = next(csv.reader([listed]), [])
        if not column or len(categories) < 2:
            self.fail(
                f"{value!r} should name a column and its categories from low to high, "
                f"as in size=small,medium,large.",
                param,
                ctx,
            )
        return column, categories


class Setting(click.ParamType):
    """A parameter and its value: ``confidence=0.1``."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, sign, text = str(value).partition("=")
        if not name or not sign:
            self.fail(f"{value!r} should be a name and a value, as in confidence=0.1.", param, ctx)
        return name.replace("-", "_"), text


class Cost(click.ParamType):
    """A column and what changing it costs: ``income=2.5``."""

    name = "column=number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, float]:
        if isinstance(value, tuple):
            return value
        column, _, number = str(value).rpartition("=")
        try:
            return column, float(number)
        except ValueError:
            self.fail(f"{value!r} should be a column and a number, as in income=2.", param, ctx)
