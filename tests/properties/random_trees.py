"""Random trees with every kind of question, and random samples for them."""

from __future__ import annotations

import numpy as np

from arboretum.criteria import Gini, PerTarget, SquaredError
from arboretum.data import Feature, Schema, Target
from arboretum.data.dataset import MISSING, UNSEEN
from arboretum.leaves import ClassDistribution, Mean
from arboretum.missing import Fractional
from arboretum.tree import SPREADS, STAYS, Split, TreeBuilder

__all__ = ["random_columns", "random_tree"]

LETTERS = "abcdefgh"
TARGETS = {
    "classes": (Target("y", ("no", "yes", "maybe")),),
    "numbers": (Target("y"),),
    "two of classes": (Target("y", ("no", "yes")), Target("z", ("a", "b", "c"))),
    "two numbers": (Target("y"), Target("z")),
}


def random_tree(rng: np.random.Generator, targets: str = "classes", n_inner: int = 25):
    """A tree of some multiway questions: about numbers, ordered and unordered categories."""
    schema = Schema(_features(rng), TARGETS[targets])
    builder = TreeBuilder()
    open_nodes = [builder.add(None, 0, **_held(rng, schema))]
    for _ in range(n_inner):
        node = open_nodes.pop(int(rng.integers(len(open_nodes))))
        split = _split(rng, schema)
        builder.split(node, split, score=1.0)
        open_nodes += [builder.add(node, b, **_held(rng, schema)) for b in range(split.arity)]
    for node in open_nodes:
        builder.stop(node, "it is random")
    return builder.finish(schema, parts=_parts(schema))


def random_columns(rng: np.random.Generator, schema: Schema, n_samples: int):
    """Encoded samples: some values are missing, or were never seen."""
    columns = []
    for feature in schema.features:
        gone = rng.random(n_samples) < 0.15
        if feature.kind == "numeric":
            values = np.round(rng.normal(0, 2, n_samples), int(rng.integers(0, 3)))
            columns.append(np.where(gone, np.nan, values))
            continue
        codes = rng.integers(feature.n_categories, size=n_samples)
        absent = rng.choice([MISSING, UNSEEN], n_samples)
        columns.append(np.where(gone, absent, codes).astype(np.int32))
    return columns


def _features(rng):
    kinds = rng.permutation(["numeric", "numeric", "ordered", "categorical", "categorical"])
    return tuple(
        Feature(f"x{i}", kind, None if kind == "numeric" else tuple(LETTERS[: rng.integers(2, 9)]))
        for i, kind in enumerate(kinds.tolist())
    )


def _parts(schema):
    leaf = ClassDistribution() if schema.is_classification else Mean()
    criterion = Gini() if schema.is_classification else SquaredError()
    if schema.is_classification and len(schema.targets) > 1:
        criterion = PerTarget(criterion, tuple(len(it.classes) for it in schema.targets))
    described = {"criterion": criterion, "leaf": leaf, "missing": Fractional()}
    return {role: part.describe() for role, part in described.items()}


def _held(rng, schema):
    """A weight is 0 now and then; small whole numbers make ties."""
    weight = float(rng.choice([0, 1, 2, 3, 7.5], p=[0.1, 0.3, 0.2, 0.2, 0.2]))
    if not schema.is_classification:
        value = rng.normal(size=len(schema.targets))
        return {"n_samples": weight, "weight": weight, "impurity": rng.random(), "value": value}
    value = np.concatenate(
        [rng.multinomial(12, np.full(len(t.classes), 1 / len(t.classes))) for t in schema.targets]
    )
    return {"n_samples": weight, "weight": weight, "impurity": 0.5, "value": value / 12 * weight}


def _split(rng, schema):
    column = int(rng.integers(schema.n_features))
    feature = schema.features[column]
    if rng.random() < 0.05:
        return Split(column, "presence", 2, missing_branch=1)
    if feature.kind != "categorical":
        return _interval(rng, column, feature)
    n_groups = int(rng.integers(1, feature.n_categories + 1))
    groups = np.concatenate(
        [np.arange(n_groups), rng.integers(-1, n_groups, feature.n_categories - n_groups)]
    )
    codes = tuple(rng.permutation(groups).tolist())
    arity, missing = _with_missing(rng, n_groups)
    return Split(column, "category", arity, branches=codes, missing_branch=missing)


def _interval(rng, column, feature):
    if feature.kind == "numeric":
        cuts = np.unique(np.round(rng.normal(0, 2, int(rng.integers(1, 6))), 2))
    else:
        places = feature.n_categories - 1
        cuts = np.sort(rng.choice(places, size=int(rng.integers(1, places + 1)), replace=False))
    thresholds = tuple(cuts.astype(float).tolist())
    arity, missing = _with_missing(rng, len(thresholds) + 1)
    return Split(column, "interval", arity, thresholds=thresholds, missing_branch=missing)


def _with_missing(rng, n_known):
    """How many branches there are, and which one a sample takes that cannot answer."""
    if n_known == 1 or rng.random() < 0.25:
        return n_known + 1, n_known
    return n_known, int(rng.choice([STAYS, SPREADS, rng.integers(n_known)]))
