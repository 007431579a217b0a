"""Options that say how a file is to be read, for every command that reads one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments

if TYPE_CHECKING:
    from arboretum.data import Notes, ReadOptions

__all__ = ["how_to_read", "options", "value_of"]

#: Where a command keeps what these options were given: none of them is an argument of its own.
_KEY = "arboretum.reading"
_NAMED = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|", "blank": " "}


def _keep(context: click.Context, option: click.Parameter, value: Any) -> Any:
    context.meta.setdefault(_KEY, {})[option.name] = value
    return value


def _delimiter(text: str) -> str:
    sign = _NAMED.get(text, text)
    if len(sign) != 1:
        raise click.BadParameter(f"{text!r} is not one character; a tab is written as tab.")
    return sign


def _encoding(text: str) -> str:
    import codecs

    try:
        return codecs.lookup(text).name
    except LookupError:
        raise click.BadParameter(
            f"{text!r} is not known. Usual ones: utf-8, cp1252, latin-1, utf-16."
        ) from None


def _option(*names: str, **more: Any) -> arguments.Decorator:
    return click.option(*names, expose_value=False, callback=_keep, **more)


options = arguments.together(
    _option(
        "--na",
        metavar="WORD",
        multiple=True,
        help="Word or number that stands for a missing value, such as ? or -999. May be repeated.",
    ),
    _option("--decimal", type=click.Choice([".", ","]), help="Decimal sign of numbers."),
    _option(
        "--thousands",
        type=click.Choice([",", ".", " ", "'"]),
        help="Sign between groups of three digits.",
    ),
    _option(
        "--delimiter",
        type=_delimiter,
        metavar="SIGN",
        help="What stands between cells: one character, or tab; blank means any run of blanks.",
    ),
    _option(
        "--encoding",
        type=_encoding,
        metavar="NAME",
        help="How letters are stored: latin-1.",
    ),
    _option("--skip", type=arguments.Count(0), metavar="LINES", help="Lines above the names."),
    _option(
        "--header/--no-header",
        default=None,
        help="Whether the first line holds the column names.",
        show_default=False,
    ),
    _option("--sheet", metavar="NAME", help="Sheet of a workbook; by default the first."),
    _option(
        "--strict",
        is_flag=True,
        help="Refuse a file of which anything must be assumed, with all that is to be said of it.",
    ),
)


def how_to_read() -> tuple[ReadOptions, Notes]:
    """What the options of the command say, and notes to take while reading."""
    from arboretum.data import Notes, ReadOptions

    given = dict(click.get_current_context().meta.get(_KEY, {}))
    return ReadOptions(**{k: v for k, v in given.items() if k != "strict"}), Notes(
        strict=given.get("strict", False)
    )


def value_of(context: click.Context, option: click.Parameter) -> Any:
    """What an option was given, one of these or any other."""
    name = option.name or ""
    return context.params[name] if name in context.params else context.meta[_KEY][name]
