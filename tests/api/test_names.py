"""Public names and signatures: what others build on."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

import arboretum
from arboretum import Tree, TreeClassifier, TreeRegressor

NAMES = {
    "arboretum": [
        "C45Classifier",
        "C50Classifier",
        "CARTClassifier",
        "CARTRegressor",
        "CHAIDClassifier",
        "CHAIDRegressor",
        "Dataset",
        "FeatureCosts",
        "ID3Classifier",
        "Prior",
        "ReadableTreeClassifier",
        "ReadableTreeRegressor",
        "RuleClassifier",
        "RuleRegressor",
        "Schema",
        "Tree",
        "TreeClassifier",
        "TreeRegressor",
        "compare",
        "compare_missing",
        "compare_pruners",
    ],
    "arboretum.criteria": [
        "AbsoluteError",
        "ChiSquare",
        "ChiSquarePValue",
        "ErrorRate",
        "FPValue",
        "GainRatio",
        "Gini",
        "InformationGain",
        "Poisson",
        "SquaredError",
        "Twoing",
        "WeightOfEvidence",
        "entropy",
        "gini",
    ],
    "arboretum.datasets": ["drug", "football", "penguins", "steps", "weather"],
    "arboretum.leaves": ["ClassDistribution", "LeafModel", "Majority", "Mean", "Median"],
    "arboretum.model": ["LabelModel", "Model", "TreeModel", "model_of"],
    "arboretum.missing": ["Branch", "Direction", "Error", "Majority", "MissingPolicy"],
    "arboretum.explain": [
        "Change",
        "Counterfactual",
        "Distance",
        "Flips",
        "Frequencies",
        "Importance",
        "Lecture",
        "Path",
        "RunnerUp",
        "SplitStability",
        "Stability",
        "Step",
        "WhyNot",
        "counterfactual",
        "frequencies",
        "importance",
        "improvements",
        "impurity_importance",
        "lecture",
        "path",
        "permutation_importance",
        "stability",
        "surrogate_importance",
        "why_not",
    ],
    "arboretum.exercises": [
        "Choice",
        "ConsistentTree",
        "Exercise",
        "GreedyTree",
        "Members",
        "Number",
        "Numbers",
        "Slip",
        "Verdict",
        "exercise",
        "exercises",
    ],
    "arboretum.information": [
        "Code",
        "block_code",
        "conditional_entropy",
        "cross_entropy",
        "enough_questions",
        "entropy",
        "equal_size_code",
        "gain_by_branch",
        "huffman_code",
        "information_content",
        "information_gain",
        "kl_divergence",
        "linear_code",
        "shannon_fano_code",
    ],
    "arboretum.pruning": [
        "AtMostDepth",
        "AtMostLeaves",
        "ComplexityTable",
        "CostComplexity",
        "CriticalValue",
        "ErrorBased",
        "MinimumDescription",
        "MinimumError",
        "Needless",
        "Pessimistic",
        "Predicate",
        "Pruner",
        "ReducedError",
        "extra_errors",
        "node_impurities",
        "node_risks",
        "pruning_sequence",
        "upper_limit",
    ],
    "arboretum.report": [
        "Choice",
        "ColumnSummary",
        "Confusion",
        "Judgement",
        "Report",
        "Residuals",
        "Suspect",
        "report_of",
    ],
    "arboretum.rules": [
        "Check",
        "Condition",
        "Explanation",
        "Origin",
        "Overlap",
        "Review",
        "Rule",
        "RuleSet",
        "Spread",
        "StandIn",
        "if_then_else",
        "rules_of",
    ],
    "arboretum.rules.post_pruning": [
        "AdjustedRules",
        "AveragedRules",
        "C45Rules",
        "C5Rules",
        "PostPruning",
        "Samples",
        "ValidatedRules",
        "post_prune",
    ],
    "arboretum.selectors": ["AboveMeanGain", "Best", "Selector"],
    "arboretum.show": [
        "Picture",
        "complexity_table",
        "cp",
        "dot",
        "html",
        "importance",
        "mermaid",
        "plot",
        "regions",
        "residuals",
        "rpart_frame",
        "table",
        "text",
    ],
    "arboretum.splits": [
        "Buckets",
        "Grouped",
        "Merge",
        "Multiway",
        "Splitter",
        "Subset",
        "Threshold",
    ],
    "arboretum.stopping": [
        "MaxDepth",
        "MinImpurityDecrease",
        "MinSamplesLeaf",
        "MinSamplesSplit",
        "MinScore",
        "Purity",
        "StoppingRule",
        "TwoBranches",
    ],
    "arboretum.testing": [
        "check_criterion",
        "check_leaf_model",
        "check_missing_policy",
        "check_splitter",
        "check_stopping_rule",
    ],
}

SHORT_NAMES = {
    "criteria.CLASS_CRITERIA": [
        "gini",
        "entropy",
        "gain_ratio",
        "error",
        "chi_square",
        "twoing",
        "symmetric_gain_ratio",
        "mantaras",
        "chi_square_p_value",
        "weight_of_evidence",
    ],
    "criteria.NUMBER_CRITERIA": [
        "squared_error",
        "absolute_error",
        "poisson",
        "f_p_value",
        "standard_deviation",
    ],
    "missing.KNOWN": ["direction", "majority", "branch", "error"],
    "pruning.KNOWN": [
        "needless",
        "cost_complexity",
        "reduced_error",
        "error_based",
        "pessimistic",
        "critical_value",
        "minimum_error",
        "minimum_description",
        "depth",
        "leaves",
    ],
    "rules.post_pruning.KNOWN": ["c45rules", "adjusted", "validation"],
    "selectors.KNOWN": ["best", "above_mean_gain"],
    "splits.RECIPES": ["binary", "multiway", "grouped", "by_arity"],
    "leaves.KNOWN": ["distribution", "majority", "mean", "median"],
}

# In the order of the design; scikit-learn's names and defaults where they exist.
CLASSIFIER = {
    "criterion": "gini",
    "splits": "binary",
    "missing": "direction",
    "leaf": "distribution",
    "stopping": (),
    "pruning": None,
    "loss": None,
    "feature_costs": None,
    "kinds": None,
    "max_depth": None,
    "min_samples_split": 2,
    "min_samples_leaf": 1,
    "min_weight_fraction_leaf": 0.0,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "max_features": None,
    "lookahead": 1,
    "keep_rows": False,
    "class_weight": None,
    "random_state": None,
    "n_jobs": None,
}
REGRESSOR = {
    **{name: value for name, value in CLASSIFIER.items() if name not in ("loss", "class_weight")},
    "criterion": "squared_error",
    "leaf": None,
}


@pytest.mark.parametrize("module", NAMES)
def test_public_names_are_there_and_declared(module):
    home = import_module(module)

    for name in NAMES[module]:
        assert hasattr(home, name)
        assert name in home.__all__


@pytest.mark.parametrize("registry", SHORT_NAMES)
def test_short_names_stand_for_parts(registry):
    module, _, attribute = registry.rpartition(".")
    known = getattr(import_module(f"arboretum.{module}"), attribute)

    assert set(SHORT_NAMES[registry]) <= set(known)


@pytest.mark.parametrize("name", arboretum._MODULES)
def test_every_public_module_keeps_its_promises(name):
    module = getattr(arboretum, name)

    assert module.__doc__
    for public in module.__all__:
        assert getattr(module, public) is not None


@pytest.mark.parametrize(
    ("estimator", "expected"), [(TreeClassifier, CLASSIFIER), (TreeRegressor, REGRESSOR)]
)
def test_constructors_take_these_parameters_by_name(estimator, expected):
    parameters = inspect.signature(estimator).parameters

    assert {name: p.default for name, p in parameters.items()} == expected
    assert {p.kind for p in parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize("estimator", [TreeClassifier, TreeRegressor])
def test_estimators_have_scikit_learns_surface_and_ours(estimator):
    model = estimator().fit({"x": [1, 2]}, [1, 2])
    methods = [
        "fit",
        "predict",
        "apply",
        "decision_path",
        "score",
        "risk",
        "get_params",
        "set_params",
    ]
    attributes = ["tree_", "feature_importances_", "n_leaves_", "depth_", "n_features_in_"]
    if estimator is TreeClassifier:
        methods += ["predict_proba", "predict_log_proba"]
        attributes += ["classes_", "n_classes_"]

    assert all(callable(getattr(model, name)) for name in [*methods, "prune"])
    assert all(hasattr(model, name) for name in attributes)
    assert list(inspect.signature(model.fit).parameters) == ["X", "y", "sample_weight"]
    prune = inspect.signature(model.prune).parameters
    assert list(prune)[:3] == ["pruner", "X", "y"]


def test_a_tree_has_the_names_of_the_design():
    tree = TreeClassifier().fit({"x": [1, 2]}, [1, 2]).tree_
    properties = ["n_nodes", "n_leaves", "depth", "root"]
    methods = [
        "node",
        "leaves",
        "to_text",
        "to_dict",
        "save",
        "prune",
        "competitors",
        "to_frame",
        "rules",
    ]

    assert all(hasattr(tree, name) for name in properties)
    assert all(callable(getattr(tree, name)) for name in methods)
    assert callable(Tree.load)
    assert callable(Tree.from_dict)
    assert tree.to_dict()["format"] == "arboretum-tree/2"


def test_a_node_tells_people_what_they_ask():
    node = TreeClassifier().fit({"x": [1, 2]}, [1, 2]).tree_.root
    asked = [
        "id",
        "depth",
        "path",
        "n_samples",
        "weight",
        "value",
        "impurity",
        "split",
        "score",
        "runner_up",
        "stop_reason",
        "is_tie",
        "prediction",
        "probabilities",
        "expected_loss",
        "children",
        "parent",
    ]

    assert all(hasattr(node, name) for name in asked)


def test_dir_lists_names_and_modules():
    assert {"TreeClassifier", "criteria", "testing", "__version__"} <= set(dir(arboretum))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Forest'"):
        arboretum.Forest  # noqa: B018
