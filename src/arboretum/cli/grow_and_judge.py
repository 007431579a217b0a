"""The work of ``arboretum grow``: read, grow, cross-validate, save, report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from arboretum.cli import arguments, search
from arboretum.cli.costs import priced
from arboretum.cli.files import read_training
from arboretum.cli.grow_report import GrowReport, as_document, describe_data, describe_result
from arboretum.cli.progress import show_progress
from arboretum.cli.search import watched, write_certificate
from arboretum.data import Dataset
from arboretum.data.column import describe_values
from arboretum.growing import Progress
from arboretum.growing.many import Begin, grown, sharing_threads, unfitted
from arboretum.judging.comparison import species_for
from arboretum.judging.cross_validate import CrossValidation, cross_validate
from arboretum.judging.measure_error import decide_rows, measure_error
from arboretum.species import CLASSIFIERS, REGRESSORS, Species
from arboretum.species.together import species_together
from arboretum.stopping import AUTOMATIC, Automatic, StoppingRule
from arboretum.stopping.named import needed_by, rule_of
from arboretum.tree import Tree
from arboretum.tree.words.format import plural

__all__ = ["estimator_of", "grow_and_judge", "with_species"]

#: Options that are parameters of the estimators by the same name; None is the estimator's own.
_PARAMETERS = (
    "criterion",
    "splits",
    "missing",
    "max_depth",
    "lookahead",
    "min_samples_split",
    "min_samples_leaf",
    "max_leaf_nodes",
    "min_impurity_decrease",
    "stopping",
    "n_jobs",
    "winnow",
    *search.PARAMETERS,
)
#: Parameters that some species call otherwise.
_OTHER_NAMES = {"max_leaf_nodes": "max_leaves"}


def grow_and_judge(data: Path, **options: Any) -> None:
    """Do everything that ``arboretum grow`` promises, by its options."""
    dataset, notes = read_training(data, **options)
    options = with_species(dataset, options, otherwise="tree")
    if not options["as_json"]:
        click.echo(describe_data(data, dataset, options["weights"], notes))
    if options["certificate"] is not None and options["species"] != "optimal":
        raise click.UsageError(
            f"--species {options['species']} has no --certificate; optimal has one."
        )
    report = _judged(dataset, notes, options)
    # Saved before anything more is printed: a reader that left early must not cost the tree.
    if options["out"] is not None:
        report.tree.save(options["out"])
    proof = None
    if options["certificate"] is not None and report.certificate is not None:
        with show_progress(1) as begin:
            path, weights = options["certificate"], options["weights"]
            proof = write_certificate(path, report.certificate, weights, begin)
    if options["as_json"]:
        click.echo(as_document(data, report, options["out"]))
    else:
        click.echo(describe_result(report, options["style"], options["out"], options["shows_all"]))
        if proof is not None:
            click.echo(proof)
    was_interrupted = report.certificate is not None and report.certificate.stopped == "interrupted"
    if was_interrupted or proof == search.NOT_WRITTEN:
        raise click.Abort  # what was found is printed and saved, but not what was asked for


def _judged(dataset: Dataset, notes: list[str], options: dict[str, Any]) -> GrowReport:
    """Grow the tree and measure its errors, with a progress bar."""
    estimator = make_estimator(dataset, options)
    dataset, told = priced(dataset, estimator, options)
    with show_progress(1 if options["no_cv"] else 1 + options["folds"]) as begin:
        step = watched(begin("growing the tree"), estimator, dataset)
        fitted = unfitted(estimator).fit_dataset(dataset, step)
        skips = options["no_cv"] or fitted.was_interrupted
        validation = None if skips else _validate(dataset, estimator, options, begin)
    tree: Tree = fitted.tree_
    errors = measure_error(dataset, decide_rows(tree, dataset.columns))
    return GrowReport(
        dataset,
        tree,
        errors,
        validation,
        is_validated=not skips,
        of_data=notes,
        told=(*told, *_winnowed(fitted)),
        path=getattr(fitted, "stopping_path_", None),
        recipes=getattr(fitted, "choice_", None),
        certificate=getattr(fitted, "certificate_", None),
    )


def _winnowed(fitted: Any) -> tuple[str, ...]:
    """That columns were dropped, if any were."""
    names = getattr(fitted, "winnowed_", ())
    if not names:
        return ()
    return (f"--winnow dropped {plural(len(names), 'column')}: {describe_values(names, 10)}.",)


def _validate(
    dataset: Dataset, estimator: Any, options: dict[str, Any], begin: Begin
) -> CrossValidation | None:
    n_folds, seed = options["folds"], options["seed"]
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_folds)

    def grow_tree(training: Dataset, progress: Progress | None) -> Tree:
        tree: Tree = grown(one, training, progress).tree_
        return tree

    return cross_validate(
        dataset, grow_tree, n_folds=n_folds, seed=seed, n_threads=n_threads, begin=begin
    )


def make_estimator(dataset: Dataset, options: dict[str, Any]) -> Any:
    """The estimator that the options describe, for the kind of target that was read."""
    estimator = estimator_of(dataset, options)
    known = estimator.get_params(deep=False)
    given = options | {"stopping": _stopping(options)}
    for option in _PARAMETERS:
        if given[option] is None:
            continue
        name = option if option in known else _OTHER_NAMES.get(option, option)
        if name not in known:
            raise click.UsageError(
                f"--species {options['species']} has no --{option.replace('_', '-')}."
            )
        estimator.set_params(**{name: given[option]})
    return estimator


def estimator_of(dataset: Dataset, options: dict[str, Any]) -> Any:
    """The estimator of the species that is asked for, if it predicts such targets."""
    species, n_folds, seed = options["species"], options["folds"], options["seed"]
    estimators, excluded = species_for(dataset, [species], n_folds=n_folds, seed=seed)
    for reason in excluded.values():
        raise click.UsageError(f"--species {species} does not apply: {reason}")
    estimator = estimators[species]
    if options["size"] is not None:
        if "size" not in estimator.get_params(deep=False):
            raise click.UsageError(f"--species {species} has no --size.")
        estimator.set_params(size=options["size"])
    return estimator


def with_species(dataset: Dataset, options: dict[str, Any], otherwise: str) -> dict[str, Any]:
    """The options with the species that is asked for; where nobody asked, one that fits.

    It predicts such targets and has the options that were given; ``otherwise`` does in general.
    """
    context = click.get_current_context(silent=True)
    source = None if context is None else context.get_parameter_source("species")
    if source != ParameterSource.DEFAULT:
        return options
    if dataset.hierarchy is not None:
        return options | {"species": "hierarchy"}
    if dataset.vector is not None:
        return options | {"species": "vector"}
    known: Mapping[str, type[Species]] = (
        CLASSIFIERS if dataset.schema.is_classification else REGRESSORS
    )
    name, usual = options["species"], known.get(options["species"])
    if len(dataset.schema.targets) > 1 and not dataset.schema.is_classification:
        name, usual = "vector", species_together("vector")
    given = {name for name in _PARAMETERS if options.get(name) is not None}
    given |= {name for name, at in (("prior", "priors"), ("size", "size")) if options[at]}
    has_them = usual is not None and given <= usual().get_params(deep=False).keys()
    return options | {"species": name if has_them else otherwise}


def _stopping(options: dict[str, Any]) -> StoppingRule | Automatic | None:
    """The rule that ``--stopping`` names, with its parameters."""
    name, given = options["stopping"], dict(options["settings"])
    if name is None:
        if given:
            raise click.UsageError("--set needs --stopping.")
        return None
    if name in AUTOMATIC:
        if options["species"] != "tree":
            raise click.UsageError(f"--stopping {name} needs --species tree, which has all limits.")
        chosen = AUTOMATIC[name](cv=options["folds"], random_state=options["seed"])
        return arguments.with_settings(chosen, given.items())
    needed = needed_by(name)
    for parameter in needed:
        if parameter not in given:
            raise click.UsageError(f"--stopping {name} needs --set {parameter}=NUMBER.")
    rule = rule_of(name, {parameter: given.pop(parameter) for parameter in needed})
    return arguments.with_settings(rule, given.items())
