"""Species side by side: the same samples, dealt into the same folds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from sklearn.base import clone

from arboretum.data import Dataset, make_dataset
from arboretum.data.encode.targets import looks_nominal
from arboretum.estimators import CLASSIFIERS, REGRESSORS
from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.rules import RuleEstimator
from arboretum.exceptions import ArboretumError, DataError, ParameterError, UnknownPartError
from arboretum.growing import Progress
from arboretum.growing.many import Begin, sharing_threads, silently
from arboretum.judging.cross_validate import CrossValidation, cross_validate
from arboretum.judging.measure_error import TargetError
from arboretum.rules import RuleSet
from arboretum.tree import Tree
from arboretum.tree.words.tabulate import aligned

__all__ = ["Comparison", "Judged", "compare", "compare_on", "species_for"]

AnyEstimator = TreeEstimator | RuleEstimator


@dataclass(frozen=True)
class Judged:
    """How one estimator did.

    Attributes
    ----------
    name : str
    errors : one a target, in cross-validation
    n_leaves, depth : of the tree grown from all samples; of rules their number, with the
        default, and the conditions of the longest
    seconds : that growing it took
    """

    name: str
    errors: list[TargetError]
    n_leaves: int
    depth: int
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Estimators from the least to the largest error.

    Attributes
    ----------
    n_folds, seed : int
        Into how many parts the samples were dealt, and what decided how.
    judged : list of Judged
    excluded : dict
        Why the others did not take part, by name.
    notes : what the reader should know about the folds.
    """

    n_folds: int
    seed: int
    judged: list[Judged]
    excluded: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = _table(self.judged) if self.judged else []
        lines += [f"{name} did not take part: {reason}" for name, reason in self.excluded.items()]
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])


def compare(
    X: Any,
    y: Any,
    estimators: Mapping[str, AnyEstimator] | Iterable[str] | None = None,
    *,
    nominal: bool | None = None,
    kinds: Any = None,
    sample_weight: Any = None,
    n_folds: int = 10,
    seed: int = 0,
) -> Comparison:
    """Judge several estimators by cross-validation on the same folds.

    Parameters
    ----------
    X, y, sample_weight, kinds : as for an estimator
    estimators : mapping from a name to an estimator, names of species, or None
        None for all species.  What does not apply to the data is listed with
        the reason.
    nominal : bool or None
        Whether ``y`` names classes; None goes by its type: text, booleans and
        categories do, numbers do not.
    n_folds, seed : int
        Into how many parts the samples are dealt, class by class, and what decides how.

    Examples
    --------
    >>> from arboretum import TreeClassifier, compare, datasets
    >>> penguins = datasets.penguins()
    >>> trees = {"one": TreeClassifier(max_depth=1), "two": TreeClassifier(max_depth=2)}
    >>> found = compare(penguins.X, penguins.y, trees)
    >>> [(one.name, round(one.errors[0].value, 3), one.n_leaves) for one in found.judged]
    [('two', 0.049, 4), ('one', 0.212, 2)]
    """
    if nominal is None:
        nominal = looks_nominal(y)
    dataset = make_dataset(X, y, nominal=nominal, kinds=kinds, sample_weight=sample_weight)
    excluded: dict[str, str] = {}
    if not isinstance(estimators, Mapping):
        estimators, excluded = species_for(dataset, estimators)
    return compare_on(dataset, estimators, excluded, n_folds=n_folds, seed=seed)


def species_for(
    dataset: Dataset, names: Iterable[str] | None = None
) -> tuple[dict[str, TreeEstimator], dict[str, str]]:
    """New estimators of the species, and why some cannot predict such targets."""
    is_nominal = dataset.schema.is_classification
    fitting: Mapping[str, type[TreeEstimator]] = CLASSIFIERS if is_nominal else REGRESSORS
    every = dict.fromkeys([*CLASSIFIERS, *REGRESSORS])
    wanted = list(every if names is None else names)
    for name in wanted:
        if name not in every:
            raise UnknownPartError(
                f"No species is called {name!r}. The species are: {', '.join(every)}."
            )
    held = "classes" if is_nominal else "numbers"
    excluded = {
        name: f"it does not predict {held}, and that is what the target holds."
        for name in wanted
        if name not in fitting
    }
    return {name: fitting[name]() for name in wanted if name in fitting}, excluded


def compare_on(
    dataset: Dataset,
    estimators: Mapping[str, AnyEstimator],
    excluded: Mapping[str, str],
    *,
    n_folds: int,
    seed: int,
    begin: Begin = silently,
) -> Comparison:
    """Judge estimators on an encoded dataset; see :func:`compare`."""
    if dataset.counts.sum() < 2:
        raise DataError("A single sample cannot be dealt into folds. Give more samples.")
    if n_folds < 2:
        raise ParameterError(f"n_folds={n_folds!r} must be a whole number of at least 2.")
    judged, reasons = [], dict(excluded)
    found = None
    for name, estimator in estimators.items():
        _require_plain(name, estimator)
        try:
            one, found = _judge(name, estimator, dataset, n_folds, seed, begin)
        except ArboretumError as error:
            reasons[name] = str(error)
        else:
            judged.append(one)
    judged.sort(key=lambda one: sum(error.value for error in one.errors))
    if found is None:
        return Comparison(n_folds, seed, judged, reasons)
    return Comparison(found.n_folds, seed, judged, reasons, found.notes)


def _require_plain(name: str, estimator: AnyEstimator) -> None:
    """All are to be judged by the same weights."""
    if estimator.chosen_class_weight() is not None:
        raise ParameterError(
            f"Estimator {name!r} has a class_weight, but all are judged by the same weights. "
            "Weigh the samples by sample_weight instead."
        )


def _judge(
    name: str, estimator: AnyEstimator, dataset: Dataset, n_folds: int, seed: int, begin: Begin
) -> tuple[Judged, CrossValidation]:
    """How it did, and on which folds."""

    progress = begin(f"{name}: growing the tree")
    start = perf_counter()
    model = _grown(estimator, dataset, progress)
    seconds = perf_counter() - start
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_folds)
    found = cross_validate(
        dataset,
        lambda training, progress: _grown(one, training, progress),
        n_folds=n_folds,
        seed=seed,
        n_threads=n_threads,
        begin=lambda description: begin(f"{name}: {description}"),
    )
    assert found is not None  # there are two samples at least
    return Judged(name, found.errors, *_size(model), seconds), found


def _grown(estimator: AnyEstimator, dataset: Dataset, progress: Progress | None) -> Tree | RuleSet:
    fitted = clone(estimator).fit_dataset(dataset, progress)
    model: Tree | RuleSet = fitted.tree_
    if isinstance(fitted, RuleEstimator):
        model = fitted.rules_
    return model


def _size(model: Tree | RuleSet) -> tuple[int, int]:
    """Leaves and depth, or the number of rules and the conditions of the longest."""
    if isinstance(model, RuleSet):
        longest = max((len(rule.conditions) for rule in model), default=0)
        return len(model) + (model.default is not None), longest
    return model.n_leaves, model.depth


def _table(judged: list[Judged]) -> list[str]:
    """A line for each, its error with the standard error, and the size of its tree."""
    errors = judged[0].errors
    of_target = [f" of {error.target}" if len(errors) > 1 else "" for error in errors]
    heads = [error.measure + of for error, of in zip(errors, of_target, strict=True)]
    rows = [
        ["", *(cell for head in heads for cell in (head, "± SE")), "leaves", "depth", "seconds"]
    ]
    for one in judged:
        cells = [
            text
            for error in one.errors
            for text in (f"{error.value:.4g}", f"{error.standard_error:.2g}")
        ]
        size = [str(one.n_leaves), str(one.depth), f"{one.seconds:.3f}"]
        rows.append([one.name, *cells, *size])
    return aligned(rows)
