"""``arboretum rules`` prints what the library says."""

from __future__ import annotations

import csv
import io

import pytest

from arboretum import Tree
from arboretum.rules import RuleSet, if_then_else


@pytest.fixture(scope="module")
def rules(penguin_tree):
    return Tree.load(penguin_tree).rules()


def test_it_prints_one_rule_a_line(program, penguin_tree, rules):
    done = program("rules", penguin_tree)

    assert done.stdout == rules.to_text() + "\n"
    assert len(done.stdout.splitlines()) == len(rules)


def test_it_clips_and_says_so(program, penguin_tree, rules):
    done = program("rules", penguin_tree, "--max-rules", 2, "--missing")

    assert done.stdout == rules.to_text(max_rules=2, show_missing=True) + "\n"
    assert done.stdout.endswith(f"… and {len(rules) - 2} more rules\n")


def test_only_the_rules_of_a_class(program, penguin_tree, rules):
    done = program("rules", penguin_tree, "--class", "Gentoo", "--format", "markdown")

    assert done.stdout == rules.of_class("Gentoo").to_markdown() + "\n"
    assert "Adelie" not in done.stdout


def test_a_class_that_is_a_number_is_found_by_its_text(program, tmp_path):
    from arboretum import TreeClassifier

    tree = TreeClassifier().fit({"x": [0.0, 1.0]}, {"y": [1, 2]}).tree_
    tree.save(tmp_path / "tree.json")

    done = program("rules", tmp_path / "tree.json", "--class", "2")

    assert done.stdout.startswith("1. if x > 0.5 then y = 2")


def test_nested_questions(program, penguin_tree):
    done = program("rules", penguin_tree, "--format", "nested")

    assert done.stdout == if_then_else(Tree.load(penguin_tree)) + "\n"


def test_json_is_loaded_again(program, penguin_tree, rules, tmp_path):
    done = program("rules", penguin_tree, "--format", "json", "--out", tmp_path / "rules.json")

    assert (done.returncode, done.stdout) == (0, "")
    assert RuleSet.load(tmp_path / "rules.json") == rules


def test_csv_has_a_row_a_rule(program, penguin_tree, rules):
    done = program("rules", penguin_tree, "--format", "csv")

    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [int(row["node"]) for row in rows] == [rule.node for rule in rules]
    assert [row["prediction of species"] for row in rows] == [rule.prediction for rule in rules]


def test_an_unknown_class_is_named(program, penguin_tree):
    done = program("rules", penguin_tree, "--class", "Emperor")

    assert done.returncode == 1
    assert "'Emperor' is not a class of 'species'" in done.stderr


def test_nested_questions_have_no_class(program, penguin_tree):
    done = program("rules", penguin_tree, "--class", "Gentoo", "--format", "nested")

    assert done.returncode == 2
    assert "--class does not go with --format nested" in done.stderr
