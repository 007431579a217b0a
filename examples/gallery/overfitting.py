"""
Small or right?
===============

A larger tree always fits its own samples better.  On others it is better only up to a point:
beyond that it learns the noise.
"""

# %%
# The class is yes where one feature is large and another is not, which takes three leaves; and one
# class in ten is recorded wrongly, so no tree can have fewer errors than 10%.

import matplotlib.pyplot as plt
import numpy as np

from arboretum import TreeClassifier, show
from arboretum.pruning import CostComplexity
from arboretum.stopping import Validation

rng = np.random.default_rng(0)
X = rng.uniform(size=(3000, 4))
y = ((X[:, 0] > 0.4) & (X[:, 1] <= 0.6)) != (rng.random(3000) < 0.1)
learn, judge = (X[:1000], y[:1000]), (X[1000:], y[1000:])

sizes = [2, 3, 5, 8, 12, 20, 40, 80, 150, 200]
models = [TreeClassifier(max_leaf_nodes=n).fit(*learn) for n in sizes]
own = [model.risk(*learn) for model in models]
new = [model.risk(*judge) for model in models]
print("leaves  own samples  new samples")
for n, here, there in zip(sizes, own, new, strict=True):
    print(f"{n:>6}{here:>13.1%}{there:>13.1%}")
figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
axes.plot(sizes, own, marker="o", label="its own samples")
axes.plot(sizes, new, marker="s", label="new samples")
axes.axhline(0.1, color="0.6", lw=1, label="no tree can do better")
axes.set(xlabel="leaves", ylabel="error", xscale="log", ylim=(0, 0.4))
axes.legend()

# %%
# Where to stop can be found without new samples: by cross-validation among the nested trees of
# cost-complexity pruning.

chosen = TreeClassifier(pruning=CostComplexity(cv=10, rule="1se")).fit(*learn)
print(f"{chosen.n_leaves_} leaves, {chosen.risk(*judge):.1%} on new samples")
curve = show.cp(chosen)
tree = show.plot(chosen)

# %%
# Cautious splitting stops as soon as a question does not help on samples that were held out.  Here
# each feature is informative alone, so it finds the three leaves whichever samples are held out;
# only the thresholds move.  Where features help only together, it fails: see the page on pruning.

print("held out  leaves  new samples")
for seed in range(5):
    cautious = TreeClassifier(stopping=Validation(share=0.3, random_state=seed)).fit(*learn)
    print(f"draw {seed}{cautious.n_leaves_:>10}{cautious.risk(*judge):>13.1%}")
