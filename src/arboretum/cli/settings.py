"""Parameters of a part that ``--set`` gives."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

import click

from arboretum.part import Part

__all__ = ["with_settings"]

P = TypeVar("P", bound=Part)


def with_settings(part: P, settings: Iterable[tuple[str, str]]) -> P:
    """The part with parameters by name, as text."""
    known = part.get_params(deep=False)
    for name, text in settings:
        if name not in known:
            raise click.UsageError(
                f"--set {name}: {part.name} has no such parameter. It has: "
                f"{', '.join(known) or 'none'}."
            )
        part.set_params(**{name: _value(text)})
    return part


def _value(text: str) -> Any:
    """A number, true, false or null as JSON writes them; anything else is text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
