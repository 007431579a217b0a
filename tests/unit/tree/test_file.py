from __future__ import annotations

import copy
import json
import os
import stat

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import TreeFileError
from arboretum.tree import Tree
from arboretum.tree.file.json_file import dumps, loads
from tests.unit.tree.examples import TARGETS, drug_tree, petal_tree, random_tree, shirt_tree


@pytest.mark.parametrize("make", [petal_tree, drug_tree, shirt_tree])
def test_a_saved_tree_reads_back_bit_for_bit(make, tmp_path):
    tree = make()

    tree.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == tree
    assert Tree.load(str(tmp_path / "tree.json")) == tree
    assert Tree.from_dict(tree.to_dict()) == tree


def test_categories_keep_their_types(tmp_path):
    tree = random_tree(0, targets=TARGETS[1])

    tree.save(tmp_path / "tree.json")

    assert repr(Tree.load(tmp_path / "tree.json").schema) == repr(tree.schema)


def test_the_file_is_plain_json_with_the_format_first(tmp_path):
    petal_tree().save(tmp_path / "tree.json")

    text = (tmp_path / "tree.json").read_text(encoding="utf-8")

    assert text.startswith('{\n"format": "arboretum-tree/2",\n')
    assert json.loads(text) == petal_tree().to_dict()


def test_names_are_readable_in_the_file():
    assert "città".encode() in dumps(random_tree(0))


def test_a_name_that_is_no_unicode_text_still_reads_back():
    tree = petal_tree()
    document = tree.to_dict()
    document["schema"]["features"][0]["name"] = "half \ud800 pair"

    odd = Tree.from_dict(document)

    assert loads(dumps(odd)) == odd


def test_an_infinite_score_reads_back():
    document = petal_tree().to_dict()
    document["splits"]["score"][0] = "inf"
    document["splits"]["score"][2] = "-inf"

    tree = Tree.from_dict(document)

    assert tree.score[[0, 2]].tolist() == [np.inf, -np.inf]
    assert loads(dumps(tree)) == tree


def test_digits_of_thresholds_are_kept_and_may_be_absent():
    tree = TreeClassifier().fit({"x": [1 / 3, 2 / 3, 5 / 7]}, [0, 1, 0]).tree_
    document = tree.to_dict()

    assert Tree.from_dict(document).to_text() == tree.to_text()
    del document["splits"]["digits"]
    old = Tree.from_dict(document)
    assert old == tree
    assert all(repr(number) in old.to_text() for number in tree.splits.thresholds.tolist())


@pytest.mark.parametrize(
    "digits", [[0, 3], [3], [3, 18], [3, 100], [3, 118], [3, -18], "33", [3, 2.5]]
)
def test_digits_that_no_number_has_are_refused(digits):
    tree = TreeClassifier().fit({"x": [1 / 3, 2 / 3, 5 / 7]}, [0, 1, 0]).tree_
    document = tree.to_dict()
    document["splits"]["digits"] = digits

    with pytest.raises(TreeFileError, match=r"splits\.digits"):
        Tree.from_dict(document)


# Saving ------------------------------------------------------------------------


def test_saving_replaces_the_file_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "tree.json"
    petal_tree().save(path)
    drug_tree().save(path)

    assert Tree.load(path) == drug_tree()
    assert os.listdir(tmp_path) == ["tree.json"]


@pytest.mark.parametrize("trouble", [OSError("disk full"), KeyboardInterrupt()])
def test_a_stop_while_saving_keeps_the_old_file(trouble, tmp_path, monkeypatch):
    path = tmp_path / "tree.json"
    petal_tree().save(path)

    def fail(_):
        raise trouble

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(type(trouble)):
        drug_tree().save(path)

    assert Tree.load(path) == petal_tree()
    assert os.listdir(tmp_path) == ["tree.json"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_saved_file_is_as_readable_as_any_other(tmp_path):
    (tmp_path / "plain").touch()

    petal_tree().save(tmp_path / "tree.json")

    usual = stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    assert stat.S_IMODE((tmp_path / "tree.json").stat().st_mode) == usual


def test_a_missing_folder_or_file_is_the_systems_own_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        petal_tree().save(tmp_path / "nowhere" / "tree.json")
    with pytest.raises(FileNotFoundError):
        Tree.load(tmp_path / "tree.json")


# Damage ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cut off or damaged in line 1"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"[1, 2]", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b"{}", "'format' is not 'arboretum-tree/2'"),
        (b'{"format": "pickle"}', "'format' is not"),
        (b'{"format": "arboretum-tree/3"}', "newer arboretum"),
        (b'{"format": "arboretum-tree/1"}', "'schema' is missing"),
        (b'{"format": 1, "format": 2}', "'format' appears twice"),
        (b'{"a": NaN}', "NaN is not a JSON number"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "damaged"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_file_that_is_no_tree_is_refused(data, words):
    with pytest.raises(TreeFileError, match=words):
        loads(data)


def test_the_error_names_the_file(tmp_path):
    (tmp_path / "tree.json").write_text("{")

    with pytest.raises(TreeFileError, match=r"tree\.json: .*line 1"):
        Tree.load(tmp_path / "tree.json")


def test_every_truncation_is_refused():
    data = dumps(petal_tree()).rstrip()

    for length in range(len(data)):
        with pytest.raises(TreeFileError):
            loads(data[:length])


def put(*path):
    """A change that sets the last of ``path`` at the place the others lead to."""

    def change(document):
        *way, last, value = path
        for key in way:
            document = document[key]
        document[last] = value

    change.path = path
    return change


DAMAGE = [
    (put("extra", 1), "'extra' is not a known field"),
    (put("nodes", []), "nodes: expected an object, found a list"),
    (put("parts", 3), "parts: expected an object"),
    (put("reasons", [1]), r"reasons\[0\]: expected str"),
    (put("reasons", []), r"nodes.stop_reason\[1\]"),
    # nodes
    (put("nodes", "parent", [None, 0, 0, 2]), "expected 4 entries, found 5"),
    (put("nodes", "parent", []), r"nodes.parent\[0\]: expected null"),
    (put("nodes", "parent", 0, 0), r"nodes.parent\[0\]: expected null"),
    (put("nodes", "parent", 2, None), r"nodes.parent\[2\]: the nodes are not in"),
    (put("nodes", "parent", 1, 4), r"nodes.parent\[1\]: the nodes are not in"),
    (put("nodes", "parent", 4, 1), r"nodes.parent\[4\]: the nodes are not in"),
    (put("nodes", "parent", 1, True), r"nodes.parent\[1\]: expected int or null, found a bool"),
    (put("nodes", "parent", 1, 2**70), r"nodes.parent\[1\]: expected a whole number"),
    (put("nodes", "parent", 4, 0), r"splits.arity\[0\]: the node has 3 children"),
    (put("nodes", "weight", 0, -1.0), r"nodes.weight\[0\]: expected a number that is not negative"),
    (put("nodes", "weight", 0, "1"), r"nodes.weight\[0\]: expected float or int, found a string"),
    (put("nodes", "weight", 0, 10**400), "nodes.weight: a number is too large"),
    (put("nodes", "impurity", 0, float("inf")), r"nodes.impurity\[0\]: expected a finite"),
    (put("nodes", "value", 3, [1.0, 2.0]), r"nodes.value\[3\]: expected 3 numbers, found 2"),
    (put("nodes", "value", 3, 1.0), r"nodes.value\[3\]: expected list"),
    (put("nodes", "value", 3, [1.0, 2.0, -1.0]), "nodes.value: a class has a negative weight"),
    (put("nodes", "stop_reason", 0, 0), r"nodes.stop_reason\[0\]: a leaf has a reason"),
    (put("nodes", "stop_reason", 1, None), r"nodes.stop_reason\[1\]: a leaf has a reason"),
    (put("nodes", "tie", 1, True), r"nodes.tie\[1\]: a leaf has no tie"),
    (put("nodes", "tie", 1, 0), r"nodes.tie\[1\]: expected bool"),
    # splits
    (put("splits", "column", 0, 2), r"splits.column\[0\]: expected a whole number from 0 to 1"),
    (put("splits", "column", 0, None), r"splits.kind\[0\]: a kind goes with a column"),
    (put("splits", "kind", 0, "oblique"), r"splits.kind\[0\]: expected one of interval"),
    (
        put("splits", "kind", 0, "category"),
        "splits.thresholds: the counts add up to 1, but there are 2",
    ),
    (put("splits", "arity", 0, 1), r"splits.arity\[0\]: a split has at least 2"),
    (put("splits", "arity", 0, 3), r"splits.arity\[0\]: the values make 2 branches"),
    (put("splits", "arity", 1, 2), r"splits.arity\[1\]: no split"),
    (put("splits", "missing_branch", 0, 2), r"splits.missing_branch\[0\]: the split has only 2"),
    (put("splits", "value_count", 0, 2**31 - 1), "splits.thresholds: the counts add up to"),
    (
        put("splits", "thresholds", [2.45]),
        "splits.thresholds: the counts add up to 2, but there are 1",
    ),
    (put("splits", "thresholds", 0, None), r"splits.thresholds\[0\]: expected float"),
    (put("splits", "score", 0, None), r"splits.score\[0\]: a node has a score"),
    (put("splits", "score", 1, 0.5), r"splits.score\[1\]: a node has a score"),
    (put("splits", "score", 0, "nan"), r"splits.score\[0\]: expected a number, null"),
    (put("runner_ups", "missing_branch", 0, 9), r"runner_ups.missing_branch\[0\]"),
    # schema
    (put("schema", "features", []), r"splits.column\[0\]"),
    (put("schema", "targets", []), "schema.targets: a tree predicts"),
    (put("schema", "features", 0, "name", 1), r"schema.features\[0\].name: expected a string"),
    (put("schema", "features", 0, "name", "petal width"), "schema.features: two have the same"),
    (put("schema", "features", 0, "kind", "date"), r"schema.features\[0\].kind: expected"),
    (put("schema", "features", 0, "categories", ["a"]), "a numeric feature has none"),
    (put("schema", "features", 0, "clock", None), r"features\[0\].clock: expected an object"),
    (put("schema", "features", 0, "clock", {"kind": "date"}), "clock: 'unit' is missing"),
    (
        put("schema", "features", 0, "clock", {"kind": "sundial", "unit": "day"}),
        "clock.kind: expected one of date, datetime, instant, time, duration",
    ),
    (
        put("schema", "features", 0, "clock", {"kind": "date", "unit": "second"}),
        "clock.unit: expected one of quarter, month, day",
    ),
    (
        put("schema", "features", 0, "clock", {"kind": ["date"], "unit": {}}),
        "clock.kind: expected one of date",
    ),
    (
        put("schema", "features", 0, "clock", {"kind": "date", "unit": "day", "order": None}),
        "clock.order: expected one of day-first, month-first",
    ),
    (put("schema", "targets", 0, "classes", []), r"schema.targets\[0\].classes: expected at"),
    (put("schema", "targets", 0, "classes", ["a", "a", "b"]), "an entry appears twice"),
    (put("schema", "targets", 0, "classes", ["a", None, "b"]), r"classes\[1\]: expected str"),
    (put("schema", "targets", 0, "classes", [1, 2, 2**80]), r"classes\[2\]: the whole number"),
    (put("schema", "targets", 0, "classes", ["a", "b"]), r"nodes.value\[0\]: expected 2"),
    # loss
    (put("loss", [[0.0, 1.0, 1.0]]), "loss: expected 3 entries"),
    (put("loss", [[0.0, 1.0, -1.0]] * 3), "loss: a loss is negative"),
]


@pytest.mark.parametrize(
    ("change", "words"), DAMAGE, ids=[".".join(map(str, c.path))[:50] for c, _ in DAMAGE]
)
def test_damage_is_found_and_placed(change, words):
    document = copy.deepcopy(petal_tree().to_dict())
    change(document)

    with pytest.raises(TreeFileError, match=words):
        Tree.from_dict(document)


@pytest.mark.parametrize(
    ("make", "change", "words"),
    [
        (drug_tree, put("splits", "branches", [0, 1]), "the counts add up to 3, but there are 2"),
        (drug_tree, put("splits", "branches", 2, 0), r"splits.arity\[0\]: the values make 2"),
        (drug_tree, put("splits", "branches", 0, 2), "splits.branches: those of node 0 leave out"),
        (drug_tree, put("splits", "branches", 0, -2), r"splits.branches\[0\]: expected a whole"),
        (drug_tree, put("splits", "column", 0, 0), "feature 'age' has no categories"),
        (drug_tree, put("splits", "column", 3, 1), "feature 'bp' has no order to cut"),
        (
            drug_tree,
            put("schema", "features", 1, "categories", ["high", "low"]),
            r"splits.value_count\[0\]: feature 'bp' has 2 categories",
        ),
        (shirt_tree, put("splits", "thresholds", [2.0, 0.5]), "those of node 0 are not ascending"),
        (shirt_tree, put("splits", "thresholds", [0.5, 7.0]), "lie outside the categories"),
        (
            shirt_tree,
            put("splits", "missing_branch", 0, 0),
            r"splits.arity\[0\]: the values make 3",
        ),
        (shirt_tree, put("splits", "value_count", 4, 1), "a presence split has 2 branches"),
        (shirt_tree, put("loss", [[0.0]]), "loss: only a tree of one target with classes"),
    ],
)
def test_damage_of_other_kinds_of_splits_is_found(make, change, words):
    document = copy.deepcopy(make().to_dict())
    change(document)

    with pytest.raises(TreeFileError, match=words):
        Tree.from_dict(document)


def test_targets_with_and_without_classes_do_not_mix():
    document = petal_tree().to_dict()
    document["schema"]["targets"].append({"name": "other", "classes": None})

    with pytest.raises(TreeFileError, match="some targets have classes"):
        Tree.from_dict(document)


def test_parts_nested_beyond_reason_are_refused():
    document = petal_tree().to_dict()
    deep: dict = {}
    document["parts"] = deep
    for _ in range(50):
        deep["a"] = {}
        deep = deep["a"]

    with pytest.raises(TreeFileError, match="parts: nested deeper"):
        Tree.from_dict(document)
