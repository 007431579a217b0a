"""
How much noise can a tree stand?
================================

Trees are said to be immune to noise, outliers and missing values.  Measure it: corrupt the
penguins, grow the tree again, and see how much of it is left.
"""

# %%
# Four ways to corrupt the training samples.  What counts is how often the new tree predicts as the
# tree of the clean samples does, on clean penguins.

import numpy as np

from arboretum import CARTClassifier, datasets, show
from arboretum.tree import format_split

penguins = datasets.penguins()
numbers = [name for name, column in penguins.X.items() if column.dtype.kind == "f"]
clean = CARTClassifier().fit(penguins.X, penguins.y)
n = len(penguins.y)
tree = show.plot(clean, title="Clean samples")


def wrong_classes(rng, X, y):
    """One class in ten is replaced by any class."""
    return X, np.where(rng.random(n) < 0.1, rng.choice(np.unique(y), n), y)


def shaken(rng, X, y):
    """Numbers are measured with an error of a fifth of their spread."""
    for name in numbers:
        X[name] = X[name] + rng.normal(scale=0.2 * np.nanstd(X[name]), size=n)
    return X, y


def outliers(rng, X, y):
    """One number in twenty has slipped by three places."""
    for name in numbers:
        X[name] = np.where(rng.random(n) < 0.05, 1000 * X[name], X[name])
    return X, y


def missing(rng, X, y):
    """Three numbers in ten are lost."""
    for name in numbers:
        X[name] = np.where(rng.random(n) < 0.3, np.nan, X[name])
    return X, y


print(f"clean samples: {format_split(clean.tree_.root.split, clean.tree_.schema)}")
for spoil in (wrong_classes, shaken, outliers, missing):
    agreed, thresholds, same_root = [], [], 0
    for seed in range(20):
        copies = {name: column.copy() for name, column in penguins.X.items()}
        X, y = spoil(np.random.default_rng(seed), copies, penguins.y.copy())
        model = CARTClassifier().fit(X, y)
        agreed.append(np.mean(model.predict(penguins.X) == clean.predict(penguins.X)))
        root = model.tree_.root.split
        if root.column == clean.tree_.root.split.column:
            same_root += 1
            thresholds.append(root.thresholds[0])
    print(
        f"{spoil.__name__:<14} same first question {same_root:>2} of 20, "
        f"at {min(thresholds):.1f} to {max(thresholds):.1f}; agreement {np.mean(agreed):.1%}"
    )

# %%
# Another question may come first if the runner-up was close.  But thresholds move little, and
# predictions hardly at all.  How far out an outlier is does not matter, since thresholds depend
# only on the order of the values: whatever keeps the order keeps the tree.

stretched = {
    name: np.exp(X / np.nanmax(X)) if name in numbers else X for name, X in penguins.X.items()
}
again = CARTClassifier().fit(stretched, penguins.y)
print((again.apply(stretched) == clean.apply(penguins.X)).all())
