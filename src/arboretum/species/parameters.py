"""From what users write in a constructor to parts and plain numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import leaves, missing, splits
from arboretum.criteria import Criterion
from arboretum.data import Prior, Schema, Target, loss_matrix
from arboretum.data.encode.weights import prior_shares
from arboretum.data.measured import ShareOfSamples
from arboretum.exceptions import (
    ParameterError,
    UnknownPartError,
    UnsupportedCombination,
)
from arboretum.growing import FeatureCosts
from arboretum.leaves import ClassDistribution, ClassModel, LeafModel, Majority, NumberModel
from arboretum.missing import MissingPolicy
from arboretum.part import is_number, is_whole, resolve
from arboretum.splits import Buckets, Splitter
from arboretum.stopping import (
    KNOWN,
    Constant,
    MaxDepth,
    MinSamplesLeaf,
    MinSamplesSplit,
    Predicate,
    StoppingRule,
)
from arboretum.stopping.automatic import without_automatic
from arboretum.stopping.named import rule_named

__all__ = [
    "feature_costs_by_position",
    "max_depth_rule",
    "number_of_features",
    "number_of_samples",
    "own_rules",
    "refuse_greedy_folds",
    "resolve_criterion",
    "resolve_leaf",
    "resolve_loss",
    "resolve_missing",
    "resolve_nominal",
    "resolve_numeric",
    "resolve_prior",
    "resolve_splits",
    "seed_of",
    "size_rules",
    "whole_number",
]


def resolve_splits(value: Any) -> tuple[Splitter, ...]:
    """``splits=`` as splitters: a recipe's name, a splitter, or several of either."""
    if isinstance(value, str) and value in splits.RECIPES:
        return tuple(splitter() for splitter in splits.RECIPES[value])
    if isinstance(value, tuple | list):
        return tuple(resolve(item, Splitter, splits.KNOWN, "splits") for item in value)
    if isinstance(value, str) and value not in splits.KNOWN:
        raise UnknownPartError(
            f"splits={value!r} is not known. Known names: "
            f"{', '.join(map(repr, splits.RECIPES | splits.KNOWN))}; "
            "or pass splitters such as (Threshold(), Subset())."
        )
    return (resolve(value, Splitter, splits.KNOWN, "splits"),)


def resolve_nominal(value: Any) -> Splitter:
    """``splits=`` of a species that cuts numbers its own way: how to ask about categories."""
    known = {name: part for name, part in splits.KNOWN.items() if "categorical" in part.kinds}
    return resolve(value, Splitter, known, "splits")


def resolve_numeric(value: Any, schema: Schema) -> tuple[Splitter, ...]:
    """``numeric=`` of a species that asks about categories only, as splitters."""
    if value != "error":
        return (resolve(value, Splitter, {Buckets.name: Buckets}, "numeric"),)
    found = [feature for feature in schema.features if feature.kind != "categorical"]
    if found:
        names = ", ".join(f"{feature.name!r} ({feature.kind})" for feature in found)
        raise UnsupportedCombination(
            f"Only categories can be asked about, but these features have an order: {names}. "
            "Cut them into intervals with numeric='buckets', call them categories with "
            f"kinds={{{found[0].name!r}: 'categorical'}}, or use C45Classifier."
        )
    return ()


def resolve_criterion(
    value: Any,
    known: Mapping[str, type[Criterion]],
    others: Mapping[str, type[Criterion]],
    target: str,
    other_target: str,
) -> Criterion:
    """``criterion=`` as a criterion that can score this kind of target."""
    is_other = value in others if isinstance(value, str) else type(value) in others.values()
    if is_other:
        raise UnsupportedCombination(
            f"criterion={value!r} scores a {other_target} target, but the target here is a "
            f"{target}. Use one of {', '.join(map(repr, known))}."
        )
    return resolve(value, Criterion, known, "criterion")


def resolve_missing(value: Any) -> MissingPolicy:
    """``missing=`` as a policy."""
    return resolve(value, MissingPolicy, missing.KNOWN, "missing")


def resolve_leaf(value: Any, of_others: type[ClassModel] | type[NumberModel]) -> LeafModel:
    """``leaf=`` as a leaf model; ``of_others`` wraps an estimator of another library."""
    if not isinstance(value, LeafModel | str | type) and hasattr(value, "fit"):
        needed = "predict_proba" if of_others is ClassModel else "predict"
        if not hasattr(value, needed):
            raise UnsupportedCombination(
                f"leaf={value!r} has no {needed}, which the leaves of this tree need. Use "
                "another estimator."
            )
        return of_others(value)
    of_classes = of_others is ClassModel
    known = {
        name: leaf
        for name, leaf in leaves.KNOWN.items()
        if issubclass(leaf, ClassDistribution | Majority) == of_classes
    }
    if isinstance(value, str) and value in leaves.KNOWN and value not in known:
        predicted, other = ("class", "numbers") if of_classes else ("number", "classes")
        raise UnsupportedCombination(
            f"leaf={value!r} predicts {other}, but the target here is a {predicted}. "
            f"Use one of {', '.join(map(repr, known))}."
        )
    return resolve(value, LeafModel, known, "leaf")


def resolve_loss(loss: Any, schema: Schema) -> npt.NDArray[np.float64] | None:
    """``loss=`` as a matrix in the order of the classes."""
    if loss is None:
        return None
    if schema.classes is None:
        names = ", ".join(repr(target.name) for target in schema.targets)
        raise UnsupportedCombination(
            f"loss applies to the classes of one target, but there are {len(schema.targets)}: "
            f"{names}. Fit one tree per target, or leave loss=None."
        )
    return loss_matrix(loss, schema.classes)


def resolve_prior(prior: Any, target: Target) -> tuple[float, ...] | None:
    """``prior=`` as a share per class, in their order."""
    if prior is None:
        return None
    classes = target.classes or ()
    if isinstance(prior, Mapping):
        prior = Prior(prior)
    if not isinstance(prior, Prior):
        shares = np.asarray(prior).reshape(-1).tolist()
        if len(shares) != len(classes):
            raise ParameterError(
                f"prior has {len(shares)} shares for {len(classes)} classes. Pass one per class in "
                f"the order {', '.join(map(repr, classes))}, or a mapping from class to share."
            )
        prior = Prior(dict(zip(classes, shares, strict=True)))
    return tuple(prior_shares(prior, target.name, classes).tolist())


def size_rules(estimator: Any) -> list[StoppingRule]:
    """The limits of an estimator on depth and samples, in the order they are asked."""
    rules: list[StoppingRule] = [Constant()]
    rules += max_depth_rule(estimator)
    rules.append(MinSamplesSplit(number_of_samples(estimator, "min_samples_split", 2)))
    min_leaf = number_of_samples(estimator, "min_samples_leaf", 1)
    if min_leaf != 1 or resolve_missing(estimator.missing).makes_fractions:
        rules.append(MinSamplesLeaf(min_leaf))
    return rules


def max_depth_rule(estimator: Any) -> list[StoppingRule]:
    """``max_depth=`` as a rule, if it is a limit."""
    max_depth = whole_number(estimator, "max_depth", at_least=0)
    return [] if max_depth is None else [MaxDepth(max_depth)]


def own_rules(stopping: Any) -> list[StoppingRule]:
    """``stopping=`` as rules."""
    if without_automatic(stopping)[1] is not None:
        raise UnsupportedCombination(
            f"stopping={stopping!r} is for TreeClassifier and TreeRegressor, which have all "
            "limits. For other estimators arboretum.stopping_path(estimator, X, y, "
            "over='max_depth') shows how wrong the trees are at each value of a limit."
        )
    if isinstance(stopping, StoppingRule | str) or callable(stopping):
        stopping = (stopping,)
    if not isinstance(stopping, tuple | list):
        raise ParameterError(
            f"stopping={stopping!r} must be a rule, a function of a node, or a tuple of these."
        )
    return [_rule(item) for item in stopping]


def _rule(item: StoppingRule | str | Callable) -> StoppingRule:
    if callable(item) and not isinstance(item, StoppingRule):
        return Predicate(item)
    named = rule_named(item) if isinstance(item, str) else None
    return named or resolve(item, StoppingRule, KNOWN, "stopping")


def whole_number(estimator: Any, name: str, at_least: int) -> int | None:
    """A parameter that is a whole number or None."""
    value = getattr(estimator, name)
    if value is None:
        return None
    if not is_whole(value) or value < at_least:
        raise ParameterError(
            f"{name}={value!r} must be a whole number of at least {at_least}, or None."
        )
    return int(value)


def number_of_samples(
    estimator: Any, name: str, at_least: int, times: int = 1, over: int = 1
) -> int | ShareOfSamples:
    """A number of samples, or a share of all of them, which are counted when a tree is grown."""
    value = getattr(estimator, name)
    if is_whole(value) and value >= at_least:
        return round(value * times / over)
    if isinstance(value, float) and 0.0 < value <= 1.0:
        return ShareOfSamples(value, at_least, times, over)
    raise ParameterError(
        f"{name}={value!r} must be a whole number of at least {at_least}, "
        "or a share of the samples between 0.0 and 1.0."
    )


def number_of_features(max_features: Any, n_features: int) -> int | None:
    """``max_features=`` as a number of features, None for all."""
    if max_features is None:
        return None
    named = {"sqrt": math.sqrt, "log2": math.log2}
    if isinstance(max_features, str) and max_features in named:
        return max(1, int(named[max_features](n_features)))
    if is_whole(max_features):
        if 1 <= max_features <= n_features:
            return int(max_features)
    elif is_number(max_features) and 0.0 < max_features <= 1.0:
        return max(1, int(max_features * n_features))
    raise ParameterError(
        f"max_features={max_features!r} must be a whole number from 1 to the {n_features} "
        "features, a share between 0.0 and 1.0, 'sqrt', 'log2' or None."
    )


def refuse_greedy_folds(species: Any, pruner: Any, trees: str) -> None:
    """Refuse a pruner that judges trees by others which are grown question by question."""
    if getattr(pruner, "cv", None) is not None:
        raise UnsupportedCombination(
            "CostComplexity(cv=...) grows the trees of its folds question by question, so "
            f"their errors say nothing of trees that {trees}. Choose alpha= by "
            f"cross-validating {type(species).__name__}, as with scikit-learn's GridSearchCV."
        )


def seed_of(random_state: Any) -> int:
    """A seed from what scikit-learn calls a random state."""
    from sklearn.utils import check_random_state

    try:
        generator = check_random_state(random_state)
    except ValueError:
        raise ParameterError(
            f"random_state={random_state!r} must be a whole number from 0 to 2^32 - 1, "
            f"a numpy.random.RandomState, or None."
        ) from None
    if isinstance(random_state, Integral):
        return int(random_state)
    return int(generator.randint(np.iinfo(np.int32).max))


def feature_costs_by_position(costs: Any, schema: Schema) -> FeatureCosts | None:
    """``feature_costs=`` by name as costs by position; a mapping alone is rpart's ratio."""
    if costs is None:
        return None
    if not isinstance(costs, FeatureCosts):
        costs = FeatureCosts(costs)
    by_position = costs.by_position(schema)
    return by_position if costs.costs else None
