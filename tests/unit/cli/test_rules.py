"""``arboretum rules`` prints what the library says."""

from __future__ import annotations

import csv
import io

import pytest

from arboretum import Tree
from arboretum.data import read_like
from arboretum.rules import RuleSet, if_then_else
from arboretum.rules.post_pruning import C45Rules, Samples, ValidatedRules, post_prune


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
    assert "--class does not apply to --format nested" in done.stderr


def test_rules_are_shortened_by_the_rows_of_a_file(program, penguin_tree, penguins):
    done = program("rules", penguin_tree, "--prune", "--data", penguins)

    tree = Tree.load(penguin_tree)
    samples = Samples(read_like(penguins, tree.schema))
    assert done.stdout == post_prune(tree, samples, C45Rules()).to_text() + "\n"
    assert "otherwise species = " in done.stdout


def test_shorter_rules_by_another_method_count_rows_by_weight(
    program, penguin_tree, penguins, tmp_path
):
    lines = penguins.read_text(encoding="utf-8").splitlines()
    twice = [f"{line},{'n' if k == 0 else 1 + k % 2}" for k, line in enumerate(lines)]
    path = tmp_path / "weighted.csv"
    path.write_text("\n".join(twice), encoding="utf-8")

    done = program(
        "rules", penguin_tree, "--prune", "--data", path, "--method", "validation", "--weights", "n"
    )

    tree = Tree.load(penguin_tree)
    rules = post_prune(tree, Samples(read_like(path, tree.schema, "n")), ValidatedRules())
    assert done.stdout == rules.to_text() + "\n"
    assert rules.origin.n_samples == 344 + 172


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--prune"], "--prune needs --data"),
        (["--method", "c45rules"], "--method needs --prune"),
        (["--prune", "--data", ".", "--format", "nested"], "--prune does not apply to"),
        (["--prune", "--data", "x.csv"], "x.csv does not exist"),
    ],
)
def test_options_that_do_not_go_together(program, penguin_tree, options, message):
    done = program("rules", penguin_tree, *options)

    assert done.returncode != 0
    assert message in done.stderr


def test_a_method_for_numbers_is_refused_for_classes(program, penguin_tree, penguins):
    done = program("rules", penguin_tree, "--prune", "--data", penguins, "--method", "adjusted")

    assert done.returncode == 1
    assert "--method adjusted measures how far off numbers are" in done.stderr
    assert "Use --method c45rules or 'validation'." in done.stderr
