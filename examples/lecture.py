"""The blackboard: every gain at every node, for the two tables that lectures use."""

from arboretum import TreeClassifier, datasets

for example in (datasets.weather(), datasets.drug()):
    print(example.description)
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(example.X, example.y)
    tree = model.tree_
    for node in tree.nodes():
        if node.is_leaf:
            continue
        place = " and ".join(node.conditions) or "all samples"
        counts = ", ".join(
            f"{count:.0f} {name}"
            for name, count in zip(tree.schema.classes, node.value, strict=True)
        )
        print(f"\n{place}: {counts}; entropy {node.impurity:.4f} bits")
        for rival in tree.competitors(node.id, example.X, example.y):
            feature = rival.feature if len(rival.split.branches) else rival.text
            print(f"  gain of {feature:<15} {rival.score:.4f}{'  a tie' * rival.is_tie}")
    print(f"\n{tree.to_text(style='box')}\n")
