"""scikit-learn's own checks of an estimator, with no expected failure."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from arboretum import (
    C45Classifier,
    C50Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    CHAIDRegressor,
    HierarchicalClassifier,
    ID3Classifier,
    M5Regressor,
    MAUVERegressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    NeighbourCorrection,
    OptimalClassifier,
    OptimalRegressor,
    ReadableTreeClassifier,
    ReadableTreeRegressor,
    RETISRegressor,
    RuleClassifier,
    RuleRegressor,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.splits import Buckets

ESTIMATORS = [
    TreeClassifier(),
    TreeClassifier(criterion="entropy", splits="multiway", missing="branch"),
    TreeClassifier(criterion="gain_ratio", missing="error", max_depth=3),
    TreeClassifier(criterion="chi_square", max_leaf_nodes=8),
    TreeRegressor(),
    TreeRegressor(criterion="absolute_error", missing="majority"),
    CARTClassifier(),
    CARTClassifier(criterion="entropy", complexity=0.0, min_samples_split=2),
    CARTRegressor(),
    CARTRegressor(complexity=0.0, min_samples_split=5),
    ID3Classifier(numeric=Buckets("mdl")),
    C45Classifier(),
    C50Classifier(),
    TreeRegressor(max_features=0.5, random_state=0, min_samples_leaf=2),
    CHAIDClassifier(),
    CHAIDClassifier(exhaustive=True, statistic="likelihood_ratio", min_samples_leaf=1),
    CHAIDRegressor(),
    ReadableTreeClassifier(size="best", leaf="distribution"),
    M5Regressor(),
    M5Regressor(smoothing=0, clip=False, pruning=None),
    RETISRegressor(),
    RETISRegressor(ridge=1.0, missing="majority", min_samples_leaf=3),
    MAUVERegressor(),
    OptimalClassifier(alpha=0.001),
    OptimalRegressor(),
    RuleClassifier(tree=C45Classifier()),
    RuleClassifier(tree=C45Classifier(pruning=None), method="c5rules"),
    RuleRegressor(tree=M5Regressor()),
    NeighbourCorrection(),
    NeighbourCorrection(RuleRegressor(tree=M5Regressor()), n_neighbors=2),
    MultiTargetRegressor(),
    MultiTargetRegressor(weights="equal", missing="fractional", max_leaf_nodes=6),
]

#: They try many trees on many folds for every fit; what they do with them, those above do as well.
SLOW = [
    ReadableTreeClassifier(),
    ReadableTreeRegressor(),
    RuleClassifier(),
    RuleClassifier(method="c5rules"),
    RuleRegressor(),
    NeighbourCorrection(RuleRegressor(), n_neighbors=2),
]

#: Checks that fit classes, numbers or one label, where sets of labels are learned; the last wants
#: no probability to be 1.
NOT_OF_LABELS = {
    "check_estimators_dtypes",
    "check_sample_weights_pandas_series",
    "check_sample_weights_not_an_array",
    "check_sample_weights_shape",
    "check_sample_weights_not_overwritten",
    "check_classifier_data_not_an_array",
    "check_classifiers_classes",
    "check_classifiers_train",
    "check_classifier_not_supporting_multiclass",
    "check_classifiers_multilabel_output_format_predict_proba",
}


@parametrize_with_checks(ESTIMATORS)
def test_scikit_learn_check(estimator, check):
    check(estimator)


@pytest.mark.full
@parametrize_with_checks(SLOW)
def test_scikit_learn_check_of_what_is_slow(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "estimator", [TreeClassifier(), TreeRegressor(), CARTClassifier(), CARTRegressor()], ids=repr
)
def test_no_check_is_declared_to_fail(estimator):
    from sklearn.utils.estimator_checks import check_estimator

    results = check_estimator(estimator, on_fail=None, on_skip=None)

    failed = [result["check_name"] for result in results if result["status"] == "failed"]
    assert failed == []
    assert not any(result["expected_to_fail"] for result in results)


@pytest.mark.parametrize(
    "estimator",
    [
        MultiLabelClassifier(),
        MultiLabelClassifier(strategy="binary_relevance"),
        # without a threshold it predicts the set that is most probable, not each label
        MultiLabelClassifier(strategy="label_powerset", threshold=0.5),
        HierarchicalClassifier(f_test=None),
    ],
    ids=["vector", "binary_relevance", "label_powerset", "hierarchical"],
)
def test_classifiers_of_labels_fail_no_check_that_gives_them_labels(estimator):
    from sklearn.utils.estimator_checks import check_estimator

    results = check_estimator(estimator, on_fail=None, on_skip=None)

    failed = {result["check_name"] for result in results if result["status"] == "failed"}
    assert failed <= NOT_OF_LABELS
    assert len(results) > 40


def test_the_tree_of_least_cost_fails_only_where_it_is_asked_to_miss_it():
    # The check weights one class ten million times as heavily as the other and wants the light one
    # to be given up.  Leaves are free, so the tree of least cost separates both.
    from sklearn.utils.estimator_checks import check_estimator

    results = check_estimator(OptimalClassifier(), on_fail=None, on_skip=None)

    failed = [result["check_name"] for result in results if result["status"] == "failed"]
    assert failed == ["check_class_weight_classifiers"]
