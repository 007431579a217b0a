"""Which penguin is this?  Grow a tree, look at it, doubt it, measure it."""

from sklearn.model_selection import cross_val_predict

from arboretum import TreeClassifier, datasets

frame = datasets.penguins().frame("pandas")
X, y = frame.drop(columns=["species", "year"]), frame["species"]

model = TreeClassifier(max_depth=3, min_samples_leaf=5).fit(X, y)
tree = model.tree_
print(tree.to_text(style="box", show_missing=True))

print("\nWhere another feature would have done as well:")
for node in tree.nodes():
    if node.is_tie:
        print(node)

print("\nWhat came close at the root:")
for rival in tree.competitors(0, X, y):
    print(f"  {rival.rank}. {rival.text:<30} {rival.score:.4f}")

predicted = cross_val_predict(model, X, y, cv=10)
print("\nEvery penguin predicted by a tree that never saw it:")
for species in model.classes_:
    wrong = ((y == species) & (predicted != species)).sum()
    print(f"  {species:<10} {wrong:>2} of {(y == species).sum():>3} wrong")
