"""What classes, mistakes and features count or cost, by options: the trees of the Python API."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import (
    C45Classifier,
    CARTClassifier,
    OptimalClassifier,
    Prior,
    ReadableTreeClassifier,
    Tree,
    TreeClassifier,
    compare,
    datasets,
)
from arboretum.data import Notes, read_dataset
from arboretum.judging.cross_validate import cross_validate

EQUAL = dict.fromkeys(["Adelie", "Chinstrap", "Gentoo"], 1 / 3)
SHARES = {"Adelie": 0.7, "Chinstrap": 0.2, "Gentoo": 0.1}
LOSS = {"Chinstrap": {"Adelie": 50}}

GROWN = {
    "balanced classes": (
        ["--class-weight", "balanced"],
        ReadableTreeClassifier(class_weight="balanced"),
    ),
    "a heavier class": (
        ["--species", "c45", "--class-weight", "Chinstrap=7"],
        C45Classifier(class_weight={"Chinstrap": 7}),
    ),
    "a class that does not count": (
        ["--class-weight", "Gentoo=0", "--max-depth", "2"],
        ReadableTreeClassifier(class_weight={"Gentoo": 0}, max_depth=2),
    ),
    "equal priors": (["--species", "cart", "--prior", "equal"], CARTClassifier(prior=EQUAL)),
    "shares of classes": (
        ["--species", "cart", *(f"--prior={name}={share}" for name, share in SHARES.items())],
        CARTClassifier(prior=SHARES),
    ),
    "shares where rows are weighed": (
        [f"--prior={name}={share}" for name, share in SHARES.items()],
        TreeClassifier(class_weight=Prior(SHARES)),
    ),
    "a dear mistake": (
        ["--max-depth", "2", "--loss", "Chinstrap:Adelie=50"],
        ReadableTreeClassifier(max_depth=2, loss=LOSS),
    ),
    "a dear mistake as rpart sees it": (
        ["--species", "cart", "--loss", "Chinstrap:Adelie=50"],
        CARTClassifier(loss=LOSS),
    ),
    "a dear mistake where the tree is the best": (
        ["--species", "optimal", "--max-depth", "2", "--loss", "Chinstrap:Adelie=50"],
        OptimalClassifier(max_depth=2, loss=LOSS),
    ),
    "a heavier class where the tree is the best": (
        ["--species", "optimal", "--max-depth", "2", "--class-weight", "Chinstrap=7"],
        OptimalClassifier(max_depth=2, class_weight={"Chinstrap": 7}),
    ),
    "a dear feature": (
        ["--species", "cart", "--feature-cost", "bill_length_mm=3"],
        CARTClassifier(feature_costs={"bill_length_mm": 3.0}),
    ),
}


def fitted(model):
    """What the command line calls by the name of the species."""
    data = datasets.penguins()
    return model.as_named(10, 0).fit(data.X, data.y)


@pytest.mark.parametrize("case", GROWN)
def test_the_tree_is_that_of_the_parameter(program, penguins, tmp_path, case):
    options, model = GROWN[case]
    out = tmp_path / "tree.json"

    done = program("grow", penguins, "--target", "species", *options, "--no-cv", "--out", out)

    assert done.returncode == 0, done.stderr
    tree, expected = Tree.load(out), fitted(model).tree_
    assert tree.splits == expected.splits
    assert tree.value.tolist() == expected.value.tolist()
    assert tree.decisions.tolist() == expected.decisions.tolist()


def test_a_file_of_losses_is_the_same_as_naming_them(program, penguins, tmp_path):
    matrix = ",Adelie,Gentoo,Chinstrap\nChinstrap,50,1,0\nAdelie,0,2,1\nGentoo,1,0,3\n"
    (tmp_path / "loss.csv").write_text(matrix, encoding="utf-8")
    named = ["--loss=Chinstrap:Adelie=50", "--loss=Adelie:Gentoo=2", "--loss=Gentoo:Chinstrap=3"]
    trees = []

    for options in (named, ["--loss", tmp_path / "loss.csv"]):
        out = tmp_path / "tree.json"
        grown = program("grow", penguins, "--target", "species", *options, "--no-cv", "--out", out)
        assert grown.returncode == 0, grown.stderr
        trees.append(Tree.load(out))

    assert trees[0] == trees[1]
    assert trees[0].loss.tolist() == [[0, 1, 2], [50, 0, 1], [1, 3, 0]]


def test_growing_prints_what_mistakes_cost(program, tmp_path):
    """Of six rows one of the ill ends where five of a kind would be called well."""
    rows = "test,y\n+,ill\n+,ill\n+,well\n-,ill\n-,well\n-,well\n"
    (tmp_path / "tests.csv").write_text(rows, encoding="utf-8")
    call = ["grow", "tests.csv", "--target", "y", "--loss", "ill:well=5", "--no-cv"]

    done = program(*call, cwd=tmp_path)
    document = json.loads(program(*call, "--json", cwd=tmp_path).stdout)

    # Everyone is called ill, with the tree or without: three of six are well, and cost 1 each.
    assert "mean loss\n  without a tree        0.5\n  on the training rows  0.5\n" in done.stdout
    assert [one["value"] for one in document["mean_losses"]] == [0.5, 0.5]


def test_a_class_whose_name_has_a_colon_or_an_equals_sign_can_be_named(program, tmp_path):
    rows = "x,y\n" + "".join(f"{x},{'a:b' if x < 3 else 'c=d'}\n" for x in range(6))
    (tmp_path / "odd.csv").write_text(rows, encoding="utf-8")
    options = ["--loss", "a:b:c=d=9", "--class-weight", "c=d=2", "--no-cv", "--out", "tree.json"]

    done = program("grow", "odd.csv", "--target", "y", *options, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert Tree.load(tmp_path / "tree.json").loss.tolist() == [[0, 9], [1, 0]]


def test_whole_numbers_as_classes_are_named_as_they_are_written(program, tmp_path):
    rows = "x,y\n" + "".join(f"{x},{x % 3}\n" for x in range(12))
    (tmp_path / "codes.csv").write_text(rows, encoding="utf-8")
    options = ["--task", "classes", "--loss", "2:0=4", "--no-cv", "--out", "tree.json"]

    done = program("grow", "codes.csv", "--target", "y", *options, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert Tree.load(tmp_path / "tree.json").loss.tolist() == [[0, 1, 1], [1, 0, 1], [4, 1, 0]]


def test_a_comparison_weighs_the_rows_of_all_species(program, penguins):
    data = datasets.penguins()
    times = {"Adelie": 0.5, "Chinstrap": 3, "Gentoo": 2}
    found = compare(
        data.X, data.y, ["tree", "cart"], sample_weight=[times[one] for one in data.y], n_folds=3
    )
    weights = [f"--class-weight={name}={n}" for name, n in times.items()]
    options = ["--species", "tree", "--species", "cart", "--folds", 3, "--json"]

    done = program("compare", penguins, "--target", "species", *weights, *options)

    document = json.loads(done.stdout)
    assert [one["n_leaves"] for one in document["judged"]] == [one.n_leaves for one in found.judged]
    assert document["notes"] == [
        "Classes are weighed by --class-weight Adelie=0.5 --class-weight Chinstrap=3 "
        "--class-weight Gentoo=2: errors and shares of classes are those of the weighted rows, not "
        "of the rows as they came."
    ]


def test_a_report_says_which_priors_and_losses_it_was_made_with(program, penguins, tmp_path):
    options = ["--prior", "equal", "--loss", "Chinstrap:Adelie=50", "--folds", 2, "--trees", 0]
    out = tmp_path / "page.html"

    done = program("report", penguins, "--target", "species", *options, "-o", out, "--json")

    document = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    text = json.dumps(document)
    assert "The tree was grown for --prior equal" in text
    assert "--prior equal --loss Chinstrap:Adelie=50" in out.read_text(encoding="utf-8")


REFUSED = {
    "a species without losses": (
        "--species chaid --loss Adelie:Gentoo=2",
        "--species chaid has no --loss; auto, c45, c50, cart, id3, optimal, tree have.",
    ),
    "a species without class weights": (
        "--species cart --class-weight balanced",
        "--species cart has no --class-weight; auto, c45, c50, id3, optimal, tree have. "
        "It takes --prior.",
    ),
    "a species without feature costs": (
        "--species c45 --feature-cost sex=2",
        "--species c45 has no --feature-cost; auto, cart, tree have.",
    ),
    "a class that is not there": ("--prior Emperor=1", "--prior: 'Emperor' is not a class."),
    "a class left out": ("--prior Adelie=1", "also Chinstrap, Gentoo."),
    "a class named twice": ("--class-weight Adelie=1 --class-weight Adelie=2", "'Adelie' twice"),
    "a share of nothing": (
        "--prior Adelie=0 --prior Gentoo=1 --prior Chinstrap=1",
        "--prior Adelie=0: a share must be above 0.",
    ),
    "both weights and priors": ("--class-weight balanced --prior equal", "give one of them"),
    "a word beside names": ("--prior equal --prior Adelie=1", "--prior equal stands alone"),
    "nothing left": (
        "--class-weight Adelie=0 --class-weight Gentoo=0 --class-weight Chinstrap=0",
        "--class-weight leaves no row any weight.",
    ),
    "a right answer that costs": ("--loss Adelie:Adelie=2", "is right and must cost 0"),
    "a mistake without a price": ("--loss Adelie:Gentoo", "should be TRUE:PREDICTED=COST"),
    "a column that is not there": ("--feature-cost beak=2", "'beak' is not a feature"),
    "a free column": ("--feature-cost sex=0", "--feature-cost sex=0: a cost must be above 0."),
    "a negative weight": ("--class-weight Adelie=-1", "should be balanced or CLASS=WEIGHT"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_sense_is_refused_in_words_of_the_command_line(program, penguins, case):
    options, message = REFUSED[case]

    done = program("grow", penguins, "--target", "species", *options.split())

    assert done.returncode == 2
    assert message in done.stderr


def test_numbers_have_no_priors(program, penguins):
    done = program(
        "grow", penguins, "--target", "year", "--task", "numbers", "--prior", "equal"
    )  # fmt: skip

    assert done.returncode == 2
    assert "--prior is for classes, but 'year' holds numbers" in done.stderr


def test_species_are_compared_by_what_their_mistakes_and_columns_cost(program, penguins):
    loss = {("Chinstrap", "Adelie"): 50}
    data = datasets.penguins()
    model = TreeClassifier(loss=loss)
    folds = cross_validate(
        read_dataset(penguins, target="species", notes=Notes()),
        lambda training, _: clone(model).fit_dataset(training).tree_,
        n_folds=3,
        seed=0,
    )
    truth, predicted = folds.held_out.targets[:, 0], folds.predicted[:, 0]
    costs = np.where((truth == 1) & (predicted == 0), 50, truth != predicted)
    options = ["--species", "tree", "--species", "chaid", "--species", "c45", "--folds", 3]
    call = ["compare", penguins, "--target", "species", *options, "--json"]

    by_loss = json.loads(program(*call, "--loss", "Chinstrap:Adelie=50").stdout)
    by_columns = json.loads(program(*call, "--feature-cost", "bill_length_mm=20").stdout)

    first = next(one for one in by_loss["judged"] if one["name"] == "tree")
    assert first["errors"][0]["measure"] == "mean loss"
    assert first["errors"][0]["value"] == pytest.approx(costs.mean())
    assert by_loss["without_tree"][0]["value"] == pytest.approx(
        1 - np.mean(np.array(data.y) == "Gentoo")  # which is least bad for all
    )
    assert by_loss["excluded"] == {"chaid": "it has no --loss."}
    assert list(by_columns["excluded"]) == ["chaid", "c45"]
    assert by_columns["judged"][0]["errors"][0]["measure"] == "error rate"
