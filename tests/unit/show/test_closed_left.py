"""A tree that is cut ``x < t`` says t wherever it says anything, and answers accordingly."""

from __future__ import annotations

import json

import pytest

from arboretum import CARTClassifier, Tree, explain, show
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules import RuleSet
from arboretum.show.web.page_words import page_words

AGES = [40, 50, 52, 58, 62, 70] * 4
X = {"age": AGES, "size": [1.0, 2, 1, 2, 1, 2] * 4}
Y = ["well", "well", "ill", "ill", "well", "well"] * 4


@pytest.fixture(scope="module")
def model():
    """age < 51: well; 51 <= age < 60: ill; age >= 60: well."""
    return CARTClassifier.from_rpart(minsplit=2, cp=0.0).fit(X, Y)


def test_thresholds_are_named_as_the_question_names_them(model):
    schema = model.tree_.schema
    splits = [split for node in model.tree_.nodes() if (split := node.split)]

    named = {split.named_thresholds(schema) for split in splits}

    assert named == {(51.0,), (60.0,)}
    assert all(split.thresholds < split.named_thresholds(schema) for split in splits)
    by_default = CARTClassifier(min_samples_split=2).fit(X, Y).tree_
    split = by_default.root.split
    assert split.named_thresholds(by_default.schema) == split.thresholds


def everything_said(model):
    tree = model.tree_
    patient = {"age": [50], "size": [1.0]}
    said: dict[str, str] = {style: tree.to_text(style) for style in ("rpart", "box", "R")}
    said |= {
        "nodes": "\n".join(map(str, tree.nodes())),
        "frame": tree.to_frame().to_string(),
        "dot": show.dot(model),
        "mermaid": show.mermaid(model),
        "picture": show.plot(model).alt,
        "as in R": show.plot(model, preset="rpart", path=patient).alt,
        "rules": str(tree.rules()),
        "path": str(explain.path(model, patient)),
        "counterfactual": str(explain.counterfactual(model, patient)),
        "why not": str(explain.why_not(model, 0, X, Y)),
        "lecture": str(explain.lecture(model, 0, X, Y)),
        "stability": str(explain.stability(model, X, Y, n_trees=5)),
        "file": json.dumps(tree.to_dict()),
        "rule file": json.dumps(tree.rules().to_dict()),
        "page": json.dumps(page_words(tree), ensure_ascii=False),
        "report": model.report(X, Y).summary,
    }
    return said


def test_nothing_that_is_said_shows_the_number_that_routing_compares_with(model):
    said = everything_said(model)

    assert [name for name, text in said.items() if "99999" in text] == []
    # None says "at most" or "more than" of a number that is cut below.
    assert [name for name, text in said.items() if "age <= " in text or "age > " in text] == []
    silent = {
        "mermaid",
        "rules",
        "rule file",
        "file",
        "report",
        "stability",
        "lecture",
        "page",
        "why not",
    }
    assert {name for name, text in said.items() if "age < " not in text} <= silent


def test_conditions_on_a_path_merge_to_one_interval(model):
    ill = next(rule for rule in model.tree_.rules() if "ill" in rule.to_text())

    assert ill.to_text() == "if 51 <= age < 60 then y = ill"
    assert model.predict({"age": [50.9, 51, 59.9, 60], "size": [1.0] * 4}).tolist() == [
        "well",
        "ill",
        "ill",
        "well",
    ]


def test_a_counterfactual_is_the_threshold_itself(model):
    change = explain.counterfactual(model, {"age": [50], "size": [1.0]}).changes[0]

    assert (change.after, change.condition) == (51.0, "51 <= age < 60")


def test_files_hold_what_is_said(model):
    tree, rules = model.tree_, model.tree_.rules()
    document = tree.to_dict()

    assert sorted(document["splits"]["thresholds"]) == [51.0, 60.0]
    assert document["schema"]["features"][0]["closed"] == "left"
    assert Tree.from_dict(document).splits == tree.splits
    bounds = [
        {name: bound for name, bound in condition.items() if name in ("from", "below")}
        for rule in rules.to_dict()["rules"]
        for condition in rule["if"]
    ]
    assert {"from": 51.0, "below": 60.0} in bounds
    again = RuleSet.from_dict(rules.to_dict())
    assert [rule.conditions for rule in again] == [rule.conditions for rule in rules]


def test_an_old_file_asks_at_most():
    old = CARTClassifier(min_samples_split=2).fit(X, Y).tree_.to_dict()

    assert "closed" not in old["schema"]["features"][0]
    assert Tree.from_dict(old).schema.closed_left == ()


def test_a_file_that_mixes_both_is_refused(model):
    document = model.tree_.to_dict()
    document["schema"]["features"][0]["closed"] = "right"
    with pytest.raises(TreeFileError, match="closed: only a numeric feature has it"):
        Tree.from_dict(document)

    rules = model.tree_.rules().to_dict()
    condition = rules["rules"][0]["if"][0]
    condition["up to"] = 51.0
    with pytest.raises(RuleFileError, match="the bounds of 'age' are 'from' and 'below'"):
        RuleSet.from_dict(rules)
