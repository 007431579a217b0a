"""Find out everything that a report says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arboretum.data import Dataset
from arboretum.data.contradictions import contradictions_in
from arboretum.data.encode.weights import rates
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.explain import Stability, importance
from arboretum.explain.stability import stability_on
from arboretum.growing.many import Begin, silently, unfitted
from arboretum.judging.comparison import require_folds
from arboretum.judging.distance import distance_of
from arboretum.report.better import find_better
from arboretum.report.choice import Choice, best_tree, choice_of, pruned_alike
from arboretum.report.column_summary import summarise_features, summarise_targets
from arboretum.report.distribution import distributions_of
from arboretum.report.judgement import Judgement, judge, measured_together
from arboretum.report.labels import labels_of
from arboretum.report.missing_policies import policies_of
from arboretum.report.report import Origin, Report
from arboretum.report.suspects import find_suspects
from arboretum.show.paper.picture import require_matplotlib
from arboretum.species import Species
from arboretum.tree import Tree

if TYPE_CHECKING:
    from arboretum.estimators.base import TreeEstimator

__all__ = ["n_steps", "report_of", "report_on"]


def report_of(
    estimator: TreeEstimator,
    X: Any,
    y: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    sample_weight: Any = None,
    exposure: Any = None,
    n_folds: int = 10,
    n_trees: int = 50,
    seed: int = 0,
    title: str | None = None,
) -> Report:
    """All that is known about a fitted estimator and the samples it was fitted on.

    Parameters
    ----------
    estimator : a fitted estimator of a tree
    X, y, sample_weight, exposure : what it was fitted on
    path : where to write the report, a file that ends in .html; None writes nothing
    n_folds : how many folds the samples are dealt into to measure errors
    n_trees : how many trees of other samples measure how stable the tree is; 0 leaves that out
    seed : decides how samples are dealt and drawn
    title : the heading; the names of the targets by default

    Examples
    --------
    >>> from arboretum import CARTClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = CARTClassifier().fit(penguins.X, penguins.y)
    >>> found = report_of(model, penguins.X, penguins.y, n_trees=0)
    >>> print(found.summary[1])
    Of samples it has not seen, it gets y wrong for 5.2 % (95 % interval: 3.3 % to 8.1 %). \
Always saying Adelie, the commonest class, would be wrong for 55.8 %.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(estimator, "model_")
    _require_one_tree(estimator)
    dataset = unfitted(estimator).make_dataset(X, y, sample_weight)
    if exposure is not None and dataset.schema.is_classification:
        raise ParameterError(
            "exposure is for counts of events, but the target has classes. Leave it out."
        )
    if exposure is not None:
        dataset = rates(dataset, exposure)
    if unfitted(estimator).fit_dataset(dataset).tree_ != estimator.tree_:
        raise DataError(
            "X and y do not reproduce the tree of this estimator. A report judges how a tree is "
            "grown: pass the samples of fit, with sample_weight and exposure if they had them, "
            "and prune by pruning=, not after fit."
        )
    given = {"sample_weight": sample_weight, "exposure": exposure}
    samples = ", ".join(["X, y", *(f"{k}={k}" for k, one in given.items() if one is not None)])
    how = f"n_folds={n_folds}, n_trees={n_trees}, seed={seed}"
    call = f"{estimator!r}.fit({samples}).report({samples}, {how})"
    origin = Origin(call, notes=tuple(_notes(estimator, exposure)))
    found = report_on(dataset, estimator, origin, n_folds=n_folds, n_trees=n_trees, seed=seed)
    if title is not None:
        found = replace(found, title=title)
    if path is not None:
        found.save(path)
    return found


def _require_one_tree(estimator: TreeEstimator) -> None:
    """Refuse what is not one tree of the targets that were given."""
    strategy = getattr(estimator, "strategy", "vector")
    if strategy != "vector":
        raise UnsupportedCombination(
            f"A report is about one tree of all labels, but strategy={strategy!r} grows one per "
            "label or one of whole sets. Use strategy='vector', or measure and trees_."
        )


def _notes(estimator: TreeEstimator, exposure: Any) -> Iterator[str]:
    """What changes the numbers of a report, or the predictions, without being seen in them."""
    weight, prior = estimator.chosen_class_weight(), getattr(estimator, "prior", None)
    threshold = getattr(estimator, "threshold", None)
    # The threshold of C4.5 says where numbers are cut, not which labels are predicted.
    if threshold is not None and estimator.tree_.schema.are_labels:
        yield (
            f"A label is predicted where its probability is above threshold={threshold!r}, not "
            "above 0.5; the pictures of the tree show labels that more than half of the samples "
            "have."
        )
    if weight is not None:
        yield (
            f"Classes are weighed by class_weight={weight!r}: errors, shares and counts of classes "
            "are those of the weighted samples, not of the samples as they came."
        )
    if prior is not None:
        yield (
            f"The tree was grown for prior={prior!r}: it predicts as if classes had these shares. "
            "Errors are those of the samples as they came."
        )
    if exposure is not None:
        yield (
            "The target is a rate, of events per unit of exposure; samples weigh as much as their "
            "exposure."
        )


def report_on(
    dataset: Dataset,
    estimator: Species,
    origin: Origin,
    *,
    n_folds: int,
    n_trees: int,
    seed: int,
    begin: Begin = silently,
) -> Report:
    """The same for an estimator that was fitted on an encoded dataset."""
    require_matplotlib()
    choice = choice_of(estimator)
    _check(dataset, n_folds, n_trees, choice)
    columns = summarise_features(dataset)
    validation, without, judged = judge(dataset, estimator, n_folds=n_folds, seed=seed, begin=begin)
    begin("looking for suspicious columns")
    matters, charted = importance(estimator.tree_), _charted(judged)
    return Report(
        estimator=estimator,
        origin=origin,
        n_rows=dataset.n_rows,
        n_samples=float(dataset.counts.sum()),
        columns=columns,
        targets=summarise_targets(dataset),
        suspects=find_suspects(dataset, columns),
        contradictions=contradictions_in(dataset),
        choice=choice,
        n_folds=validation.n_folds,
        seed=seed,
        judged=judged,
        notes=tuple(validation.notes),
        importance=matters,
        distributions=distributions_of(dataset, estimator.tree_, matters, charted),
        stability=_stability(dataset, estimator, choice, n_trees, seed, begin),
        better=find_better(dataset, estimator, validation),
        best=_best(dataset, estimator, choice),
        together=measured_together(validation, without),
        labels=labels_of(dataset, estimator, validation, without),
        vector=dataset.vector or (),
        charted=charted,
        policies=policies_of(dataset, estimator, choice, n_folds=validation.n_folds, seed=seed),
        distance=distance_of(dataset, estimator),
    )


def _charted(judged: Sequence[Judgement]) -> int:
    """The target that a tree predicts best beside no tree: what features are shown beside."""

    def left(k: int) -> float:
        one = judged[k]
        without = one.without_tree.value
        return one.error.value / without if without > 0 else 1.0

    return min(range(len(judged)), key=left)


def _best(dataset: Dataset, estimator: Species, choice: Choice | None) -> Tree | None:
    """The tree that the rule passed over for none at all."""
    if choice is None or not estimator.tree_.is_leaf[0] or choice.best == choice.row:
        return None
    return best_tree(estimator, choice, dataset)


def n_steps(n_folds: int, n_trees: int) -> int:
    """How often ``report_on`` begins something."""
    return n_folds + 1 + (n_trees + 1 if n_trees else 0)


def _check(dataset: Dataset, n_folds: int, n_trees: int, choice: Choice | None) -> None:
    n_samples = int(dataset.counts.sum())
    require_folds(dataset, n_folds)
    if n_trees < 0:
        raise ParameterError(f"n_trees={n_trees!r} must be a whole number of at least 0.")
    largest_fold = -(-n_samples // min(n_folds, n_samples))
    if choice is not None and n_samples - largest_fold < 2:
        raise DataError(
            f"{n_samples} samples are too few to choose the size of a tree by cross-validation "
            "and to judge that by another. Pass at least 4 samples."
        )


def _stability(
    dataset: Dataset,
    estimator: Species,
    choice: Choice | None,
    n_trees: int,
    seed: int,
    begin: Begin,
) -> Stability | None:
    if n_trees == 0:
        return None
    alike = pruned_alike(estimator, choice)
    found = stability_on(dataset, alike, n_trees=n_trees, random_state=seed, begin=begin)
    # The same tree at any price of its row: only the reasons why it was cut there differ.
    return replace(found, tree=estimator.tree_)
