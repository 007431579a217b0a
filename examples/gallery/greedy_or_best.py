"""
Greedy against the best
=======================

A greedy tree asks the best question now and never takes it back.  The best tree is the one that
costs least of all trees within the limits.  How much is lost, and does one look ahead save it?
"""

# %%
# The tables of the textbooks, penguins and hearts: for each depth the training errors of the greedy
# tree, of one that looks one question ahead, and of the best tree, with what is proved of it.

from arboretum import (
    OptimalClassifier,
    OptimalRegressor,
    TreeClassifier,
    TreeRegressor,
    datasets,
    explain,
    show,
)


def grow_three(table, depth):
    """A greedy tree, one that looks ahead, and the best of the depth."""
    models = (
        TreeClassifier(max_depth=depth),
        TreeClassifier(max_depth=depth, lookahead=2),
        OptimalClassifier(max_depth=depth),
    )
    return [model.fit(table.X, table.y, table.weights) for model in models]


def errors(model, table):
    """The weight of the samples that a tree gets wrong."""
    return round(model.risk(table.X, table.y, table.weights) * weight_of(table))


def weight_of(table):
    return len(table.y) if table.weights is None else table.weights.sum()


names = ("drug", "weather", "football", "penguins", "heart")
tables = {name: getattr(datasets, name)() for name in names}
print("          depth  greedy  ahead  best")
for name, table in tables.items():
    for depth in (1, 2, 3):
        models = grow_three(table, depth)
        counts = [errors(model, table) for model in models]
        print(f"{name:9} {depth:5} {counts[0]:7} {counts[1]:6} {counts[2]:5}", end="  ")
        print(models[2].certificate_)

# %%
# With one question greedy trees miss the best one only because they make something else small:
# impurity, not errors.  With more, a first question that looks worse may be the better one.  The
# look ahead finds it on all of these tables, but only the search for the best tree proves that.
#
# How far is a tree from the best one of its own size, that is, no deeper, with no more leaves and
# no smaller ones?  Penguins, depth 2: the greedy tree, and the one that looked ahead.

penguins = tables["penguins"]
greedy, ahead, best = grow_three(penguins, 2)
for model in (greedy, ahead):
    print(explain.distance_from_optimal(model, penguins.X, penguins.y, seconds=None))

# %%
# The greedy tree.

greedy_picture = show.plot(greedy)

# %%
# The best one.

best_picture = show.plot(best)

# %%
# The smallest tree that is right about everybody: of the trees without an error the one with the
# fewest leaves.  The proof that none is smaller is the best tree with a leaf less, which errs.

for name in ("drug", "weather"):
    table = tables[name]
    grown = TreeClassifier().fit(table.X, table.y)
    smallest = OptimalClassifier(objective="smallest", max_depth=None).fit(table.X, table.y)
    n_leaves = smallest.n_leaves_
    fewer = OptimalClassifier(max_depth=None, max_leaves=n_leaves - 1).fit(table.X, table.y)
    print(f"{name}: greedy {grown.n_leaves_} leaves, smallest {n_leaves}; ", end="")
    print(f"with {n_leaves - 1}: {fewer.certificate_}")

# %%
# Small or right?  The best tree of each number of leaves is what can be had; a greedy tree of as
# many leaves lies on that line or above it.

heart = tables["heart"]
print("leaves  greedy  best")
for n_leaves in (2, 3, 4, 5, 6, 8):
    greedy = TreeClassifier(max_leaf_nodes=n_leaves, max_depth=3).fit(heart.X, heart.y)
    best = OptimalClassifier(max_leaves=n_leaves, max_depth=3).fit(heart.X, heart.y)
    print(f"{n_leaves:6} {errors(greedy, heart):7} {errors(best, heart):5}")

# %%
# One level deeper there are many more trees.  The search may look at so many subproblems only; what
# it says is true all the same.

large = TreeClassifier(max_depth=4).fit(heart.X, heart.y)
print(explain.distance_from_optimal(large, heart.X, heart.y, seconds=None, work_limit=5000))

# %%
# Numbers: three levels with noise, and the squared error per sample.  Up to depth 2 the greedy tree
# is as good as the best.  What lies deeper is noise, and the best tree fits that best: it is the
# best of these samples, not of others.

steps = datasets.steps()
print("depth  greedy  ahead   best")
for depth in (1, 2, 3):
    greedy = TreeRegressor(max_depth=depth).fit(steps.X, steps.y)
    ahead = TreeRegressor(max_depth=depth, lookahead=2).fit(steps.X, steps.y)
    best = OptimalRegressor(max_depth=depth).fit(steps.X, steps.y)
    risks = [model.risk(steps.X, steps.y) for model in (greedy, ahead, best)]
    print(f"{depth:5} {risks[0]:7.3f} {risks[1]:6.3f} {risks[2]:6.3f}")
