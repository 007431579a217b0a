"""What a tree was grown by, asked of the tree: alike after growing and after loading."""

from dataclasses import replace

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    ID3Classifier,
    M5Regressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
    explain,
    show,
)
from arboretum.criteria import GainRatio, Gini, InformationGain, Poisson, SquaredError
from arboretum.leaves import LeafModel, Mean
from arboretum.missing import Direction, Error

X = {"x": [1.0, 2.0, 3.0, 4.0, 5.0, np.nan], "c": ["a", "b", "a", "b", "a", "b"]}
CLASSES = ["u", "u", "v", "v", "u", "v"]
NUMBERS = [0.0, 1.0, 4.0, 5.0, 2.0, 3.0]


class OwnGini(Gini):
    """The same by another name: a file cannot make it again."""


class OwnMean(Mean):
    """The same by another name."""


class OwnDirection(Direction):
    """The same by another name."""


MODELS = [
    TreeClassifier(),
    TreeClassifier(criterion="entropy", missing="majority"),
    TreeClassifier(criterion=OwnGini(), missing=OwnDirection()),
    TreeRegressor(),
    TreeRegressor(criterion="poisson", missing="branch"),
    TreeRegressor(criterion="absolute_error", missing="impute"),
    TreeRegressor(leaf=OwnMean()),
    C45Classifier(pruning=None),
    CARTClassifier(criterion=InformationGain(base="e")),
    CARTClassifier(prior={"u": 0.2, "v": 0.8}, criterion="entropy"),
    CARTRegressor(min_samples_split=2, min_samples_leaf=1),
    CARTRegressor(criterion="poisson", min_samples_split=2, min_samples_leaf=1),
    M5Regressor(),
]


def fitted(model):
    nominal = hasattr(type(model), "predict_proba")
    return model.fit(X, CLASSES if nominal else NUMBERS)


def said(tree):
    """Everything that depends on the words of parts."""
    samples = [{"x": [x], "c": [c]} for x in (1.0, np.nan) for c in "ab"]
    is_binary = all(len(tree.children(i)) in (0, 2) for i in range(tree.n_nodes))
    return [
        tree.to_text(),
        str(tree.rules()),
        [str(explain.path(tree, sample)) for sample in samples],
        show.rpart_frame(tree).to_csv() if is_binary else "",
        explain.importance(tree, "surrogate").values.tolist(),
    ]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_a_loaded_tree_answers_as_it_did_when_it_was_grown(model, tmp_path):
    tree = fitted(model).tree_
    tree.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")

    assert loaded.recipe is None
    assert said(loaded) == said(tree)


def test_a_tree_has_its_parts_again():
    drug = datasets.drug()
    tree = TreeClassifier(criterion=InformationGain(base=10), missing="error").fit(drug.X, drug.y)

    assert tree.tree_.criterion == InformationGain(base=10)
    assert tree.tree_.missing_policy == Error()
    assert tree.tree_.leaf_model.value_word == "distribution"


def test_parameters_that_change_after_growing_change_nothing():
    criterion = InformationGain(base=2)
    tree = TreeClassifier(criterion=criterion).fit(X, CLASSES).tree_

    criterion.base = "e"

    assert tree.criterion == InformationGain(base=2)


def test_the_words_of_a_part_are_not_taken_for_those_of_a_subclass():
    tree = TreeRegressor(criterion=type("Own", (SquaredError,), {})()).fit(X, NUMBERS).tree_

    assert SquaredError.is_variance
    assert not tree.criterion.is_variance


def test_a_tree_without_descriptions_has_the_words_of_any():
    tree = replace(fitted(TreeRegressor()).tree_, parts={}, recipe=None)

    assert not tree.criterion.is_variance
    assert tree.leaf_model.value_word == "mean"
    assert tree.missing_policy.refuses == ()


@pytest.mark.parametrize(
    ("criterion", "unit"),
    [
        (Gini(), 1.0),
        (Poisson(), 2.0),  # the deviance of rpart is twice the impurity
        (InformationGain(), np.log(2)),  # nats to the bit
        (InformationGain(base="e"), 1.0),
        (GainRatio(), 1.0),
    ],
)
def test_scores_in_units_of_rpart(criterion, unit):
    assert criterion.rpart_unit == pytest.approx(unit)


def test_a_custom_leaf_is_called_by_its_class():
    class Middle(LeafModel):
        def value(self, statistics, targets=None, weights=None):
            return statistics[1:2] / statistics[0]

    tree = TreeRegressor(leaf=Middle(), max_depth=1).fit(X, NUMBERS).tree_

    assert tree.leaf_model.value_word.endswith("Middle")
    assert "Middle" in tree.to_text().splitlines()[2]


def test_what_strict_policies_refuse():
    weather = datasets.weather()
    strict = TreeClassifier(missing="error").fit(weather.X, weather.y).tree_
    id3 = ID3Classifier().fit(weather.X, weather.y).tree_

    assert strict.missing_policy.refuses == ("missing", "unseen")
    assert id3.missing_policy.refuses == ("missing",)
