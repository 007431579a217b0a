"""
A tree for every function
=========================

Can every function of yes and no be written as a tree?  Yes: ask for all inputs one after another,
and put the value at the end.  A learner finds such a tree if it is allowed to ask questions that
gain nothing at first.
"""

# %%
# All functions of two and of three inputs: every one is learned without error.

from collections import Counter
from itertools import product

import numpy as np

from arboretum import TreeClassifier, show

for n in (2, 3):
    inputs = np.array(list(product([0, 1], repeat=n)), dtype=float)
    wrong, leaves = 0, Counter()
    for values in product([0, 1], repeat=2**n):
        model = TreeClassifier().fit(inputs, values)
        wrong += int(np.sum(model.predict(inputs) != values))
        leaves[model.n_leaves_] += 1
    print(f"{n} inputs: {sum(leaves.values())} functions, {wrong} errors")
    print(f"  functions by the leaves of their trees: {dict(sorted(leaves.items()))}")

# %%
# *Either, but not both* is the hard one: neither input says anything on its own.

inputs = {"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}
either = TreeClassifier().fit(inputs, ["no", "yes", "yes", "no"])
print([round(float(score), 4) for score in either.tree_.score[~either.tree_.is_leaf]])
tree = show.plot(either)
