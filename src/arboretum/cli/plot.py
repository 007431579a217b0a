"""``arboretum plot``: a saved tree as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments
from arboretum.cli.files import write_text

if TYPE_CHECKING:
    from arboretum.tree import Tree

__all__ = ["command"]


@click.command("plot", short_help="Draw a saved tree.")
@arguments.file("tree")
@arguments.out(
    "-o",
    cls=arguments.Listing,
    lists={"Languages": "arboretum.show:LANGUAGES"},
    required=True,
    help="File to write: .svg, .pdf or .png for a picture, or the ending of a language for other "
    "programs, such as .dot for Graphviz or .mmd for Mermaid.",
)
@arguments.part(
    "--preset",
    {"Presets": "arboretum.show.paper.preset:PRESETS"},
    default="summary",
    help="What nodes say.",
)
@click.option(
    "--branches",
    type=click.Choice(["uniform", "deviance", "impurity"]),
    help="uniform: branches of one length; deviance, impurity: branches are longer the more a "
    "split achieves.",
)
@click.option(
    "--conditions",
    type=click.Choice(["nodes", "branches"]),
    default="nodes",
    help="Where to write what is asked.",
)
@arguments.number("--max-depth", help="Fold what lies deeper than this.")
@click.option(
    "--fit",
    metavar="SHEET",
    help="Fill a sheet: A3, A4, A5 or letter, or 'A4 landscape'. Otherwise the picture is as large "
    "as the tree. What could not be read is folded, unless --max-depth says how deep to go.",
)
@click.option("--title", metavar="TEXT", help="Write this above the tree.")
@arguments.flag("--missing", "show_missing", help="Say which branches take missing values.")
def command(tree: Path, out: Path, preset: str, max_depth: int | None, **options: Any) -> None:
    """Draw the tree saved in the file TREE.

    Branches carry the answers to the question at the node above; the box of a
    node has what it predicts and how many training samples of each class reach it.
    The picture has a text alternative for those who cannot see it.

    \b
    Examples:
      arboretum plot tree.json -o tree.svg
      arboretum plot tree.json -o tree.pdf --fit A4 --preset probabilities
      arboretum plot tree.json -o tree.mmd --max-depth 3
    """
    from arboretum.show import LANGUAGES, plot
    from arboretum.tree import Tree

    loaded = Tree.load(tree)
    write = LANGUAGES.get(out.suffix.lower())
    if write is not None:
        _write_text(loaded, out, write, preset, max_depth, options)
        return
    depth: Any = "fit" if max_depth is None else max_depth
    picture = plot(loaded, out, preset=preset, max_depth=depth, **options)
    if picture.n_folded:
        click.echo(
            f"{picture.n_folded} of {loaded.n_leaves} leaves are folded: a larger sheet (--fit A3) "
            f"or --max-depth, at most {loaded.depth}, shows more; .dot and .mmd files have all."
        )


def _write_text(
    tree: Tree,
    out: Path,
    write: Callable[..., str],
    preset: str,
    max_depth: int | None,
    options: dict[str, Any],
) -> None:
    """Write a language; programs that read it lay the tree out themselves."""
    from arboretum.show.paper.preset import DEFAULT

    given = [name for name in ("branches", "fit", "title") if options[name] is not None]
    if "preset" in signature(write).parameters:
        write = partial(write, preset=preset)
    elif preset != DEFAULT:
        given.append("preset")
    if given:
        raise click.UsageError(f"--{given[0]} does not apply to {out.suffix} files.")
    write_text(out, write(tree, max_depth=max_depth))
