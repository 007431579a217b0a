"""
Surprise, divergence, gain
==========================

The less probable a message is, the more it says: information is surprise.  Entropy is the expected
surprise, and the gain of a question is the divergence it makes.
"""

# %%
# A message of probability p has -log2 p bits: none if it was certain, one if the odds were even.

import matplotlib.pyplot as plt
import numpy as np

from arboretum import TreeClassifier, datasets
from arboretum.information import (
    conditional_entropy,
    cross_entropy,
    entropy,
    gain_by_branch,
    information_content,
    kl_divergence,
)

for p in (1, 1 / 2, 1 / 4, 1 / 16):
    print(f"p = {p:<6} {information_content(p):.0f} bits")
p = np.linspace(0.01, 1, 200)
figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
axes.plot(p, information_content(p), label="surprise −log2 p")
axes.plot(p, p * information_content(p), label="its part in entropy")
axes.set(xlabel="probability p", ylabel="bits")
axes.legend()

# %%
# Someone who expects the wrong probabilities is surprised more often.  The excess is the
# Kullback-Leibler divergence; it is never negative, and zero only for the truth itself.

P = [0.10, 0.15, 0.16, 0.19, 0.40]
even = [1 / 5] * 5
print(f"expected by the truth {entropy(P):.4f}, by even odds {cross_entropy(P, even):.4f}")
print(
    f"divergence {kl_divergence(P, even):.4f}, of the truth from itself {kl_divergence(P, P):.4f}"
)

# %%
# A question turns the shares of a node into those of its branches.  How far each branch diverges
# from the node, on average, *is* the information gain.

drug = datasets.drug()
tree = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y).tree_
for node in tree.nodes():
    if node.is_leaf:
        continue
    branches = [tree.node(child).value for child in node.children]
    weights, divergences = gain_by_branch(branches, normalise=True)
    diverged = weights @ divergences
    print(f"node {node.id}: gain {node.score:.4f}, mean divergence of its branches {diverged:.4f}")

# %%
# It is also what is saved when writing down the drugs of all patients: without any knowledge, one
# bit each; if the blood pressure is known, only those with normal pressure need one.

n = len(drug.y)
branches = [tree.node(child).value for child in tree.root.children]
before = n * entropy(tree.root.value, normalise=True)
after = n * conditional_entropy(branches, normalise=True)
print(f"{before:.0f} bits before, {after:.0f} after: {(before - after) / n:.1f} per patient")
