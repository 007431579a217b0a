"""
Grow first, then prune
======================

Two claims about pruning, measured: the order in which branches are cut matters, and growing first
beats stopping early.
"""

# %%
# **The order matters.** Reduced-error pruning cuts what does not help on held-out samples.  Here
# is a tree of four leaves, and samples to judge it by.

import matplotlib.pyplot as plt
import numpy as np

from arboretum import TreeClassifier, show
from arboretum.pruning import CostComplexity, ReducedError
from arboretum.stopping import ChiSquare, Validation


def cells(**counts):
    """Samples of cells: ``a01=5`` is five of class a with side 0 and part 1."""
    rows = [cell for cell, n in counts.items() for _ in range(n)]
    X = {"side": [float(cell[1]) for cell in rows], "part": [float(cell[2]) for cell in rows]}
    return X, [cell[0] for cell in rows]


grown = TreeClassifier().fit(*cells(a00=30, b01=20, b10=25, a11=20))
held_out = cells(a00=10, a01=5, b01=2, a10=6, b10=4, b11=5, a11=2)
models = {
    "as grown": grown,
    "best first": grown.prune(ReducedError("best_first"), *held_out),
    "bottom up": grown.prune(ReducedError("bottom_up"), *held_out),
}
wrong = {name: round(model.risk(*held_out) * len(held_out[1])) for name, model in models.items()}
for name, model in models.items():
    print(f"{name:<10}  {model.n_leaves_} leaves, {wrong[name]} errors on the samples held out")
assert wrong["bottom up"] < wrong["best first"] < wrong["as grown"]
tree = show.plot(grown)

# %%
# Best first turns the root into a leaf at once, which saves 5 errors.  Cutting the two splits
# below it saves 3 and 3, and then the split at the root pays off.

print(f"a leaf of the root saves {wrong['as grown'] - wrong['best first']}")
for node in grown.tree_.root.children:
    less = grown.prune(lambda inner, node=node: inner.id == node)
    print(f"a leaf of node {node} saves {wrong['as grown'] - round(less.risk(*held_out) * 34)}")

# %%
# **Growing first beats stopping early**, where two features are informative only together: the
# class depends on whether one of them is large, but not both, and one class in ten is recorded
# wrongly.  Neither feature gains much alone, and stopping there never reveals what both say
# together.  Cautious splitting holds samples out and keeps a question only if it lowers the error
# on them; a test and a limit on the gain ask the samples that the tree is grown from.

MODELS = {
    "grown and pruned": {"pruning": CostComplexity(cv=10)},
    "not pruned": {},
    "stopped by a test": {"stopping": ChiSquare(0.01)},
    "cautious splitting": {"stopping": Validation(share=0.3)},
    "gain at least 0.002": {"min_impurity_decrease": 0.002},
    "gain at least 0.01": {"min_impurity_decrease": 0.01},
    "gain at least 0.05": {"min_impurity_decrease": 0.05},
}


def draw(seed, is_binary):
    """1000 samples to learn from, 2000 to judge by."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (3000, 6)) * 1.0 if is_binary else rng.uniform(size=(3000, 4))
    is_large = X > 0.5
    y = np.where((is_large[:, 0] != is_large[:, 1]) != (rng.random(3000) < 0.1), "yes", "no")
    return (X[:1000], y[:1000]), (X[1000:], y[1000:])


figure, axes = plt.subplots(1, 2, figsize=(8, 3), sharey=True, layout="constrained")
for ax, (title, is_binary) in zip(
    axes, {"four numbers": False, "six features of yes and no": True}.items(), strict=True
):
    print(f"{title}: leaves and errors on other samples, means of ten draws")
    error = {name: [] for name in MODELS}
    leaves = {name: [] for name in MODELS}
    for seed in range(10):
        learn, judge = draw(seed, is_binary)
        for name, parameters in MODELS.items():
            model = TreeClassifier(**parameters).fit(*learn)
            error[name].append(model.risk(*judge))
            leaves[name].append(model.n_leaves_)
    for name in MODELS:
        print(f"  {name:<20}{np.mean(leaves[name]):>6.1f}{np.mean(error[name]):>8.1%}")
    for name in list(MODELS)[2:]:
        won = int(np.sum(np.array(error["grown and pruned"]) < error[name]))
        print(f"  pruning does better than {name!r} in {won} of 10 draws")
        assert np.mean(error["grown and pruned"]) < np.mean(error[name])
    ax.boxplot(list(error.values()), orientation="horizontal", tick_labels=list(MODELS))
    ax.invert_yaxis()
    ax.set(title=title, xlabel="error on other samples")

# %%
# Pruning does better on average, not in every draw; where a full tree is small, it gains nothing.
# Samples held out do not save the cautious tree: it judges one question at a time, too, and the
# first of two that help only together never helps.
