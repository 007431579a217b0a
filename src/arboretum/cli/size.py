"""How far a tree that chooses its size is cut back, as an option."""

from __future__ import annotations

import click

__all__ = ["SIZES", "option"]

#: What ``size=`` of the readable trees may be, written again because importing them takes long.
SIZES = ("small", "best", "smallest")

option = click.option(
    "--size",
    type=click.Choice(SIZES),
    help="How far auto is cut back: small, the default, to the smallest tree within half a "
    "standard error of the least error in cross-validation; best to the least error; smallest "
    "to within one standard error.",
)
