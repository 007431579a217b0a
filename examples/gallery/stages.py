"""
Entropy can be asked in stages
==============================

First separate the first class from the rest, then the rest from each other: entropy stays the
same.  What the first question leaves open, weighted by how often it is left open, adds up to the
whole.  Other measures do not have this property.
"""

# %%
# Five samples of the first class, three of the second, two of the third.

import numpy as np

from arboretum import TreeClassifier, datasets, show
from arboretum.criteria import entropy, gini
from arboretum.data import make_dataset
from arboretum.estimators import grow_in_stages
from arboretum.judging import cross_validate
from arboretum.species.stages import grow_staged

classes = np.array([5.0, 3.0, 2.0])
first, rest = np.array([5.0, 5.0]), np.array([3.0, 2.0])
for name, measure in {"entropy": entropy, "gini": gini}.items():
    at_once = measure(classes)
    staged = measure(first) + 0.5 * measure(rest)
    print(
        f"{name}: at once {at_once:.4f}, in stages {measure(first):.4f} + 0.5 * "
        f"{measure(rest):.4f} = {staged:.4f}"
    )

# %%
# So the gains along a tree also add up, each weighted by the share of samples that are asked the
# question: to the entropy at the root minus what is left at the leaves.

penguins = datasets.penguins()
tree = TreeClassifier(criterion="entropy", max_depth=3).fit(penguins.X, penguins.y).tree_
share = tree.weight / tree.weight[0]
inner = ~tree.is_leaf
print(f"sum of the gains {share[inner] @ tree.score[inner]:.4f}")
left = share[~inner] @ tree.impurity[~inner]
picture = show.plot(tree, fields=["prediction", "share", "impurity", "bar"])
print(f"entropy at the root {tree.impurity[0]:.4f}, at the leaves {left:.4f}")

# %%
# A tree can be grown in stages, too: one class against the rest, then the next at the leaves that
# are left.  Is it as small, and as good on samples that it has not seen, as one that is grown for
# all classes at once?

samples = make_dataset(penguins.X, penguins.y, nominal=True)


def compare(name, model, grow):
    (error,) = cross_validate(samples, grow, n_folds=10, seed=0).errors
    wrong = f"{error.value:.1%} ± {error.standard_error:.1%}"
    print(f"{name}: {model.n_leaves_} leaves, wrong for {wrong}")


for criterion in ("entropy", "gini"):
    tree = TreeClassifier(criterion=criterion)
    at_once = TreeClassifier(criterion=criterion).fit(penguins.X, penguins.y)
    compare(
        f"{criterion}, all at once",
        at_once,
        lambda training, progress, tree=tree: tree.fit_dataset(training).tree_,
    )
    for first in at_once.classes_:
        order = sorted(at_once.classes_, key=lambda name, first=first: name != first)
        compare(
            f"{criterion}, {first} first",
            grow_in_stages(tree, penguins.X, penguins.y, order),
            lambda training, progress, tree=tree, order=order: grow_staged(tree, training, order),
        )

# %%
# Entropy scores a question for all classes as the sum of its scores in the stages.  But each
# question is chosen for its own stage only, so that the trees differ, and it matters which class
# comes first.
