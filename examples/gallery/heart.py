"""
A tree of the heart
===================

Is there heart disease? 270 patients of the Statlog project answer with thirteen measurements.  R's
rpart grows one of the best-known trees from them, and so does ``CARTClassifier``.

`The table <https://archive.ics.uci.edu/dataset/145/statlog+heart>`_ is that of the UCI repository
(CC BY).
"""

# %%
# Class 1 means no disease, class 2 disease; ``thal`` is 3 where the thallium scan is normal.

from arboretum import CARTClassifier, datasets, explain, show
from arboretum.tree import format_split

heart = datasets.heart()
disease = {heart.target_name: heart.y}
tree = CARTClassifier.from_rpart().fit(heart.X, disease).tree_
print(tree.to_text("R"))

# %%
# In rpart's drawing, the length of a branch shows how many errors the question above it saves: the
# first question, about the scan, matters most.  Left and right are as in R.

risks = {node.id: node.n_samples - node.value.max() for node in tree.nodes()}
for node in tree.nodes():
    if not node.is_leaf:
        saved = risks[node.id] - sum(risks[child] for child in node.children)
        print(f"{format_split(node.split, tree.schema):<24} saves {saved:.0f} errors")
as_in_r = show.plot(tree, preset="rpart", title="Heart disease")

# %%
# Node for node, this is rpart's tree: these are R's own node numbers, samples and errors.

for row in sorted(show.rpart_frame(tree, "pyarrow").to_pylist(), key=lambda row: row["node"]):
    said = f"n={row['n']:<4.0f} errors={row['dev']:<4.0f}{row['yval']}"
    print(f"{row['node']:>3}  {row['var']:<16} {said}")

# %%
# Who has no disease?  A tree is a nested *if*, so the leaves of one class form a disjunction of
# clauses, here three.

for clause in tree.rules().disjunction(1).split(" or "):
    print(clause)

# %%
# Why this decision?  The path is the answer.  A normal scan and pain of the fourth type, but
# coloured vessels: disease.

patient = {name: [None] for name in tree.schema.feature_names} | {
    "thal": ["3"],
    "pain.type": ["4"],
    "coloured.vessels": [1],
}
print(explain.path(tree, patient))
print(explain.path(tree, patient).path_string("left/right"))

# %%
# The same on the picture: follow the arrows.

way = show.plot(tree, path=patient, preset="rpart", title="Why a disease?")

# %%
# What matters?  The higher up a feature is asked and the longer its branches are, the more
# important it is. rpart adds what a feature would have done as a surrogate for the one that was
# asked.

print(explain.importance(tree, "surrogate"))
importance = show.importance(tree, kind="surrogate")
