"""
Play tennis?
============

Quinlan's fourteen days, here without the temperature: one branch per value, chosen by information
gain.
"""

# %%
# The gain of a question is the entropy it removes.

from arboretum import ID3Classifier, datasets, show
from arboretum.criteria import entropy

days = datasets.weather()
model = ID3Classifier().fit(days.X, days.y)
for rival in model.tree_.competitors(0, days.X, days.y):
    print(f"{rival.feature:<10} {rival.score:.4f} bits")
tree = show.plot(model)

# %%
# What is a bit?  Tell a friend, by telegraph, on which of the days tennis was played.  Without any
# knowledge of the days, a message of fourteen answers takes fourteen times the entropy of one.  If
# both know the outlook, each group of days has its own, cheaper code.  The difference per day is
# the gain.

root = model.tree_.root
before = root.n_samples * entropy(root.value)
after = sum(
    child.n_samples * entropy(child.value) for child in map(model.tree_.node, root.children)
)
print(f"bits without the outlook {before:.2f}, with it {after:.2f}")
print(f"saved per day {(before - after) / root.n_samples:.4f}")
