"""Species side by side: the same samples, dealt into the same folds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Any, ClassVar, Generic, TypeVar

from arboretum.data import Dataset, make_dataset
from arboretum.data.encode.targets import looks_nominal
from arboretum.exceptions import ArboretumError, DataError, ParameterError, UnknownPartError
from arboretum.growing import Progress
from arboretum.growing.many import Begin, silently, unfitted
from arboretum.judging.cross_validate import CrossValidation, cross_validate
from arboretum.judging.judge import AnyEstimator, Judged, judge_estimator
from arboretum.judging.measure_error import TargetError, measure_loss
from arboretum.judging.measure_shares import ShareErrors, has_shares
from arboretum.judging.together import badness
from arboretum.measures import LEAST_SHARE
from arboretum.search.loss import ClassLoss, Loss
from arboretum.species import CLASSIFIERS, ON_REQUEST, REGRESSORS, TOGETHER, Species
from arboretum.species.together import species_together
from arboretum.species.tree import TreeClassifier, TreeRegressor
from arboretum.tree import Tree
from arboretum.tree.words.tabulate import aligned

__all__ = [
    "Comparison",
    "Judged",
    "compare",
    "compare_on",
    "require_folds",
    "species_for",
    "total_error",
    "without_tree",
]

#: The line that the others are to beat, and those that come first: what nobody has to choose.
NO_TREE, UNCHOSEN = "without a tree", ("auto", "vector")
#: Columns of a terminal, and a blank at which no line ends.
WIDTH, _STAYS = 80, "\N{NO-BREAK SPACE}"
#: Of more targets a table shows only what all have together.
MOST_TARGETS = 4

J = TypeVar("J", bound=Judged)


@dataclass(frozen=True)
class Comparison(Generic[J]):
    """Estimators judged on the same folds, from the least to the largest error.

    Attributes
    ----------
    n_folds, seed : int
        How many folds the samples were dealt into, and the seed of that.
    judged : list of Judged
    excluded : dict
        Why the others did not take part, by name.
    notes : what the reader should know about the folds.
    without_tree : list of TargetError
        When always predicting what is usual among the other folds: the commonest class, or the
        mean.  One per target; none if nothing was judged.
    together_without : list of TargetError
        The same of several targets together.
    of_shares_without : list of ShareErrors
        When always predicting the shares of the classes among the other folds.
    """

    n_folds: int
    seed: int
    judged: list[J]
    excluded: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    without_tree: list[TargetError] = field(default_factory=list)
    together_without: list[TargetError] = field(default_factory=list)
    of_shares_without: list[ShareErrors] = field(default_factory=list)

    #: Further columns per target, whose cells are :meth:`_further_cells`.
    _further_heads: ClassVar[tuple[str, ...]] = ()

    def _further_cells(self, one: J, k: int) -> list[str]:
        return []

    def __str__(self) -> str:
        lines = self._table() if self.judged else []
        lines += [f"{name} did not take part: {reason}" for name, reason in self.excluded.items()]
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])

    def _table(self) -> list[str]:
        """One line each: errors with their standard errors, and the size of the tree.

        The measures of several targets together come first; many have no columns of their own.
        """
        together = [error.measure for error in self.judged[0].together]
        errors = self._errors_shown(self.judged[0].errors)
        heads = [head for measure in together for head in (measure, "± SE")]
        for error in errors:
            of_target = f" of {error.target}" if len(self.judged[0].errors) > 1 else ""
            heads += [error.measure + of_target, "± SE", *self._further_heads]
        heads += ["Brier", "log loss"] if self._shows_shares else []
        rows = [["", *heads, "leaves", "depth", "seconds"]]
        for one in (shown := sorted(self.judged, key=lambda one: one.name not in UNCHOSEN)):
            further = [self._further_cells(one, k) for k in range(len(errors))]
            cells = _cells(one.together, [[]] * len(together))
            cells += _cells(self._errors_shown(one.errors), further)
            cells += self._cells_of_shares(one.of_shares)
            rows.append([one.name, *cells, str(one.n_leaves), str(one.depth), f"{one.seconds:.3f}"])
        if self.without_tree:
            least = badness(self.without_tree, self.together_without)
            above = sum(one.name in UNCHOSEN or total_error(one) <= least for one in shown)
            cells = _cells(self.together_without, [[]] * len(together))
            blank = [[""] * len(self._further_heads)] * len(errors)
            cells += _cells(self._errors_shown(self.without_tree), blank)
            cells += self._cells_of_shares(self.of_shares_without)
            rows.insert(1 + above, [NO_TREE, *cells, "1", "0", "0.000"])
        n_hidden = len(self.judged[0].errors) - len(errors)
        lines = aligned(rows)
        if n_hidden:
            lines.append(
                f"The errors of each of the {n_hidden} targets are left out here; judged[i].errors "
                "and --json have them."
            )
        return lines + self._impossible() + _distances(shown)

    @property
    def _shows_shares(self) -> bool:
        """Of several targets there is no room for them."""
        return len(self.judged[0].of_shares) == 1

    def _cells_of_shares(self, found: list[ShareErrors]) -> list[str]:
        if not self._shows_shares:
            return []
        return [f"{one.value:.4f}" for of in found for one in (of.brier, of.log_loss)]

    def _impossible(self) -> list[str]:
        """For how many samples a log loss would be infinite if a share of 0 counted as such."""
        named = [(one.name, one.of_shares) for one in self.judged]
        named += [(NO_TREE, self.of_shares_without)]
        found = [
            f"{name}{_STAYS}{of[0].n_impossible:g}"
            for name, of in named
            if self._shows_shares and of[0].n_impossible
        ]
        counts = f"log loss: a share of 0 for what happened counts as {LEAST_SHARE:.0e}"
        lines = wrap(f"{counts} (samples: {', '.join(found)}).", WIDTH) if found else []
        return [line.replace(_STAYS, " ") for line in lines]

    @staticmethod
    def _errors_shown(errors: list[TargetError]) -> list[TargetError]:
        return errors if len(errors) <= MOST_TARGETS else []


def _distances(judged: Iterable[Judged]) -> list[str]:
    """How far small trees are from the best ones of their size."""
    told = [f"{one.name}: {one.distance.sentence}" for one in judged if one.distance]
    return [line for sentence in told for line in wrap(sentence, WIDTH)]


def _cells(errors: list[TargetError], further: list[list[str]]) -> list[str]:
    cells = []
    for error, more in zip(errors, further, strict=True):
        spread = "" if math.isnan(error.standard_error) else f"{error.standard_error:.2g}"
        cells += [f"{error.value:.4g}", spread, *more]
    return cells


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
) -> Comparison[Judged]:
    """Judge several estimators by cross-validation on the same folds.

    Parameters
    ----------
    X, y, sample_weight, kinds : as for an estimator
    estimators : mapping from a name to an estimator, names of species, or None
        None for all species but ``"optimal"``, whose search takes much longer.  What does not
        apply to the data is listed with the reason.  The name ``"cart"`` stands for trees that
        are pruned by cross-validation, as in a report; the others have their defaults.
    nominal : bool or None
        Whether ``y`` names classes; None goes by its type: text, booleans and
        categories do, numbers do not.
    n_folds, seed : int
        How many folds the samples are dealt into, class by class, and the seed of that.

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
        estimators, excluded = species_for(dataset, estimators, n_folds=n_folds, seed=seed)
    return compare_on(dataset, estimators, excluded, n_folds=n_folds, seed=seed)


def species_for(
    dataset: Dataset, names: Iterable[str] | None = None, *, n_folds: int = 10, seed: int = 0
) -> tuple[dict[str, Species], dict[str, str]]:
    """New estimators of the species, and why some cannot predict such targets.

    A name stands for the same trees in every comparison and every report of as many folds.
    """
    fitting = _fitting(dataset)
    every = dict.fromkeys([*CLASSIFIERS, *REGRESSORS, *TOGETHER])
    wanted = [name for name in every if name not in ON_REQUEST] if names is None else list(names)
    for name in wanted:
        if name not in every:
            raise UnknownPartError(
                f"{name!r} is not a species. The species are: {', '.join(every)}."
            )
    # A species for other kinds of targets is not worth a line that nobody asked for.
    told = [name for name in wanted if names is not None or name not in TOGETHER]
    reason = f"the target holds {_held(dataset)}, which it does not predict."
    excluded = {name: reason for name in told if name not in fitting}
    named = {name: fitting[name]().as_named(n_folds, seed) for name in wanted if name in fitting}
    return named, excluded


def _fitting(dataset: Dataset) -> dict[str, type[Species]]:
    """The species that predict such targets, by name."""
    found: dict[str, type[Species]] = {}
    if dataset.hierarchy is None and dataset.vector is None:
        found |= CLASSIFIERS if dataset.schema.is_classification else REGRESSORS
    several = len(dataset.schema.targets) > 1 and not dataset.schema.is_classification
    for name, fits in (("vector", several), ("hierarchy", dataset.hierarchy is not None)):
        if fits:
            found[name] = species_together(name)
    return found


def _held(dataset: Dataset) -> str:
    if dataset.hierarchy is not None:
        return "labels of a hierarchy"
    if dataset.vector is not None:
        return "classes and numbers"
    return "classes" if dataset.schema.is_classification else "numbers"


def compare_on(
    dataset: Dataset,
    estimators: Mapping[str, AnyEstimator],
    excluded: Mapping[str, str],
    *,
    n_folds: int,
    seed: int,
    loss: Loss | None = None,
    begin: Begin = silently,
) -> Comparison[Judged]:
    """Judge estimators on an encoded dataset; see :func:`compare`.

    With a ``loss`` of classes they are judged by the mean loss of what they predict.
    """
    require_folds(dataset, n_folds)
    judged, reasons = [], dict(excluded)
    found = None
    for name, estimator in estimators.items():
        _require_plain(name, estimator)
        try:
            one, found = judge_estimator(
                name, estimator, dataset, n_folds, seed, begin, tells_distance=True
            )
            one = replace(one, errors=_errors(found, loss))
        except ArboretumError as error:
            reasons[name] = str(error)
        else:
            judged.append(one)
    judged.sort(key=total_error)
    if found is None:
        return Comparison(n_folds, seed, judged, reasons)
    usual = without_tree(dataset, n_folds, seed, loss)
    without = _errors(usual, loss), usual.together, usual.of_shares
    return Comparison(found.n_folds, seed, judged, reasons, found.notes, *without)


def _errors(found: CrossValidation, loss: Loss | None) -> list[TargetError]:
    return found.errors if loss is None else [measure_loss(found.held_out, found.predicted, loss)]


def without_tree(
    dataset: Dataset, n_folds: int, seed: int, loss: Loss | None = None
) -> CrossValidation:
    """The errors on the same folds of always predicting what is usual among the others.

    With a ``loss`` of classes: what costs least there.
    """
    usual: Any = TreeClassifier() if dataset.schema.is_classification else TreeRegressor()
    usual.set_params(max_depth=0)
    if isinstance(loss, ClassLoss):
        usual.set_params(loss=loss.matrix)

    def grow(training: Dataset, progress: Progress | None) -> Tree:
        tree: Tree = unfitted(usual).fit_dataset(training).tree_
        return tree

    found = cross_validate(
        dataset, grow, n_folds=n_folds, seed=seed, keep_shares=has_shares(dataset)
    )
    assert found is not None  # there are two samples at least
    return found


def require_folds(dataset: Dataset, n_folds: int) -> None:
    """Refuse what cannot be cross-validated."""
    if dataset.counts.sum() < 2:
        raise DataError("A single sample cannot be dealt into folds. Pass more samples.")
    if n_folds < 2:
        raise ParameterError(f"n_folds={n_folds!r} must be a whole number of at least 2.")


def total_error(one: Judged) -> float:
    """What estimators and pruners are ordered by."""
    return badness(one.errors, one.together)


def _require_plain(name: str, estimator: AnyEstimator) -> None:
    """All are to be judged by the same weights."""
    if estimator.chosen_class_weight() is not None:
        raise ParameterError(
            f"Estimator {name!r} has a class_weight, but all are judged by the same weights. "
            "Use sample_weight instead."
        )
