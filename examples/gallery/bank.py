"""
Who signs a deposit?
====================

A bank called 4521 clients to sell them a deposit.  The tree, grown as in the source of the figure,
predicts who says yes.  `The table <https://archive.ics.uci.edu/dataset/222/bank+marketing>`_ is
the smaller one of the UCI repository (CC BY).
"""

# %%
# The day and the duration of the call are left out.  The picture shows only the beginning of long
# lists of jobs; a note has the rest.

from arboretum import CARTClassifier, datasets, explain, show

bank = datasets.bank()
known = {name: values for name, values in bank.X.items() if name not in ("day", "duration")}
model = CARTClassifier.from_rpart(minsplit=65, cp=0.001)
model.set_params(kinds={"campaign": "categorical"})  # how often they called
tree = model.fit(known, bank.y).tree_
n_errors = tree.root.n_samples - tree.root.value.max()
print(f"{tree.root.n_samples:.0f} clients, {tree.n_leaves} leaves")
print(f"without a question {n_errors:.0f} errors")

# %%
# Follow one client: the last campaign failed, the call came in March, there is little money in the
# account, and the client is retired.

client = {name: [None] for name in tree.schema.feature_names} | {
    "poutcome": ["failure"],
    "month": ["mar"],
    "balance": [900],
    "job": ["retired"],
}
print(explain.path(tree, client))
print(explain.path(tree, client).path_string("left/right"))
way = show.plot(tree, path=client, preset="rpart", digits=5, title="Bank marketing")

# %%
# A well-known text with this figure says that on this path the balance exceeds 1106.5 and the
# client is unemployed.  The tree says otherwise: on this path the balance is *less* than that, and
# the unemployed are among those who sign.

unemployed = client | {"job": ["unemployed"]}
print(explain.path(tree, unemployed).words)
rich = client | {"balance": [2000]}
print(explain.path(tree, rich).words)
