"""``arboretum exercise``: a question about trees, and what is wrong with an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments

if TYPE_CHECKING:
    from arboretum.exercises import Exercise

__all__ = ["command"]


@click.command("exercise", short_help="Ask a question about trees, and check the answer.")
@click.argument("name", required=False)
@arguments.number("--variant", help="Ask it with other numbers: those of this seed.")
@click.option(
    "--answer",
    help='Check an answer: a number ("5/14"), several ("0.25, 0.5"), a letter, or a tree as JSON.',
)
@arguments.flag("--hint", help="Print a first step instead.")
@arguments.flag("--solution", help="Print the working instead.")
def command(
    name: str | None, variant: int | None, answer: str | None, hint: bool, solution: bool
) -> None:
    """Print the exercise NAME; without a name, list all of them.

    A wrong answer is explained by the step that went wrong.

    \b
    Examples:
      arboretum exercise
      arboretum exercise gain_of_a_question --variant 7
      arboretum exercise gain_of_a_question --answer 0.0319
      arboretum exercise gain_of_a_question --solution
    """
    wanted = {"--answer": answer is not None, "--hint": hint, "--solution": solution}
    given = [option for option, is_given in wanted.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} ask for different things; give one of them.")
    if name is None:
        if given or variant is not None:
            raise click.UsageError(f"{(*given, '--variant')[0]} needs the NAME of an exercise.")
        click.echo(_all_of_them())
        return
    one = _found(name, variant)
    if answer is not None:
        click.echo(one.check(_read(answer)))
    elif hint or solution:
        click.echo(one.hint() if hint else one.solution())
    else:
        click.echo(one)


def _all_of_them() -> str:
    from arboretum.exercises import exercises
    from arboretum.tree.words.tabulate import aligned

    every = exercises()
    rows = [[one.topic, one.name + "*" * one.has_variants, one.about] for one in every]
    lines = aligned([["topic", "exercise", "about"], *rows], range(3))
    return "\n".join([*lines, "", "Those with a * have variants: --variant 7."])


def _found(name: str, variant: int | None) -> Exercise:
    from arboretum.exercises import exercise

    one = exercise(name)
    return one if variant is None else one.variant(variant)


def _read(answer: str) -> Any:
    """A tree or a list from its JSON; anything else as it was typed."""
    if answer.lstrip()[:1] not in ("{", "["):
        return answer
    try:
        return json.loads(answer)
    except json.JSONDecodeError:
        return answer
