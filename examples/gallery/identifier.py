"""
The number of the day
=====================

Give every day a number and ask for it: one branch per day, every branch pure, and nothing learned.
Information gain falls for it.  The gain ratio divides by the bits that the answer takes.
"""

# %%
# Quinlan's fourteen days, with their number as a category.

import numpy as np

from arboretum import TreeClassifier, datasets, show

days = datasets.weather()
X = {**days.X, "day": np.array([f"day {i}" for i in range(1, 15)])}


def scores(criterion, X, y):
    """The score of every feature at the root, best first."""
    tree = TreeClassifier(criterion=criterion, splits="multiway", max_depth=1).fit(X, y).tree_
    return {rival.feature: rival.score for rival in tree.competitors(0, X, y)}


for criterion in ("entropy", "gain_ratio"):
    found = scores(criterion, X, days.y)
    print(criterion, {feature: round(float(score), 4) for feature, score in found.items()})
useless = show.plot(TreeClassifier(criterion="entropy", splits="multiway").fit(X, days.y))

# %%
# The number has all the gain there is, the entropy of the classes.  Its ratio is that entropy
# divided by log2 n, and with 14 days this is not yet small enough.  With more days it is: here the
# same weather comes up again and again, each time on a new day.

print("days  first by gain  first by gain ratio")
for times in (1, 2, 4, 8):
    n = 14 * times
    more = {name: np.tile(column, times) for name, column in days.X.items()}
    more["day"] = np.array([f"day {i}" for i in range(n)])
    y = np.tile(days.y, times)
    first = [next(iter(scores(criterion, more, y))) for criterion in ("entropy", "gain_ratio")]
    print(f"{n:>4}  {first[0]:<13}  {first[1]}")

# %%
# Leave identifiers out of the table; no measure knows what a column means.
