"""
Why not simply count errors?
============================

A tree is judged by its errors, so why is it not grown by them?  Because errors only change where a
majority changes.  A question that makes one side pure and the other less clear is valuable, but
saves no errors yet.
"""

# %%
# Eighty samples of one class, twenty of the other; the question separates fifty of the first.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer, load_wine

from arboretum import TreeClassifier, datasets
from arboretum.criteria import ErrorRate, Gini, InformationGain, entropy, gini, purity

node = np.array([80.0, 20.0])
branches = np.array([[50.0, 0.0], [30.0, 20.0]])
for criterion in (ErrorRate(), Gini(), InformationGain()):
    score = abs(criterion.score(node, branches[None])[0])
    print(f"{criterion.name:<8} {score:.4f}")

# %%
# In a picture: the impurity after a question is on the straight line between its branches.  Where
# the curve bends, the line is below it, so something is gained.  The error rate has straight
# sides, and a question between two points on one side gains nothing.

p = np.linspace(0, 1, 201)
shares = np.stack([p, 1 - p], axis=1)
figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
axes.plot(p, entropy(shares) / 2, label="entropy / 2")
axes.plot(p, gini(shares), label="gini")
axes.plot(p, 1 - purity(shares), label="error rate")
ends = np.array([1.0, 0.6])
axes.plot(ends, gini(np.stack([ends, 1 - ends], axis=1)), "k--", lw=1)
axes.plot([0.8], [0.5 * gini(np.array([30.0, 20.0]))], "ko", ms=5, label="gini after the question")
axes.set(xlabel="share of the first class", ylabel="impurity")
axes.legend()

# %%
# What does this mean for whole trees?  Grown by errors, they need more leaves to separate the same
# samples.

penguins = datasets.penguins()
wine, tumours = load_wine(), load_breast_cancer()
data = {
    "penguins": (penguins.X, penguins.y),
    "wine": (wine.data, wine.target),
    "tumours": (tumours.data, tumours.target),
}
print(f"{'':<10}leaves by error  by gini  by entropy")
for name, (X, y) in data.items():
    leaves = [TreeClassifier(criterion=c).fit(X, y).n_leaves_ for c in ("error", "gini", "entropy")]
    print(f"{name:<10}{leaves[0]:>15}{leaves[1]:>9}{leaves[2]:>12}")
