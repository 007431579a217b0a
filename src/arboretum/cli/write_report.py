"""The work of ``arboretum report``: read, grow, find out everything, write."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import click
from click.core import ParameterSource

from arboretum.cli.costs import priced
from arboretum.cli.files import read_training
from arboretum.cli.grow_and_judge import estimator_of, with_species
from arboretum.cli.grow_report import describe_data
from arboretum.cli.progress import show_progress
from arboretum.cli.reading import value_of
from arboretum.report.make import n_steps, report_on
from arboretum.report.report import Origin
from arboretum.show.paper.picture import new_figure, require_matplotlib

__all__ = ["write_report"]


def write_report(data: Path, **options: Any) -> None:
    """Do everything that ``arboretum report`` promises, by its options."""
    require_matplotlib()  # before the work, not after
    dataset, notes = read_training(data, **options)
    options = with_species(dataset, options, otherwise="cart")
    if not options["as_json"]:
        click.echo(describe_data(data, dataset, options["weights"], ()))  # the summary has them
    estimator = estimator_of(dataset, options).set_params(n_jobs=options["n_jobs"])
    dataset, told = priced(dataset, estimator, options)
    origin = Origin(_call(click.get_current_context()), data.name, (*notes, *told))
    n_folds, n_trees = options["folds"], options["n_trees"]
    # Trees are grown without the interpreter, which imports meanwhile what draws them.
    Thread(target=new_figure, args=(72.0, 72.0), daemon=True).start()
    with show_progress(1 + n_steps(n_folds, n_trees)) as begin:
        estimator.fit_dataset(dataset, begin("growing the tree"))
        found = report_on(
            dataset,
            estimator,
            origin,
            n_folds=n_folds,
            n_trees=n_trees,
            seed=options["seed"],
            begin=begin,
        )
    if options["title"] is not None:
        found = replace(found, title=options["title"])
    found.save(options["out"])
    if options["as_json"]:
        click.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join([*found.summary, "", f"saved as {options['out']}"]))


def _call(context: click.Context) -> str:
    """The command line as it was written; of files only the names."""
    words = ["arboretum", "report"]
    for option in context.command.params:
        if context.get_parameter_source(option.name or "") != ParameterSource.COMMANDLINE:
            continue
        value = value_of(context, option)
        name = [] if isinstance(option, click.Argument) else [option.opts[0]]
        if isinstance(option, click.Option) and option.is_flag:
            words += option.secondary_opts[:1] if value is False else name
            continue
        for one in value if option.multiple else [value]:
            words += [*name, _written(one)]
    return shlex.join(words)


def _written(value: Any) -> str:
    if isinstance(value, Path):
        return value.name
    if isinstance(value, tuple):  # a column with its cost, or with its categories in order
        name, more = value
        return f"{name}={more:g}" if isinstance(more, float) else f"{name}={','.join(more)}"
    return str(value)
