"""
Which drug helps?
=================

Twelve patients, three features, two drugs: a tree to grow with pencil and paper.
"""

# %%
# By age alone: sort, try every threshold, count.  ``explain.lecture`` writes what a teacher writes
# on the board.

from arboretum import TreeClassifier, datasets, explain, show

patients = datasets.drug()
model = TreeClassifier(criterion="entropy", splits="multiway").fit(patients.X, patients.y)
print(explain.lecture(model, 0, patients.X, patients.y, feature="age"))

# %%
# A lecture puts the threshold at about forty, and two patients in three are then predicted
# correctly.  But three other thresholds do equally well: the share that is *correct* cannot choose
# between them.  The gain can: it is 0.0817 at 39.5 and 0.1909 at 57.5, where one side is pure.
#
# Blood pressure gains more than any age, and sex gains nothing at all.

print(explain.lecture(model, 0, patients.X, patients.y, feature="blood_pressure"))
print(explain.lecture(model, 0, patients.X, patients.y, feature="sex"))

# %%
# High and low pressure are settled.  For the patients with normal pressure, age now settles
# everything; sex would say as little as age did before.

normal = next(node for node in model.tree_.nodes() if node.parent == 0 and not node.is_leaf)
print(explain.lecture(model, normal.id, patients.X, patients.y, feature="age"))
print(explain.lecture(model, normal.id, patients.X, patients.y, feature="sex"))

# %%
# The resulting tree predicts all twelve correctly.

print(f"{model.score(patients.X, patients.y):.0%} correct")
tree = show.plot(model)
