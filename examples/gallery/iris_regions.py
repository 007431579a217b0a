"""
Rectangles of iris
==================

A tree of two numbers divides the plane by lines, each parallel to an axis and each only within a
region that was cut before.  This is an example from Zaki and Meira's book on data mining: setosa
against the rest, from the length and the width of the sepal.
"""

# %%
# A node is not split if it has five flowers or fewer, or if a share of 0.95 of them is of one
# class.

import numpy as np
from sklearn.datasets import load_iris

from arboretum import TreeClassifier, show
from arboretum.stopping import Purity
from arboretum.tree import format_split

iris = load_iris()
X = {"X1": iris.data[:, 0], "X2": iris.data[:, 1]}
y = np.where(iris.target == 0, "c1", "c2")
print(f"X1 from {X['X1'].min()} to {X['X1'].max()}, X2 from {X['X2'].min()} to {X['X2'].max()}")
model = TreeClassifier(criterion="entropy", min_samples_split=6, stopping=Purity(0.95)).fit(X, y)

# %%
# Five lines make six regions.  The lines are numbered like the nodes, from h0 at the root; the
# book calls the root h0 in one example and h1 in the next.  The star is the book's example point,
# which is not a flower: it is in the region of three flowers at the upper right.

z = {"X1": 6.75, "X2": 4.25}
regions = show.regions(model, X, y, point=z)
print(f"the point is of class {model.predict({name: [value] for name, value in z.items()})[0]}")

# %%
# The same as a tree, with the flowers of each class at every node.

tree = show.plot(model)
inner = [node for node in model.tree_.nodes() if not node.is_leaf]
for i, node in enumerate(inner):
    print(f"h{i}  {format_split(node.split, model.tree_.schema):<11} gain {node.score:.4f}")

# %%
# Each region is a rule.  Every point is in exactly one of them: the library can prove that.

rules = model.tree_.rules()
print(rules)
print(rules.check())
