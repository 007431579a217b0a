"""``arboretum rules``: a saved tree as rules."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import click

from arboretum.cli import arguments, reading
from arboretum.cli.files import keep_interrupts, told_of, write_csv, write_text

if TYPE_CHECKING:
    from arboretum.rules import RuleSet
    from arboretum.tree import Tree

__all__ = ["command"]

Format = Literal["text", "markdown", "nested", "csv", "json"]


@click.command("rules", short_help="Print a saved tree as rules.")
@arguments.file("tree")
@click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Format)),
    default="text",
    help="text: one sentence per rule; markdown: a table; nested: nested if-then-else; "
    "csv: all that is known, one row per rule; json: for the library to load again.",
)
@click.option("--class", "label", metavar="NAME", help="Only the rules that predict this class.")
@arguments.number(
    "--max-rules",
    default=100,
    help="Print no more rules than this as text or Markdown; 0 for all.",
)
@arguments.flag(
    "--prune",
    help="Shorten the rules by the samples of --data, drop those that are not needed, and "
    "sort the others: the first rule that a row meets predicts, or with "
    "c5rules and averaged all that it meets.",
)
@arguments.file_option(
    "--data",
    help="CSV or Parquet file with the columns of the tree and its target: the rows that the tree "
    "was grown from or, for --method validation, others.",
)
@arguments.part(
    "--method",
    {"Names": "arboretum.rules.post_pruning:KNOWN"},
    help="How --prune judges rules. c45rules: by C4.5's pessimistic error, the default for "
    "classes; c5rules: the same for the rules of all nodes, which vote; adjusted: by an error that "
    "is raised where rows are few, the default for numbers; averaged: the same for rules that are "
    "averaged; "
    "validation: by the error on rows that the tree has not seen.",
)
@arguments.weights("--data")
@reading.options
@arguments.flag("--missing", "show_missing", help="Say which conditions missing values meet.")
@arguments.out(help="File to write; by default the rules are printed.")
def command(
    tree: Path,
    form: Format,
    label: str | None,
    max_rules: int,
    prune: bool,
    data: Path | None,
    method: str | None,
    weights: str | None,
    show_missing: bool,
    out: Path | None,
) -> None:
    """Print the tree saved in the file TREE as rules.

    Each rule says what must hold, what it predicts, how many training samples
    meet it, what share of those have its class (confidence), and how many times
    as frequent that class is there as among all samples (lift). Every sample
    meets exactly one rule, or a share of several if a value is missing.

    With --prune rules are shorter and may overlap: the first that a sample
    meets predicts it, and the last line applies where none does.

    \b
    Examples:
      arboretum rules tree.json --class Gentoo
      arboretum rules tree.json --format markdown --out rules.md
      arboretum rules tree.json --prune --data penguins.csv
    """
    from arboretum.rules import if_then_else
    from arboretum.tree import Tree

    for option, value in (("--data", data), ("--method", method), ("--weights", weights)):
        if value is not None and not prune:
            raise click.UsageError(f"{option} needs --prune.")
    loaded = Tree.load(tree)
    if form == "nested":
        for option, is_given in (("--class", label is not None), ("--prune", prune)):
            if is_given:
                raise click.UsageError(f"{option} does not apply to --format nested.")
        text = if_then_else(loaded, show_missing=show_missing)
    else:
        rules = _post_pruned(loaded, data, method, weights) if prune else loaded.rules()
        text = _write(
            rules if label is None else _of_class(rules, label),
            form,
            max_rules if max_rules > 0 else None,
            show_missing,
        )
    if out is None:
        click.echo(text)
    else:
        write_text(out, text)


def _post_pruned(tree: Tree, data: Path | None, method: str | None, weights: str | None) -> RuleSet:
    """Shorter rules, by the samples of a file."""
    from arboretum.cli.progress import show_progress
    from arboretum.data import read_like
    from arboretum.rules.post_pruning import KNOWN, Samples, post_prune
    from arboretum.rules.post_pruning.post_prune import N_STEPS

    if data is None:
        raise click.UsageError("--prune needs --data: the rows to judge rules by.")
    usual = "c45rules" if tree.schema.is_classification else "adjusted"
    keep_interrupts()
    with told_of(data) as (options, notes):
        samples = Samples(read_like(data, tree.schema, weights, options=options, notes=notes))
    with show_progress(N_STEPS) as begin:
        return post_prune(tree, samples, KNOWN[method or usual](), begin)


def _of_class(rules: RuleSet, label: str) -> RuleSet:
    """The rules of a class that is given as text, whatever it is."""
    classes = rules.schema.classes or ()
    named = {str(category): category for category in classes}
    return rules.of_class(named.get(label, label))


def _write(rules: RuleSet, form: Format, max_rules: int | None, show_missing: bool) -> str:
    if form == "json":
        from arboretum.rules.file import dumps

        return dumps(rules).decode("utf-8").rstrip()
    if form == "csv":
        from arboretum.rules.text import to_columns

        file = io.StringIO()
        write_csv(file, to_columns(rules))
        return file.getvalue().rstrip("\n")
    write = rules.to_markdown if form == "markdown" else rules.to_text
    return write(max_rules=max_rules, show_missing=show_missing)
