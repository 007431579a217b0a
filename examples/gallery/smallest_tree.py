"""
Is it the smallest tree?
========================

The simplest explanation is the smallest tree that is right about every sample.  Finding it is
NP-hard, so trees are grown greedily.  For twelve patients, all trees can be tried.
"""

# %%
# Every question that can be asked about the drug data: each threshold of age, sex, and blood
# pressure in two groups or in three.

from functools import cache

import numpy as np

from arboretum import TreeClassifier, datasets, show

drug = datasets.drug()
ages = np.unique(drug.X["age"])
answers = [drug.X["age"] <= threshold for threshold in (ages[:-1] + ages[1:]) / 2]
answers += [drug.X["sex"] == "male", drug.X["blood_pressure"]]
answers += [drug.X["blood_pressure"] == level for level in ("high", "low", "normal")]


@cache
def fewest_errors(rows, n_leaves):
    """Errors of the best tree with at most this many leaves on some of the patients."""
    counts = np.unique(drug.y[list(rows)], return_counts=True)[1]
    least = len(rows) - int(counts.max())
    for answer in answers:
        given = answer[list(rows)]
        parts = [
            tuple(row for row, a in zip(rows, given, strict=True) if a == v) for v in set(given)
        ]
        if least and 1 < len(parts) <= n_leaves:
            least = min(least, shared(tuple(parts), n_leaves))
    return least


def shared(parts, n_leaves):
    """Errors if the leaves are distributed among the branches in the best way."""
    first, others = parts[0], parts[1:]
    if not others:
        return fewest_errors(first, n_leaves)
    return min(
        fewest_errors(first, n) + shared(others, n_leaves - n)
        for n in range(1, n_leaves - len(others) + 1)
    )


everyone = tuple(range(len(drug.y)))
grown = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
for n_leaves in (1, 2, 3, 4):
    print(f"at most {n_leaves} leaves: {fewest_errors(everyone, n_leaves)} errors at best")
print(f"the grown tree: {grown.n_leaves_} leaves, ", end="")
print(f"{np.sum(grown.predict(drug.X) != drug.y)} errors")

# %%
# The greedy tree is one of the smallest: no tree with 3 leaves is right about all patients.

tree = show.plot(grown)

# %%
# This is not always so.  Where a class is *either, but not both* and a third feature is right most
# of the time, the third is asked first, in vain.

a, b = np.array([0, 0, 1, 1] * 4), np.array([0, 1, 0, 1] * 4)
either = np.where(a != b, "yes", "no")
hint = (either == "yes").astype(int)
hint[:4] = 1 - hint[:4]  # wrong about a quarter
X = {"a": a, "b": b, "hint": hint}
greedy = TreeClassifier().fit(X, either)
without = TreeClassifier().fit({"a": a, "b": b}, either)
print(f"greedy {greedy.n_leaves_} leaves, smallest {without.n_leaves_}")
vain = show.plot(greedy)
