"""
Another sample, another tree
============================

Leave out one patient in ten, and the tree may look quite different.  That is the price of choosing
one question after another: where two are nearly equally good, a few samples decide which comes
first, and everything that follows depends on it.
"""

# %%
# The tree of all patients, and one of nine patients in ten, drawn so that it begins with another
# question.

import numpy as np
from sklearn.datasets import load_breast_cancer

from arboretum import CARTClassifier, TreeRegressor, datasets, explain, show
from arboretum.tree import format_split

heart = datasets.heart()
model = CARTClassifier.from_rpart()
all_patients = model.fit(heart.X, heart.y).tree_

n = len(heart.y)
drawn = np.sort(np.random.default_rng(3).permutation(n)[: round(0.9 * n)])
some = {name: values[drawn] for name, values in heart.X.items()}
nine_in_ten = CARTClassifier.from_rpart().fit(some, heart.y[drawn]).tree_
first = show.plot(all_patients, preset="rpart", title="All patients")
second = show.plot(nine_in_ten, preset="rpart", title="Nine patients in ten")

# %%
# Why?  At the root the runner-up is close.

root = all_patients.root
split, score = root.runner_up
print(f"asked: {format_split(root.split, all_patients.schema)}, score {root.score:.4f}")
print(f"runner-up: {format_split(split, all_patients.schema)}, score {score:.4f}")

# %%
# ``explain.stability`` grows many trees from subsets of the samples and counts what comes back.
# Of these 200, only 11 have the same structure as the tree of all patients, and 74 different
# structures come up.

print(explain.stability(model, heart.X, heart.y, n_trees=200, share=0.9))

# %%
# Different questions do not mean different predictions.  The tumours of the Wisconsin data show
# this as well: hardly any two trees have the same structure, but they predict alike.

tumours = load_breast_cancer(as_frame=False)
X = dict(zip(tumours.feature_names.tolist(), tumours.data.T, strict=True))
y = tumours.target_names[tumours.target]
print(explain.stability(CARTClassifier(), X, y, n_trees=30))

# %%
# Whatever is unstable has a high variance, and that is the link to overfitting: a tree follows its
# own samples, noise included.  Take a wave with noise, a hundred draws of it, and look at what
# trees predict.  Small trees are wrong whatever the draw, which is the bias; large ones depend on
# the draw, which is the variance.  A tree of medium size has the smallest sum of both.

rng = np.random.default_rng(0)
x_new = np.linspace(0, 1, 200)[:, None]
truth = np.sin(2 * np.pi * x_new[:, 0])


def predictions(n_leaves):
    """What trees of some size predict, one row per draw of 100 samples."""
    found = []
    for _ in range(100):
        x = rng.uniform(size=(100, 1))
        noisy = np.sin(2 * np.pi * x[:, 0]) + rng.normal(scale=0.5, size=100)
        found.append(TreeRegressor(max_leaf_nodes=n_leaves).fit(x, noisy).predict(x_new))
    return np.array(found)


print("leaves  bias²  variance    sum")
for n_leaves in (2, 5, 10, 100):
    guess = predictions(n_leaves)
    bias, variance = np.mean((guess.mean(axis=0) - truth) ** 2), guess.var(axis=0).mean()
    print(f"{n_leaves:>6}  {bias:.3f}  {variance:>8.3f}  {bias + variance:.3f}")
