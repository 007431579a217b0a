"""
A tree that knows every patient by heart
========================================

Left alone, a tree grows until every leaf is pure.  It then makes no errors on the samples it has
seen, which says nothing about others.
"""

# %%
# The tree of the heart data without any limit, R's ``minsplit = 1, cp = 0.001``, beside the
# one with R's defaults.

import numpy as np

from arboretum import CARTClassifier, TreeClassifier, datasets, show
from arboretum.pruning import CostComplexity

heart = datasets.heart()
overgrown = CARTClassifier.from_rpart(minsplit=1, cp=0.001).fit(heart.X, heart.y).tree_
default = CARTClassifier.from_rpart().fit(heart.X, heart.y).tree_


def errors(tree):
    """How many of its own samples a tree gets wrong."""
    return int(sum(leaf.n_samples - leaf.value.max() for leaf in tree.leaves()))


for name, tree in {"without a limit": overgrown, "by default": default}.items():
    print(f"{name}: {tree.n_leaves} leaves, depth {tree.depth}, {errors(tree)} errors")

# %%
# Who would read all of it?  Folded, the picture shows how much there is.

whole = show.plot(overgrown, preset="rpart", title="Every patient by heart")
picture = show.plot(overgrown, preset="rpart", figsize=(9, 5))

# %%
# Cost-complexity pruning removes the branches that do not save enough errors to pay for their
# leaves.  At a price of 0.03 of the errors at the root, both trees become the same: the default
# tree without its question about age.

pruned = CostComplexity(cp=0.03).prune(default, None)
again = CostComplexity(cp=0.03, links="rpart").prune(overgrown, None)
print(f"{pruned.n_leaves} leaves, {errors(pruned)} errors; the same from both: ", end="")
print(pruned.splits == again.splits)
pruned_picture = show.plot(pruned, preset="rpart", title="Pruned")

# %%
# Is there a tree without errors for *any* data?  Yes, as long as no two samples agree in all
# features and differ in class.  Even for classes decided by tossing coins:

rng = np.random.default_rng(0)
X, coins = rng.uniform(size=(200, 3)), rng.integers(0, 2, 200)
model = TreeClassifier().fit(X, coins)
print(f"coins: {model.n_leaves_} leaves, {np.sum(model.predict(X) != coins)} errors")

# %%
# Where samples contradict each other, every tree makes at least as many errors as there are
# samples in the minority among their equals.  A full tree makes no more.

rough = X.round(1)
model = TreeClassifier().fit(rough, coins)
cells, place = np.unique(rough, axis=0, return_inverse=True)
counts = np.stack([np.bincount(place, coins == k, len(cells)) for k in (0, 1)])
print(f"contradictions: {counts.min(axis=0).sum():.0f}, ", end="")
print(f"errors: {np.sum(model.predict(rough) != coins)}")
