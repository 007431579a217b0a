"""Small trees made by hand, and random ones of every shape."""

from __future__ import annotations

import numpy as np

from arboretum.data.schema import Feature, Schema, Target
from arboretum.tree import Split, Tree, TreeBuilder


def petal_tree() -> Tree:
    """Iris by petal length and width, two levels (scikit-learn's numbers)."""
    schema = Schema(
        (Feature("petal length", "numeric"), Feature("petal width", "numeric")),
        (Target("species", ("setosa", "versicolor", "virginica")),),
    )
    builder = TreeBuilder()
    root = _add(builder, None, 0, [50, 50, 50])
    _add(builder, root, 0, [50, 0, 0])
    inner = _add(builder, root, 1, [0, 50, 50])
    _add(builder, inner, 0, [0, 49, 5])
    _add(builder, inner, 1, [0, 1, 45])
    length = Split(0, "interval", 2, (2.45,), missing_branch=1)
    width = Split(1, "interval", 2, (0.8,), missing_branch=1)
    builder.split(root, length, 1 / 3, tie=True, runner_up=(width, 1 / 3))
    builder.split(inner, Split(1, "interval", 2, (1.75,), missing_branch=0), 0.38969404186795487)
    builder.stop(1, "all samples have the same target")
    builder.stop(3, "max_depth=2 is reached")
    builder.stop(4, "max_depth=2 is reached")
    return builder.finish(schema, {"criterion": {"name": "gini", "params": {}}})


def drug_tree() -> Tree:
    """Twelve patients: blood pressure in three branches, then age."""
    schema = Schema(
        (
            Feature("age", "numeric"),
            Feature("bp", "categorical", ("high", "low", "normal")),
        ),
        (Target("drug", ("A", "B")),),
    )
    builder = TreeBuilder()
    root = _add(builder, None, 0, [6, 6])
    normal = _add(builder, root, 2, [3, 3])
    _add(builder, root, 0, [3, 0])
    _add(builder, root, 1, [0, 3])
    _add(builder, normal, 1, [0, 3])
    _add(builder, normal, 0, [3, 0])
    builder.split(root, Split(1, "category", 3, (), (0, 1, 2)), 0.5)
    builder.split(normal, Split(0, "interval", 2, (41.0,)), 1.0)
    for leaf in range(2, 6):
        builder.stop(leaf, "all samples have the same target")
    return builder.finish(schema)


def shirt_tree() -> Tree:
    """Prices by size, an ordered feature cut twice, with a branch for missing sizes."""
    schema = Schema(
        (Feature("size", "ordered", ("S", "M", "L", "XL")), Feature("age", "numeric")),
        (Target("price"),),
    )
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=10, weight=10.0, impurity=4.25, value=[12.5])
    for branch, (n, mean) in enumerate([(4, 10.0), (3, 40 / 3), (2, 15.0), (1, 15.0)]):
        child = builder.add(root, branch, n_samples=n, weight=float(n), impurity=0.5, value=[mean])
        if branch < 3:
            builder.stop(child, "min_samples_split=5")
    builder.split(root, Split(0, "interval", 4, (0.5, 2.0), missing_branch=3), 3.75)
    known = builder.add(child, 0, n_samples=1, weight=1.0, impurity=0.0, value=[15.0])
    missing = builder.add(child, 1, n_samples=0, weight=0.0, impurity=0.0, value=[15.0])
    builder.split(child, Split(1, "presence", 2, missing_branch=1), 0.5)
    builder.stop(known, "one sample")
    builder.stop(missing, "one sample")
    return builder.finish(schema, {"leaf": {"name": "mean"}})


def _add(builder: TreeBuilder, parent: int | None, branch: int, weights: list[float]) -> int:
    """A node of class weights, with its Gini impurity."""
    total = sum(weights)
    gini = 1.0 - sum((w / total) ** 2 for w in weights)
    return builder.add(parent, branch, n_samples=total, weight=total, impurity=gini, value=weights)


FEATURES = (
    Feature("x", "numeric"),
    Feature("grade, final", "ordered", ("low", "middle", "high", "top")),
    Feature("città", "categorical", ("Roma", "Milano, MI", "日本", '"q"', "")),
    Feature("code", "categorical", (1, 2, 30)),
    Feature("smoker", "categorical", (False, True)),
    Feature("dose", "categorical", (0.1, 0.30000000000000004)),
)
TARGETS = (
    (Target("y", ("a", "b", "c")),),
    (Target("y", (False, True)), Target("z", (1, 2, 3))),
    (Target("y"),),
    (Target("y"), Target("z")),
)


def random_tree(seed: int, n_splits: int = 6, targets: tuple[Target, ...] = TARGETS[0]) -> Tree:
    """A tree with splits of every kind, grown in random order."""
    rng = np.random.default_rng(seed)
    schema = Schema(FEATURES, targets)
    width = sum(len(target.classes or (0,)) for target in targets)
    builder = TreeBuilder()

    def add(parent: int | None, branch: int) -> int:
        n = float(rng.integers(1, 100))
        return builder.add(
            parent,
            branch,
            n_samples=n,
            weight=n * 1.1,
            impurity=rng.random(),
            value=rng.random(width),
        )

    open_nodes = [add(None, 0)]
    for _ in range(n_splits):
        node = open_nodes.pop(int(rng.integers(len(open_nodes))))
        split = random_split(rng)
        other = (random_split(rng), rng.random()) if rng.random() < 0.5 else None
        builder.split(node, split, rng.normal(), bool(rng.random() < 0.3), other)
        branches = rng.permutation(split.arity).tolist()
        open_nodes += [add(node, branch) for branch in branches]
    for node in open_nodes:
        builder.stop(node, f"reason {rng.integers(3)}")
    loss = rng.random((len(schema.classes), len(schema.classes))) if schema.classes else None
    return builder.finish(schema, {"seed": seed, "nested": {"list": [1, 2.5, None]}}, loss)


def random_split(rng: np.random.Generator) -> Split:
    """A split of any kind; missing values stay, follow a branch, or get their own."""
    index = int(rng.integers(len(FEATURES)))
    feature = FEATURES[index]
    if rng.random() < 0.15:
        return Split(index, "presence", 2, missing_branch=1)
    extra = bool(rng.random() < 0.2)
    if feature.kind == "numeric" or (feature.kind == "ordered" and rng.random() < 0.6):
        room = np.arange(3) + 0.5 if feature.kind == "ordered" else rng.normal(size=3)
        thresholds = np.sort(rng.choice(room, size=rng.integers(1, 4), replace=False))
        n_known, branches = len(thresholds) + 1, ()
    else:
        n_known = int(rng.integers(2, feature.n_categories + 1))
        labels = np.concatenate(
            [np.arange(n_known), rng.integers(-1, n_known, feature.n_categories - n_known)]
        )
        thresholds, branches = np.empty(0), tuple(rng.permutation(labels).tolist())
    missing = n_known if extra else int(rng.integers(-1, n_known))
    return Split(
        index,
        "category" if branches else "interval",
        n_known + extra,
        tuple(thresholds.tolist()),
        branches,
        missing,
    )


def random_columns(seed: int, n_rows: int) -> list[np.ndarray]:
    """Encoded columns that fit ``FEATURES``, with missing and unseen values."""
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=n_rows)
    numbers[rng.random(n_rows) < 0.2] = np.nan
    codes = [rng.integers(-2, f.n_categories, n_rows).astype(np.int32) for f in FEATURES[1:]]
    return [numbers, *codes]
