"""
Steps
=====

The smallest trees: one question, two questions, and numbers instead of classes.
"""

# %%
# If everyone whose blood pressure is above 150 is ill and no one else is, one question is the
# whole tree.

import numpy as np

from arboretum import CARTRegressor, TreeClassifier, datasets, show

pressure = np.array([110, 120, 130, 140, 149, 151, 160, 170, 180])
ill = np.where(pressure > 150, "yes", "no")
one = TreeClassifier().fit({"blood pressure": pressure}, ill)
print(one.tree_.to_text(style="box"))

# %%
# Two questions make three segments.  Left of X1 = 8 everything is of class I, so only the other
# side is split again, at X2 = 7.

rng = np.random.default_rng(0)
X = {"X1": rng.integers(0, 16, 120) + 0.5, "X2": rng.integers(0, 14, 120) + 0.5}
segment = np.where(X["X1"] < 8, "I", np.where(X["X2"] < 7, "II", "III"))
two = TreeClassifier().fit(X, segment)
print(two.tree_.to_text(style="box"))
segments = show.regions(two, X, segment)

# %%
# A tree of numbers predicts the mean of a region.  Here there are three levels with noise, and the
# tree finds the two places where they change: 1000 and 2000.

levels = datasets.steps()
model = CARTRegressor().fit(levels.X, levels.y)
print(model.tree_.to_text(style="box"))
line = show.regions(model, levels.X, levels.y)

# %%
# As a tree.

tree = show.plot(model, data=(levels.X, levels.y))
