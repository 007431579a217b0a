"""
Two questions for three flowers
===============================

The tree of the petals, two questions deep, is on the first page of many a book.  It hides
something: its first question is a tie.
"""

# %%
# Every node with its samples, its classes and its impurity.

from sklearn.datasets import load_iris

from arboretum import TreeClassifier, show
from arboretum.criteria import entropy

iris = load_iris()
X = {"petal length": iris.data[:, 2], "petal width": iris.data[:, 3]}
model = TreeClassifier(max_depth=2).fit(X, iris.target_names[iris.target])
for node in model.tree_.nodes():
    counts = str(node.value.astype(int).tolist())
    print(f"#{node.id}  {node.n_samples:>3.0f}  {counts:<13} {node.impurity:.4f}")
tree = show.plot(model, fields=["id", "prediction", "counts", "impurity", "bar"])

# %%
# The length at 2.45 and the width at 0.8 split the flowers in the same way.  Ties go to the first
# feature, and the node says that there was one.

print(model.tree_.node(0))

# %%
# The average impurity after each question is the cost that CART minimises.

for node in (model.tree_.node(0), model.tree_.node(2)):
    print(f"node {node.id}: {node.impurity:.4f} before, {node.impurity - node.score:.4f} after")

# %%
# Entropy needs a base.  For the last node some texts print 0.0455: that is base ten.  In bits,
# with base two, it is 0.1511.

last = model.tree_.node(4).value
for unit, base in {"bits": 2, "nats": "e", "dits": 10}.items():
    print(f"{entropy(last, base=base):.4f} {unit}")

# %%
# Books draw it with Graphviz.  That is a separate program; writing its input is not.

print(show.dot(model, preset="counts"))
