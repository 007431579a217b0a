"""What options may hold, beyond what click knows."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

import click

__all__ = ["INPUT", "OUTPUT", "STYLE", "Order", "PartName", "Samples", "Style"]

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
    """A name from one of the library's lists of parts, which is looked up only when needed.

    ``homes`` are such lists: a module and the mapping in it.
    """

    name = "name"

    def __init__(self, *homes: tuple[str, str]) -> None:
        self.homes = homes

    def known(self) -> list[str]:
        lists = [getattr(import_module(module), name) for module, name in self.homes]
        return [name for parts in lists for name in parts]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.known():
            self.fail(f"{value!r} is not one of {', '.join(self.known())}.", param, ctx)
        return str(value)


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
