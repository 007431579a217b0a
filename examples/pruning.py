"""Two claims about pruning, measured: the order matters, and growing first beats stopping early."""

import numpy as np

from arboretum import TreeClassifier
from arboretum.pruning import CostComplexity, ReducedError
from arboretum.stopping import ChiSquare


def cells(**counts):
    """Samples of cells: ``a01=5`` is five of class a with side 0 and part 1."""
    rows = [cell for cell, n in counts.items() for _ in range(n)]
    X = {"side": [float(cell[1]) for cell in rows], "part": [float(cell[2]) for cell in rows]}
    return X, [cell[0] for cell in rows]


print("1. The order matters.  Errors on the samples held out:")
grown = TreeClassifier().fit(*cells(a00=30, b01=20, b10=25, a11=20))
held_out = cells(a00=10, a01=5, b01=2, a10=6, b10=4, b11=5, a11=2)
best_first = grown.prune(ReducedError("best_first"), *held_out)
bottom_up = grown.prune(ReducedError("bottom_up"), *held_out)
wrong = {}
for name, model in {"as grown": grown, "best first": best_first, "bottom up": bottom_up}.items():
    wrong[name] = round(model.risk(*held_out) * len(held_out[1]))
    print(f"   {name:<10}  {model.n_leaves_} leaves, {wrong[name]} errors")
print("   Best first makes a leaf of the root at once, which saves 5.  Cutting the two splits")
print("   below it saves 3 and 3, and then the root is worth its split.")
assert wrong["bottom up"] < wrong["best first"] < wrong["as grown"]

print("\n2. Growing first and stopping early, where two features only tell together.")
print("   Leaves and errors on 2000 other samples, means of ten draws of 1000 samples:")
MODELS = {
    "grown and pruned": {"pruning": CostComplexity(cv=10)},
    "not pruned": {},
    "stopped by a test": {"stopping": ChiSquare(0.01)},
    "gain at least 0.002": {"min_impurity_decrease": 0.002},
    "gain at least 0.01": {"min_impurity_decrease": 0.01},
    "gain at least 0.05": {"min_impurity_decrease": 0.05},
}


def draw(seed, is_binary):
    """One of two features is large, but not both; one class in ten is told wrongly."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (3000, 6)) * 1.0 if is_binary else rng.uniform(size=(3000, 4))
    is_large = X > 0.5
    y = np.where((is_large[:, 0] != is_large[:, 1]) != (rng.random(3000) < 0.1), "yes", "no")
    return (X[:1000], y[:1000]), (X[1000:], y[1000:])


for title, is_binary in {"four numbers": False, "six features of yes and no": True}.items():
    print(f"   {title}")
    error = {name: [] for name in MODELS}
    leaves = {name: [] for name in MODELS}
    for seed in range(10):
        learn, judge = draw(seed, is_binary)
        for name, parameters in MODELS.items():
            model = TreeClassifier(**parameters).fit(*learn)
            error[name].append(model.risk(*judge))
            leaves[name].append(model.n_leaves_)
    for name in MODELS:
        print(f"     {name:<20}{np.mean(leaves[name]):>6.1f}{np.mean(error[name]):>8.1%}")
    for name in list(MODELS)[2:]:
        won = int(np.sum(np.array(error["grown and pruned"]) < error[name]))
        print(f"     pruning does better than {name!r} in {won} of 10 draws")
        assert np.mean(error["grown and pruned"]) < np.mean(error[name])
print("   Neither feature gains much alone: who stops there never sees what both tell.  Pruning")
print("   does better in the mean, not in every draw; where a full tree is small it gains nothing.")
