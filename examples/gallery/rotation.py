"""
A turned boundary
=================

A question compares one number with a threshold, so a boundary along an axis is found with one
question.  Turn it by 45 degrees, and it takes a staircase.
"""

# %%
# A long cloud of points, and a class that changes across its middle.

import numpy as np
from sklearn.decomposition import PCA

from arboretum import TreeClassifier, show

rng = np.random.default_rng(0)
straight = rng.normal(size=(300, 2)) * [3.0, 1.0]
y = np.where(straight[:, 0] > 0, "right", "left")
cos, sin = np.cos(np.radians(45)), np.sin(np.radians(45))
turn = np.array([[cos, sin], [-sin, cos]])
turned = straight @ turn
new = rng.normal(size=(2000, 2)) * [3.0, 1.0]
truth = np.where(new[:, 0] > 0, "right", "left")


def named(points):
    return {"u": points[:, 0], "v": points[:, 1]}


as_it_is = TreeClassifier().fit(named(straight), y)
after = TreeClassifier().fit(named(turned), y)
both = {"features": ("u", "v"), "figsize": (5, 3.6)}
picture = show.regions(as_it_is, named(straight), y, **both)
turned_picture = show.regions(after, named(turned), y, **both)

# %%
# Axes that follow the cloud make the boundary straight again: principal components first, then the
# tree.  This helps if what varies most is also what matters, as it is here.

pca = PCA(2).fit(turned)
components = TreeClassifier().fit(named(pca.transform(turned)), y)
turned_new = new @ turn
print(f"{'':<22}leaves  errors on new points")
for name, model, points in (
    ("straight", as_it_is, new),
    ("turned", after, turned_new),
    ("principal components", components, pca.transform(turned_new)),
):
    print(f"{name:<22}{model.n_leaves_:>6}  {np.mean(model.predict(named(points)) != truth):.2%}")
