"""A custom criterion, stopping rule and pruner, tuned together."""

import numpy as np
from sklearn.model_selection import GridSearchCV

from arboretum import TreeClassifier, datasets
from arboretum.criteria import ClassImpurity, shares
from arboretum.pruning import Pruner
from arboretum.stopping import StoppingRule
from arboretum.testing import check_criterion, check_stopping_rule


class Tsallis(ClassImpurity):
    """A family with entropy (q near 1) and Gini (q = 2) as members (Tsallis 1988)."""

    name = "tsallis"

    def __init__(self, q=1.5):
        self.q = q

    def impurity(self, statistics):
        total = (shares(statistics) ** self.q).sum(axis=-1)
        return np.where(self.weight(statistics) > 0, (1 - total) / (self.q - 1), 0.0)


class MinShare(StoppingRule):
    """A node with less than this share of all weight is not split."""

    name = "min_share"

    def __init__(self, share=0.1):
        self.share = share

    @property
    def reason(self):
        return f"less than {self.share:.0%} of the weight"

    def stops(self, node):
        return node.weight < self.share * node.root_weight


class SameAnswer(Pruner):
    """Cuts splits whose children all predict the same: they change no prediction."""

    name = "same_answer"

    def prune(self, tree, dataset):
        answer = tree.decisions[:, 0].copy()
        useless = []
        for node in tree.bottom_up():
            children = tree.children(node)
            below = set(answer[children])
            if len(children) and len(below) == 1 and below != {-1}:
                useless.append(node)
            elif len(children):
                answer[node] = -1  # more than one answer below
        return tree.collapse(useless)


check_criterion(Tsallis(), is_concave=True)
check_stopping_rule(MinShare())

frame = datasets.penguins().frame("pandas")
X, y = frame.drop(columns=["species", "year"]), frame["species"]

plain = TreeClassifier(criterion=Tsallis(), stopping=MinShare())
pruned = TreeClassifier(criterion=Tsallis(), stopping=MinShare(), pruning=SameAnswer())
n_leaves = [model.fit(X, y).tree_.n_leaves for model in (plain, pruned)]
print(f"{n_leaves[0]} leaves, {n_leaves[1]} after pruning")
print("same predictions:", (plain.predict(X) == pruned.predict(X)).all())
print(pruned.tree_.to_text(style="box"))
for leaf in pruned.tree_.leaves():
    print(f"node {leaf.id} stopped: {leaf.stop_reason}")

grid = {"criterion__q": [1.01, 1.5, 2.0], "stopping": [MinShare(0.02), MinShare(0.1)]}
search = GridSearchCV(pruned, grid, cv=5).fit(X, y)
for parameters, score in zip(
    search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
):
    print(parameters, f"{score:.3f}")
