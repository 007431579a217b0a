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
from arboretum.criteria import entropy

for p in (1, 1 / 2, 1 / 4, 1 / 16):
    print(f"p = {p:<6} {abs(np.log2(p)):.0f} bits")
p = np.linspace(0.01, 1, 200)
figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
axes.plot(p, -np.log2(p), label="surprise −log2 p")
axes.plot(p, -p * np.log2(p), label="its part in entropy")
axes.set(xlabel="probability p", ylabel="bits")
axes.legend()

# %%
# Someone who expects the wrong probabilities is surprised more often.  The excess is the
# Kullback-Leibler divergence; it is never negative, and zero only for the truth itself.


def surprise(truth, belief):
    """Expected bits of messages that come by ``truth``, to someone who trusts ``belief``."""
    here = truth > 0
    return float(-np.sum(truth[here] * np.log2(belief[here])))


def divergence(truth, belief):
    """Bits lost by trusting a belief."""
    return surprise(truth, belief) - surprise(truth, truth)


P = np.array([0.10, 0.15, 0.16, 0.19, 0.40])
even = np.full(5, 1 / 5)
print(f"expected by the truth {surprise(P, P):.4f}, by even odds {surprise(P, even):.4f}")
print(f"divergence {divergence(P, even):.4f}, of the truth from itself {divergence(P, P):.4f}")

# %%
# A question turns the shares of a node into those of its branches.  How far each branch diverges
# from the node, on average, *is* the information gain.

drug = datasets.drug()
tree = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y).tree_
for node in tree.nodes():
    if node.is_leaf:
        continue
    shares = node.value / node.value.sum()
    children = [tree.node(child) for child in node.children]
    weights = [child.weight / node.weight for child in children]
    diverged = sum(
        w * divergence(child.value / child.value.sum(), shares)
        for w, child in zip(weights, children, strict=True)
    )
    print(f"node {node.id}: gain {node.score:.4f}, mean divergence of its branches {diverged:.4f}")

# %%
# It is also what is saved when writing down the drugs of all patients: without any knowledge, one
# bit each; if the blood pressure is known, only those with normal pressure need one.

before = sum(entropy(tree.root.value) for _ in drug.y)
after = sum(tree.node(c).weight * entropy(tree.node(c).value) for c in tree.root.children)
print(
    f"{before:.0f} bits before, {after:.0f} after: {(before - after) / len(drug.y):.1f} per patient"
)
