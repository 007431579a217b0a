"""
All trees that are about as good
================================

The best tree is seldom alone.  How many trees make hardly more errors, what do they ask, and for
whom do they decide differently?
"""

# %%
# The hearts of 270 patients.  All trees of at most three questions one below the other that cost
# at most a twentieth more than the best one, where each leaf costs a hundredth of the patients.

from collections import Counter

from arboretum import datasets, explain, show

heart = datasets.heart()
near = explain.near_optimal(heart.X, heart.y, max_depth=3, alpha=0.01, eps=0.05)
print(near)

# %%
# The rows are counts by errors and leaves.  Those on the Pareto front are beaten by no tree in
# errors without more leaves.  The larger the set may be, the faster it grows.

for one in near.pareto:
    print(f"{one.leaves} leaves, {one.errors:g} errors: {one.n_trees} trees")
for eps in (0.0, 0.05, 0.1, 0.15):
    wider = explain.near_optimal(heart.X, heart.y, max_depth=3, alpha=0.01, eps=eps)
    firsts = f"{len(wider.roots)} first questions"
    print(f"at most {100 * eps:3.0f} % more: {wider.n_trees:7,} trees, {firsts}")

# %%
# A best tree, which has rank 0.

best_picture = show.plot(near[0], title="A best tree")

# %%
# Another one, drawn at random: each has the same chance.  It begins with another question.

drawn = near.draw(20, random_state=2)
other = next(rank for rank in drawn if near[rank].root.split != near[0].root.split)
print(f"rank {other} of {near.n_trees}")
other_picture = show.plot(near[other], title="Another tree")

# %%
# What trees ask first, and what they ask at all.  A feature that all of them ask about is needed;
# one that few ask about can be done without.

for question, share in near.roots.items():
    print(f"{share:6.1%}  {question}")
print()
for feature, share in near.features.items():
    print(f"{share:6.1%}  {feature}")

# %%
# Which of the trees do without an examination that is dear or unpleasant?  ``only`` counts those
# that never ask a feature, that ask few, or whose answers rise with a number.

print("without a thallium scan:", near.only(never="thal").n_trees)
print("without the slope:      ", near.only(never="slope").n_trees)
print("three features at most: ", near.only(max_features=3).n_trees)
print("more vessels, more ill: ", near.only(monotone={"coloured.vessels": 1}).n_trees)

# %%
# For most patients it does not matter which tree is taken: all decide alike.  For some the trees
# are divided, and a prediction says more about the choice of the tree than about the patient.

print(f"decided alike: {len(heart.y) - len(near.disputed)} of {len(heart.y)} patients")
print("the most disputed:")
for patient in near.disputed[:5]:
    votes = near.shares[patient]
    known = {name: values[patient] for name, values in heart.X.items()}
    asked = ", ".join(f"{name} {known[name]}" for name in list(near.features)[:4])
    print(f"  {votes.max():4.0%} decide for {near.dataset.schema.classes[votes.argmax()]}: {asked}")

# %%
# How often are the disputed ones decided wrongly by the majority, how often are the others?

is_disputed = [patient in set(near.disputed.tolist()) for patient in range(len(heart.y))]
decided = [near.dataset.schema.classes[k] for k in near.shares.argmax(axis=1)]
wrong = Counter(
    disputed
    for disputed, decision, truth in zip(is_disputed, decided, heart.y, strict=True)
    if str(decision) != str(truth)
)
for disputed, name in ((True, "disputed"), (False, "not disputed")):
    n = is_disputed.count(disputed)
    print(f"{name}: {wrong[disputed]} of {n} wrong ({wrong[disputed] / n:.0%})")

# %%
# ``arboretum.report.near_optimal_page(near, "trees.html")`` has all this on a page.
