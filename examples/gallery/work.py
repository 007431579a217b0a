"""
How much work is a tree?
========================

At every node each feature is read once: m features of n samples are m n samples to read.  What a
whole tree costs depends on how the samples divide, and that is decided by the target alone.
"""

# %%
# The same eight samples twice.  A target that rises by one is halved, again and again; one that
# goes up and down loses a single sample to each split.  The work is counted, not timed.

import matplotlib.pyplot as plt
import numpy as np

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.growing import count_work


def halving(n):
    return np.arange(n)


def cutting_off(n):
    return np.arange(n) % 2


X = np.arange(8).reshape(-1, 1)
for target in (halving, cutting_off):
    print(f"{target.__name__}: y = {target(8).tolist()}")
    print(count_work(TreeRegressor(), X, target(8)))
    print()

# %%
# Every level of the first tree reads all samples, and there are log N levels: N log N.  Each level
# of the second reads one sample less than that above, and there are N - 1 of them: about half of
# N squared.  In both the values are put in order once, at the root.
#
# Twice the samples cost little more than twice as much in the first tree, and four times as much
# in the second.

sizes = 2 ** np.arange(4, 11)
figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
for target, expected, words in (
    (halving, sizes * np.log2(sizes), "N log N"),
    (cutting_off, sizes * (sizes + 1) / 2 - 1, "N (N + 1) / 2 - 1"),
):
    counted = [
        count_work(TreeRegressor(), np.arange(n).reshape(-1, 1), target(n)).samples for n in sizes
    ]
    assert counted == expected.tolist()
    axes.loglog(sizes, counted, marker="o", base=2, label=f"{target.__name__}: {words}")
    print(f"{target.__name__:<12}", *(f"{n:>7}" for n in counted))
axes.set(xlabel="samples N", ylabel="samples read")
axes.legend()

# %%
# Real data lie between the two, near the first: the levels of the penguins get emptier, because
# most samples are in pure leaves by then.

penguins = datasets.penguins()
print(count_work(TreeClassifier(), penguins.X, penguins.y))
