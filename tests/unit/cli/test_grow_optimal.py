"""``arboretum grow --species optimal``: the limits of the search, its words, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from arboretum import OptimalClassifier, OptimalRegressor, Tree, datasets
from arboretum.data import read_dataset
from arboretum.growing.many import grown, share_of
from arboretum.optimal import gap_in_words

HEART = ("grow", datasets.path("heart"), "--target", "heart.disease", "--species", "optimal")


@pytest.fixture(scope="module")
def heart():
    """The file as the command reads it: its codes are numbers."""
    return read_dataset(datasets.path("heart"), target="heart.disease", nominal=True)


@pytest.mark.parametrize(
    ("options", "parameters"),
    [
        (("--max-depth", 2), {"max_depth": 2}),
        (("--max-depth", 3, "--max-leaf-nodes", 3), {"max_depth": 3, "max_leaves": 3}),
        (("--max-depth", 2, "--alpha", 0.05), {"max_depth": 2, "alpha": 0.05}),
        (("--max-depth", 2, "--min-samples-leaf", 40), {"max_depth": 2, "min_samples_leaf": 40}),
    ],
)
def test_the_limits_are_those_of_the_estimator(program, heart, tmp_path, options, parameters):
    model = OptimalClassifier(**parameters).fit_dataset(heart)

    done = program(*HEART, *options, "--no-cv", "--out", tmp_path / "tree.json")

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    tree = Tree.load(tmp_path / "tree.json")
    assert np.array_equal(tree.value, model.tree_.value)
    assert tree.to_text().splitlines()[2:] == model.tree_.to_text().splitlines()[2:]
    assert str(model.certificate_) in done.stdout.splitlines()


def test_a_search_that_ends_early_says_so(program, heart):
    with pytest.warns(UserWarning, match="at least"):
        model = OptimalClassifier(max_depth=4, work_limit=40).fit_dataset(heart)

    done = program(*HEART, "--max-depth", 4, "--work-limit", 40, "--no-cv", "--json")

    found, expected = json.loads(done.stdout)["certificate"], model.certificate_
    assert (found["objective"], found["bound"]) == (expected.objective, expected.bound)
    assert (found["stopped"], found["work"]) == ("work", expected.work)
    assert found["gap"] == expected.gap > 0
    assert done.stderr == f"Warning: {expected}\n"


def test_trees_of_folds_that_end_early_are_not_warned_of_again(program):
    done = program(*HEART, "--max-depth", 4, "--work-limit", 5, "--folds", 3)

    assert done.returncode == 0
    assert done.stderr.count("Warning:") == 1
    assert "in 3-fold cross-validation" in done.stdout


def test_numbers_are_proved_best_as_well(program, tmp_path):
    steps = datasets.steps()
    file = tmp_path / "steps.csv"
    rows = zip(steps.X["x"], steps.y, strict=True)
    file.write_text("x,y\n" + "\n".join(f"{x},{y}" for x, y in rows))
    model = OptimalRegressor(max_depth=2).fit(steps.X, steps.y)

    options = "--species", "optimal", "--max-depth", 2, "--no-cv"
    done = program("grow", file, "--target", "y", *options)

    assert str(model.certificate_) in done.stdout.splitlines()
    assert f"{model.n_leaves_} leaves, depth 2" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--species", "cart", "--alpha", 0.1), "--species cart has no --alpha"),
        (("--species", "cart", "--time-limit", 1), "--species cart has no --time-limit"),
        (("--species", "optimal", "--criterion", "gini"), "--species optimal has no --criterion"),
        (("--species", "cart", "--objective", "smallest"), "--species cart has no --objective"),
        (("--species", "optimal", "--objective", "least"), "'least' is not one of cost, smallest"),
        (("--species", "optimal", "--alpha", -1), "--alpha"),
        (("--species", "optimal", "--max-leaf-nodes", 0), "--max-leaf-nodes"),
    ],
)
def test_options_that_do_not_apply_are_refused(program, options, words):
    done = program(*HEART[:4], *options)

    assert done.returncode == 2
    assert words in done.stderr


DRUG = ("grow", datasets.path("drug"), "--species", "optimal", "--objective", "smallest")


def test_the_smallest_tree_without_mistakes(program, tmp_path):
    drug, saved = datasets.drug(), tmp_path / "tree.json"
    model = OptimalClassifier(objective="smallest").fit(drug.X, drug.y)

    done = program(*DRUG, "--target", "drug", "--no-cv", "--out", saved)

    assert done.returncode == 0, done.stderr
    assert Tree.load(saved).n_leaves == model.n_leaves_ == 4  # no tree of three is without mistakes
    assert "on the training rows  0\n" in done.stdout


def test_rows_that_forbid_a_tree_without_mistakes_are_named(program, tmp_path):
    file = tmp_path / "torn.csv"
    file.write_text("x,z,y\n1,0,a\n1,0,b\n2,0,b\n3,1,a\n", encoding="utf-8")

    done = program("grow", file, "--target", "y", *DRUG[2:], "--no-cv")

    assert done.returncode == 0
    assert done.stderr.splitlines()[1:] == [
        "  rows 0, 1: a, b",
        "This is the smallest tree that makes no others. Remove or correct the samples.",
    ]
    assert "2 leaves, depth 1" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("--target", "drug", "--max-depth", 1),
            "No tree within --max-depth 1 is without mistakes: the best one pays 3 for mistakes "
            "that larger trees avoid. Allow more, or use --objective cost.",
        ),
        (
            ("--target", "drug", "--alpha", 0.1),
            "--alpha 0.1 is a price for leaves, but the smallest tree is the one with the fewest "
            "leaves of those without mistakes. Set no price, or use --objective cost.",
        ),
        (
            ("--target", "age"),
            "--objective smallest asks for a tree without mistakes, which has a leaf for each "
            "different number at least, but --task numbers predicts numbers. Use --objective cost "
            "and a price per leaf, such as --alpha 0.01, or pass --task classes.",
        ),
    ],
)
def test_why_there_is_no_smallest_tree_is_told_in_options(program, options, words):
    done = program(*DRUG, *options, "--no-cv")

    assert (done.returncode, done.stderr) == (1, f"Error: {words}\n")


def test_a_comparison_has_the_best_tree_where_it_is_named(program):
    data = datasets.path("drug"), "--target", "drug", "--folds", 3

    usual = program("compare", *data)
    asked = program("compare", *data, "--species", "optimal", "--species", "cart")

    assert "optimal" not in usual.stdout
    assert {line.split(" ")[0] for line in asked.stdout.splitlines()} >= {"optimal", "cart"}


# Progress and interrupts ----------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((41.0, 38.0, True), "41 errors, at least 38, 7.3 % gap"),
        ((41.5, 0.0), "cost 41.5, at least 0, 100.0 % gap"),
        ((0.0, 0.0, True), "0 errors, at least 0, 0.0 % gap"),
    ],
)
def test_the_gap_is_told_in_words(numbers, words):
    assert gap_in_words(*numbers) == words


def test_a_tree_that_costs_nothing_has_no_share_of_it_proved():
    assert share_of(0.0, 0.0) == 0.0
    assert share_of(1.0, 4.0) == 0.25


def test_one_of_many_trees_does_not_swallow_an_interrupt():
    class Interrupted:
        was_interrupted = True

        def get_params(self, deep):
            return {}

        def fit_dataset(self, dataset, progress):
            return self

    with pytest.raises(KeyboardInterrupt):
        grown(Interrupted(), None, None)


def start(*options, **more):
    return subprocess.Popen(
        [sys.executable, "-m", "arboretum", *map(str, options)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        # A test run in the background may ignore the signal; the program must not inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **more,
    )


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_prints_and_saves_the_best_tree_so_far(heart, tmp_path):
    out = tmp_path / "tree.json"
    long = "--max-depth", 7, "--time-limit", 600, "--out", out
    process = start(*HEART, *long, stderr=subprocess.PIPE)
    while process.stdout.readline().strip():  # what was read; then it searches
        pass
    time.sleep(1.0)

    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=60)

    tree = Tree.load(out)
    (wrong,) = (heart.targets != tree.decisions[tree.apply(heart.columns)]).sum(axis=0)
    assert process.returncode == 130
    assert "then it was interrupted." in printed
    assert f"saved as {out}" in printed
    assert "cross-validation" not in printed
    assert errors.splitlines()[-1] == "Interrupted."
    assert tree.depth <= 7
    assert f"The tree costs {wrong}, every tree at least " in printed


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_a_terminal_sees_how_far_the_search_is():
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    limits = "--max-depth", 5, "--time-limit", 1.5, "--no-cv"
    process = start(*HEART, *limits, stderr=theirs, env=env)
    os.close(theirs)

    drawn = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # nobody writes any more
            break
        if not piece:
            break
        drawn += piece
    process.communicate(timeout=60)
    os.close(ours)

    assert b" errors, at least " in drawn
    assert b"% gap" in drawn
    assert process.returncode == 0


def test_a_tree_looks_ahead_on_request(program, tmp_path):
    drug = datasets.drug()
    file, saved = tmp_path / "drug.csv", tmp_path / "tree.json"
    drug.frame().to_csv(file, index=False)
    given = "grow", file, "--target", "drug", "--no-cv", "--lookahead", 2

    done = program(*given, "--max-depth", 2, "--out", saved)
    deep = program(*given)

    # Question by question a tree of two levels errs about one of the patients; the best has none.
    assert done.returncode == 0, done.stderr
    assert all(leaf.value.max() == leaf.n_samples for leaf in Tree.load(saved).leaves())
    assert deep.returncode == 1
    assert "--lookahead 2 judges questions by the trees below them" in deep.stderr
