"""The general native grower: every built-in part, one to one with the Python parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core, missing, selectors, splits, stopping
from arboretum.criteria import (
    CLASS_CRITERIA,
    FITTED,
    NUMBER_CRITERIA,
    AlteredPriors,
    Criterion,
    InformationGain,
    PerTarget,
    PValueCriterion,
    SquaredError,
    StandardDeviation,
    WeightOfEvidence,
)
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.growing.assemble_general import assemble
from arboretum.growing.draw import MASK
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.growing.grow import Progress
from arboretum.growing.recipe import Recipe
from arboretum.part import Part
from arboretum.splits import Merge, Splitter
from arboretum.statistics import (
    AbsoluteDeviations,
    ClassCounts,
    LabelCounts,
    LinearResiduals,
    Statistics,
    Sums,
    VectorMoments,
)
from arboretum.stopping import MinRisk, SplitTest, StoppingRule
from arboretum.tree import Tree

__all__ = ["foreign_part", "grow_general"]

CRITERIA = {*CLASS_CRITERIA.values(), *NUMBER_CRITERIA.values(), *FITTED.values()}
SPLITTERS = {*splits.KNOWN.values(), *splits.FITTED.values()}
SELECTORS = set(selectors.KNOWN.values())
POLICIES = set(missing.KNOWN.values())
RULES = set(stopping.KNOWN.values())


def foreign_part(recipe: Recipe) -> Part | None:
    """The first part that is not built in; a leaf model may be, it is asked afterwards."""
    criterion = recipe.criterion
    if type(criterion) is PerTarget or type(criterion) is AlteredPriors:
        criterion = criterion.criterion
    if type(criterion) not in CRITERIA:
        return criterion
    if type(recipe.selector) not in SELECTORS:
        return recipe.selector
    if type(recipe.missing) not in POLICIES:
        return recipe.missing
    for splitter in recipe.splitters:
        if type(splitter) not in SPLITTERS:
            return splitter
    return next((rule for rule in recipe.stopping if type(rule) not in RULES), None)


def grow_general(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Tree:
    """Grow a tree whose parts, but for the leaf model, are all built in."""
    features = dataset.schema.features
    grown = _core.grow_general(
        columns=list(dataset.columns),
        kinds=[feature.kind for feature in features],
        n_categories=[feature.n_categories for feature in features],
        statistics=_statistics(dataset, statistics),
        recipe={
            "criterion": _criterion(recipe.criterion),
            "splitters": [_splitter(splitter, statistics) for splitter in recipe.splitters],
            "selector": _named(recipe.selector),
            "missing": _named(recipe.missing),
            "rules": [_rule(rule) for rule in recipe.stopping],
            "order": recipe.order,
            "max_leaf_nodes": recipe.max_leaf_nodes,
            "max_features": recipe.max_features,
            "seed": recipe.seed & MASK,
            "max_competitors": recipe.max_competitors,
            "costs": _costs(recipe.feature_costs, len(features)),
            "keeps_rows": recipe.leaf.needs_targets,
            "split_features": _split_features(recipe, len(features)),
        },
        n_threads=n_threads,
        progress=progress,
    )
    return assemble(grown, dataset, statistics, recipe)


def _split_features(recipe: Recipe, n_features: int) -> list[int]:
    """The features that may be asked about, ascending."""
    chosen = recipe.split_features
    return list(range(n_features)) if chosen is None else sorted(chosen)


def _statistics(dataset: Dataset, statistics: Statistics) -> dict[str, Any]:
    """What the samples contribute, as arrays."""
    assert dataset.targets is not None
    given: dict[str, Any] = {
        "weights": contiguous(dataset.weights),
        "counts": contiguous(dataset.counts),
    }
    if isinstance(statistics, ClassCounts):
        classes = contiguous(dataset.targets, dtype=np.int32)
        return {"name": "classes", "classes": classes, "blocks": list(statistics.blocks), **given}
    if isinstance(statistics, VectorMoments):
        return {**_vectors(statistics, dataset.targets), **given}
    targets = contiguous(dataset.targets, dtype=np.float64)
    if isinstance(statistics, AbsoluteDeviations):
        return {"name": "deviations", "targets": targets, **given}
    if isinstance(statistics, LinearResiduals):
        fits = {"terms": statistics.terms, "kind": statistics.kind, "ridge": statistics.ridge}
        return {"name": "linear_residuals", "targets": targets, **fits, **given}
    assert isinstance(statistics, Sums)
    return {"name": "sums", "targets": targets, "contributions": statistics.samples, **given}


def _vectors(statistics: VectorMoments, targets: npt.NDArray[Any]) -> dict[str, Any]:
    """Many targets at once: labels by lists, numbers by a matrix measured from its centre."""
    target_weights = contiguous(statistics.target_weights)
    if isinstance(statistics, LabelCounts):
        return {
            "name": "labels",
            "start": contiguous(statistics.sets.start),
            "labels": contiguous(statistics.sets.labels),
            "target_weights": target_weights,
        }
    return {
        "name": "cells" if statistics.misses_cells else "vectors",
        "targets": contiguous(targets - statistics.centre),
        "target_weights": target_weights,
    }


def _criterion(criterion: Criterion) -> dict[str, Any]:
    if isinstance(criterion, PerTarget):
        inner = _criterion(criterion.criterion)
        return {"name": criterion.name, "criterion": inner, "blocks": list(criterion.blocks)}
    if isinstance(criterion, AlteredPriors):
        inner = _criterion(criterion.criterion)
        multipliers = [float(number) for number in criterion.multipliers]
        return {"name": criterion.name, "criterion": inner, "multipliers": multipliers}
    return {
        "name": criterion.name,
        "bits": criterion.bits if isinstance(criterion, InformationGain) else 1.0,
        "ddof": float(criterion.ddof) if isinstance(criterion, SquaredError) else 0.0,
        "root": float(criterion.root) if isinstance(criterion, StandardDeviation) else 1.0,
        "statistic": criterion.test if isinstance(criterion, PValueCriterion) else "",
        "max_odds": criterion.odds if isinstance(criterion, WeightOfEvidence) else 0.0,
    }


def _costs(costs: FeatureCosts | None, n_features: int) -> dict[str, Any] | None:
    if costs is None:
        return None
    prices = [costs.price(feature) for feature in range(n_features)]
    return {"rule": costs.rule, "prices": prices, "once": costs.once}


def _named(part: Part) -> dict[str, Any]:
    return {"name": part.name, **part.get_params(deep=False)}


def _splitter(splitter: Splitter, statistics: Statistics) -> dict[str, Any]:
    if isinstance(splitter, Merge):
        return {**_named(splitter), "statistic": splitter.test(statistics)}
    return _named(splitter)


def _rule(rule: StoppingRule) -> dict[str, Any]:
    """A test by all its parameters, a limit by the only one; 0 if it has none."""
    if isinstance(rule, SplitTest):
        return _named(rule)
    params = rule.get_params(deep=False)
    named = {"name": rule.name, "value": next((float(value) for value in params.values()), 0.0)}
    if isinstance(rule, MinRisk):
        of_classes = isinstance(rule.loss, tuple)
        named["loss"] = np.array(rule.loss, dtype=np.float64) if of_classes else rule.loss
    return named
