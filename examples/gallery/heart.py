"""
A tree of the heart
===================

Is there a heart disease?  270 patients of the Statlog project answer in thirteen measurements. R's
rpart grows one of the best known trees from them, and so does ``CARTClassifier``.

`The table <https://archive.ics.uci.edu/dataset/145/statlog+heart>`_ is not part of this project;
the tree is, saved beside this script.  ``python saved/grow.py FOLDER`` grows it anew from a folder
with the table.
"""

# %%
# Class 1 is no disease, class 2 a disease; ``thal`` is 3 where the thallium scan is normal.

import sys
from pathlib import Path

from arboretum import Tree, explain, show
from arboretum.tree import format_split

tree = Tree.load(Path(sys.argv[0]).with_name("saved") / "heart.json")
print(tree.to_text())

# %%
# As rpart draws it, a branch is as long as what the question above it saves in errors: the first
# question, of the scan, matters most.  (A threshold sends what is below it to the left; so left
# and right may be the other way round than in R.)

risks = {node.id: node.n_samples - node.value.max() for node in tree.nodes()}
for node in tree.nodes():
    if not node.is_leaf:
        saved = risks[node.id] - sum(risks[child] for child in node.children)
        print(f"{format_split(node.split, tree.schema):<24} saves {saved:.0f} errors")
as_in_r = show.plot(tree, preset="rpart", title="Heart disease")

# %%
# Node for node it is rpart's tree: these are R's own numbers of the nodes, samples and errors.

for row in sorted(show.rpart_frame(tree, "pyarrow").to_pylist(), key=lambda row: row["node"]):
    said = f"n={row['n']:<4.0f} errors={row['dev']:<4.0f}{row['yval']}"
    print(f"{row['node']:>3}  {row['var']:<16} {said}")

# %%
# Who has no disease?  A tree is a nested *if*, so the leaves of one class are a disjunction of
# clauses, here of three.

for clause in tree.rules().disjunction(1).split(" or "):
    print(clause)

# %%
# Why this decision?  The path is the answer.  A normal scan and pain of the fourth type, but
# vessels that are coloured: a disease.

patient = {name: [None] for name in tree.schema.feature_names} | {
    "thal": [3],
    "pain.type": [4],
    "coloured.vessels": [1],
}
print(explain.path(tree, patient))

# %%
# The same on the picture: follow the arrows.

way = show.plot(tree, path=patient, title="Why a disease?")

# %%
# What matters?  A feature is the more important the higher it is asked and the longer its branches
# are.  rpart adds what a feature would have done as a stand-in for the one that was asked.

print(explain.importance(tree, "surrogate"))
importance = show.importance(tree, kind="surrogate")
