"""``arboretum grow`` against the same work done in Python."""

from __future__ import annotations

import gzip
import json

import click
import numpy as np
import pytest

from arboretum import ReadableTreeClassifier, Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.cli import grow_and_judge, size
from arboretum.data import make_dataset
from arboretum.judging import comparison, cross_validate
from arboretum.species import readable_classes
from arboretum.stopping import Automatic, ChiSquare


def grown(path):
    return Tree.load(path)


def test_the_saved_tree_is_the_one_the_estimator_grows(penguin_tree):
    example = datasets.penguins()

    model = ReadableTreeClassifier(max_depth=3).fit(example.X, example.y)

    tree = grown(penguin_tree)
    assert tree.schema.targets[0].name == "species"
    assert tree.to_text().splitlines()[2:] == model.tree_.to_text().splitlines()[2:]
    assert np.array_equal(tree.value, model.tree_.value)


def test_the_report_says_what_was_read_what_was_grown_and_how_good_it_is(
    program, penguins, tmp_path
):
    done = program(
        "grow", penguins, "--target", "species", "--max-depth", 3, "--out", tmp_path / "tree.json"
    )

    # 2 + 2 + 2 + 2 measures and 11 sexes are missing among 344 x 7 cells.
    assert "344 rows, 7 features, 19 of 2408 cells missing" in done.stdout
    assert "island             categorical, 3 categories\n" in done.stdout
    assert "sex                categorical, 2 categories, 11 missing\n" in done.stdout
    assert "target: species, 3 classes: Adelie 152, Chinstrap 68, Gentoo 124" in done.stdout
    assert grown(tmp_path / "tree.json").to_text() in done.stdout
    assert f"without a tree               {192 / 344:.4f}" in done.stdout
    assert "in 10-fold cross-validation  0.0" in done.stdout
    assert "(standard error 0.0" in done.stdout
    assert done.stderr == ""
    assert [file.name for file in tmp_path.iterdir()] == ["tree.json"]


def test_the_training_error_is_that_of_the_estimator(program, penguins):
    example = datasets.penguins()
    model = TreeClassifier(max_depth=2).fit(example.X, example.y)

    done = program("grow", penguins, "--target", "species", "--max-depth", 2, "--no-cv", "--json")

    report = json.loads(done.stdout)
    assert report["training"][0]["value"] == pytest.approx(1 - model.score(example.X, example.y))
    assert report["cross_validation"] is None
    assert report["tree"]["n_leaves"] == model.n_leaves_


def test_numbers_are_judged_by_rmse_and_r2(program, tmp_path):
    example = datasets.steps()
    data = tmp_path / "steps.csv"
    example.frame().to_csv(data, index=False)
    model = TreeRegressor(max_leaf_nodes=3).fit(example.X, example.y)
    errors = example.y - model.predict(example.X)

    done = program("grow", data, "--target", "y", "--max-leaf-nodes", 3, "--json", "--folds", 5)

    report = json.loads(done.stdout)
    training, validated = report["training"][0], report["cross_validation"]["errors"][0]
    assert training["value"] == pytest.approx(np.sqrt(np.mean(errors**2)))
    assert training["r2"] == pytest.approx(model.score(example.X, example.y))
    # The noise has standard deviation 1, and three leaves are the truth.
    assert abs(validated["value"] - 1.0) < 4 * validated["standard_error"]


@pytest.mark.parametrize(
    ("options", "model"),
    [
        (["--size", "smallest"], ReadableTreeClassifier(size="smallest")),
        (["--missing", "majority"], ReadableTreeClassifier(missing="majority")),
        (["--min-samples-leaf", 9], ReadableTreeClassifier(min_samples_leaf=9)),
        (["--max-leaf-nodes", 3], TreeClassifier(max_leaf_nodes=3)),
        (["--criterion", "gini"], TreeClassifier(criterion="gini")),
    ],
)
def test_where_nobody_chose_the_readable_tree_is_grown_if_it_has_the_options(
    program, penguins, tmp_path, options, model
):
    example, out = datasets.penguins(), tmp_path / "tree.json"

    done = program("grow", penguins, "--target", "species", *options, "--no-cv", "--out", out)

    assert done.returncode == 0, done.stderr
    found, wanted = grown(out), model.fit(example.X, example.y)
    assert np.array_equal(found.value, wanted.tree_.value)
    assert found.leaf_model.name == wanted.tree_.leaf_model.name
    said = getattr(wanted, "choice_", None)
    assert ("was taken" in done.stdout) == (said is not None)
    assert said is None or str(said) in done.stdout


def test_the_sizes_of_the_command_line_are_those_of_the_species():
    assert set(size.SIZES) == set(readable_classes.SIZES)


def test_a_size_is_for_trees_that_choose_theirs(program, penguins):
    done = program("grow", penguins, "--target", "species", "--species", "tree", "--size", "best")

    assert done.returncode == 2
    assert "--species tree has no --size." in done.stderr


def test_what_was_tried_is_in_the_json(program, penguins):
    done = program("grow", penguins, "--target", "species", "--no-cv", "--json")

    example = datasets.penguins()
    choice = ReadableTreeClassifier().fit(example.X, example.y).choice_
    assert json.loads(done.stdout)["recipes"] == dict(choice)


def test_the_folds_are_those_of_the_seed(program, penguins):
    frame = datasets.penguins().frame()
    dataset = make_dataset(frame.drop(columns="species"), frame["species"], nominal=True)

    options = ["--species", "tree", "--max-depth", 3, "--seed", 7, "--json"]
    done = program("grow", penguins, "--target", "species", *options)

    expected = cross_validate(
        dataset,
        lambda training, progress: TreeClassifier(max_depth=3).fit_dataset(training).tree_,
        n_folds=10,
        seed=7,
    )
    found = json.loads(done.stdout)["cross_validation"]
    assert (found["n_folds"], found["seed"]) == (10, 7)
    assert found["errors"][0]["value"] == pytest.approx(expected.errors[0].value, abs=1e-12)


def test_a_large_tree_is_folded_to_a_screen_unless_all_is_asked_for(program, tmp_path):
    rng = np.random.default_rng(0)
    rows = "\n".join(f"{x},{'ab'[i % 2]}" for i, x in enumerate(rng.normal(size=150)))
    data = tmp_path / "noise.csv"
    data.write_text(f"x,y\n{rows}\n")

    options = ["--target", "y", "--species", "tree", "--folds", "2"]
    short = program("grow", data, *options).stdout
    whole = program("grow", data, *options, "--all").stdout

    n_nodes = sum(") x " in line or ") root" in line for line in whole.splitlines())
    shown = sum(") x " in line or ") root" in line for line in short.splitlines())
    assert shown <= 40 < n_nodes
    assert f"{n_nodes - shown} of {n_nodes} nodes are not shown: use --all." in short
    assert "not shown" not in whole
    assert "the tree predicts y worse than no tree: its error rate is" in short


def test_a_species_has_only_the_options_it_has(monkeypatch):
    dataset = make_dataset({"x": [1.0, 2.0]}, ["a", "b"], nominal=True)
    options = dict.fromkeys(grow_and_judge._PARAMETERS) | {"species": "short", "settings": ()}
    options |= {"folds": 10, "seed": 0, "size": None}

    class Short(TreeClassifier):
        def __init__(self, *, max_depth=None):
            super().__init__(max_depth=max_depth)

    monkeypatch.setattr(comparison, "CLASSIFIERS", {"short": Short})

    made = grow_and_judge.make_estimator(dataset, options | {"max_depth": 3})
    assert (type(made), made.max_depth) == (Short, 3)
    with pytest.raises(click.UsageError, match="--species short has no --min-samples-leaf"):
        grow_and_judge.make_estimator(dataset, options | {"min_samples_leaf": 3})
    numbers = make_dataset({"x": [1.0, 2.0]}, [1.0, 2.0], nominal=False)
    with pytest.raises(
        click.UsageError, match="--species short does not apply: the target holds numbers"
    ):
        grow_and_judge.make_estimator(numbers, options)


def test_every_option_reaches_the_estimator(program, penguins, tmp_path):
    example = datasets.penguins()
    X = {name: column for name, column in example.X.items() if name != "island"}
    options = {
        "criterion": "entropy",
        "splits": "multiway",
        "missing": "branch",
        "max_depth": 4,
        "min_samples_split": 8,
        "min_samples_leaf": 0.01,
        "max_leaf_nodes": 9,
        "min_impurity_decrease": 0.001,
        "n_jobs": 2,
    }
    flags = [word for name, value in options.items() for word in (f"--{name}", value)]
    flags = [str(word).replace("_", "-") if str(word)[:2] == "--" else word for word in flags]

    done = program(
        "grow", penguins, "--target", "species", "--ignore", "island", "--categorical", "year",
        "--no-cv", "--out", tmp_path / "tree.json", *flags,
        "--stopping", "chi-square", "--set", "alpha=0.1", "--set", "as_filter=true",
    )  # fmt: skip

    X["year"] = np.array([str(int(year)) for year in X["year"]], dtype=object)
    rule = ChiSquare(alpha=0.1, as_filter=True)
    model = TreeClassifier(stopping=rule, **options).fit(X, example.y)
    tree = grown(tmp_path / "tree.json")
    assert done.returncode == 0, done.stderr
    assert tree.parts == model.tree_.parts
    assert tree.splits == model.tree_.splits
    assert tree.schema.features == model.tree_.schema.features


@pytest.mark.parametrize("rule", [{"rule": "min"}, {"rule": "0.5se", "repeats": 3}])
def test_a_limit_is_chosen_and_the_table_printed(program, penguins, tmp_path, rule):
    example = datasets.penguins()
    automatic = Automatic("max_depth", cv=4, **rule, random_state=3)
    model = TreeClassifier(stopping=automatic).fit(example.X, example.y)
    settings = [f"{name}={value}" for name, value in {"over": "max_depth", **rule}.items()]
    asked = ("--stopping", "auto", *(one for it in settings for one in ("--set", it)))
    flags = (*asked, "--folds", 4, "--seed", 3, "--no-cv")

    told = program("grow", penguins, "--target", "species", *flags, "--out", tmp_path / "tree.json")
    document = program("grow", penguins, "--target", "species", *flags, "--json")

    path = model.stopping_path_
    assert f"{path}\n{path.in_words()}\n" in told.stdout
    assert json.loads(document.stdout)["stopping_path"] == dict(path)
    assert grown(tmp_path / "tree.json").splits == model.tree_.splits


def test_of_many_limits_the_sentence_is_printed_and_not_the_table(program, penguins):
    example = datasets.penguins()
    path = TreeClassifier(stopping=Automatic(cv=3)).fit(example.X, example.y).stopping_path_

    done = program(
        "grow", penguins, "--target", "species", "--stopping", "auto", "--folds", 3, "--no-cv"
    )

    assert path.in_words() in done.stdout
    assert "least error, chosen" not in done.stdout
    assert str(path).splitlines()[5] not in done.stdout


def test_what_no_tree_can_get_right_is_said_with_the_data(program, tmp_path):
    table = tmp_path / "table.csv"
    rows = ["rain,no", "rain,no", "rain,yes", "sun,yes", "sun,yes", "fog,no"]
    table.write_text("\n".join(["sky,play", *rows]))

    done = program("grow", table, "--target", "play", "--no-cv")

    assert (
        "Note: No tree can get fewer than 16.6 % of these samples wrong: 3 samples agree in all "
        "features with others of another class.\n"
    ) in done.stdout
    assert "No tree can" not in program("grow", table, "--target", "sky", "--ignore", "play").stdout


def test_the_p_value_of_a_test_is_shown_at_the_node(program, penguins, tmp_path):
    tree = tmp_path / "tree.json"
    asked = ("--target", "species", "--stopping", "permutation", "--no-cv", "--max-depth", 1)
    program("grow", penguins, *asked, "--set", "n_permutations=19", "--out", tree)

    done = program("show", tree, "--node", 0)

    assert "p-value   0.05 (permutation)" in done.stdout  # the least that 19 can say: 1 / 20


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--set", "alpha=0.1"], "--set needs --stopping"),
        (["--stopping", "f-test", "--set", "gamma=1"], "--set gamma: f_test has no such parameter"),
        (["--species", "cart", "--stopping", "purity"], "--species cart has no --stopping"),
        (["--species", "c45", "--stopping", "auto"], "--stopping auto needs --species tree"),
    ],
)
def test_settings_that_belong_to_nothing_are_refused(program, penguins, flags, words):
    done = program("grow", penguins, "--target", "species", "--no-cv", *flags)

    assert done.returncode == 2
    assert words in done.stderr


def test_gzipped_tabs_and_parquet_give_the_same_tree(program, penguins, penguin_tree, tmp_path):
    text = penguins.read_text(encoding="utf-8").replace(",", "\t")
    (tmp_path / "penguins.tsv.gz").write_bytes(gzip.compress(text.encode()))
    datasets.penguins().frame().to_parquet(tmp_path / "penguins.parquet", index=False)

    for name in ("penguins.tsv.gz", "penguins.parquet"):
        out = tmp_path / f"{name}.json"
        done = program(
            "grow", tmp_path / name, "--target", "species", "--max-depth", 3, "--no-cv",
            "--out", out,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert grown(out) == grown(penguin_tree)


def test_ordered_categories_are_split_in_their_order(program, tmp_path):
    data = tmp_path / "sizes.csv"
    rows = [("small", 1), ("medium", 2), ("large", 9)] * 5
    data.write_text("size,price\n" + "".join(f"{s},{p}\n" for s, p in rows), encoding="utf-8")

    done = program(
        "grow", data, "--target", "price", "--task", "numbers", "--no-cv",
        "--ordered", "size=small,medium,large",
    )  # fmt: skip

    assert "1) size <= medium" in done.stdout
    assert "size  ordered, 3 categories" in done.stdout


@pytest.mark.parametrize(("task", "kind"), [("classes", "3 classes"), ("numbers", "numbers from")])
def test_a_target_of_whole_numbers_is_read_as_the_task_says(program, penguins, task, kind):
    done = program(
        "grow", penguins, "--target", "year", "--task", task, "--max-depth", 1, "--no-cv"
    )

    assert f"target: year, {kind}" in done.stdout
    assert "Note" not in done.stdout


def test_a_target_of_whole_numbers_is_never_guessed_silently(program, penguins):
    done = program("grow", penguins, "--target", "year", "--max-depth", 1, "--no-cv")

    assert "target: year, numbers from 2007 to 2009" in done.stdout
    assert "target 'year' holds 2007, 2008 and 2009, read as numbers." in done.stdout
    assert "classes: --task classes." in done.stdout


def test_a_weight_counts_as_so_many_rows(program, tmp_path):
    weighted, repeated = datasets.path("football"), tmp_path / "repeated.csv"
    frame = datasets.football().frame()
    many = frame.loc[frame.index.repeat(frame.n.astype(int))].drop(columns="n")
    many.to_csv(repeated, index=False)

    one = program("grow", weighted, "--target", "plays", "--weights", "n", "--json")
    other = program("grow", repeated, "--target", "plays", "--json")

    one, other = json.loads(one.stdout), json.loads(other.stdout)
    # 10 women below 50, and 50 men of either age, are on the wrong side.
    assert one["training"][0]["value"] == pytest.approx(0.11)
    for key in ("tree", "without_tree", "training", "weight"):
        assert one[key] == pytest.approx(other[key]) if key == "weight" else one[key] == other[key]
    assert one["cross_validation"]["errors"][0]["value"] == pytest.approx(0.11, abs=0.02)


def test_several_targets_are_judged_one_by_one(program, penguins):
    example = datasets.penguins()
    X = {name: column for name, column in example.X.items() if name != "island"}
    y = {"species": example.y, "island": example.X["island"]}
    model = TreeClassifier(max_depth=2).fit_dataset(make_dataset(X, y, nominal=True))
    wrong = model.predict(X) != np.column_stack(list(y.values()))

    done = program(
        "grow", penguins, "--target", "species", "--target", "island", "--max-depth", 2,
        "--no-cv", "--json",
    )  # fmt: skip

    report = json.loads(done.stdout)
    assert [error["target"] for error in report["training"]] == ["species", "island"]
    found = [error["value"] for error in report["training"]]
    assert found == pytest.approx(wrong.mean(axis=0).tolist())


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        ("1,a\n", "A single sample cannot be cross-validated."),
        ("1,a\n2,b\n3,a\n", "There are only 3 samples: each was held out by itself"),
        ("1,a\n2,b\n" * 6, "fewer samples than there are folds (10), so that some folds lack them"),
    ],
)
def test_tiny_data_is_learned_with_a_note(program, tmp_path, rows, note):
    data = tmp_path / "tiny.csv"
    data.write_text("x,y\n" + rows, encoding="utf-8")

    done = program("grow", data, "--target", "y")

    assert done.returncode == 0, done.stderr
    assert f"n={rows.count(chr(10))}" in done.stdout
    assert note in done.stdout
