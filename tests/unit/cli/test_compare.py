"""``arboretum compare`` as users run it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from arboretum import compare, compare_missing, datasets
from arboretum.cli.compare import command
from arboretum.estimators import CLASSIFIERS, REGRESSORS
from arboretum.explain import distance_from_optimal
from arboretum.judging import Comparison, comparison
from arboretum.judging.distance import WORK, numbers_of


def test_the_document_holds_what_the_library_finds(program, penguins):
    frame = datasets.penguins().frame()

    done = program(
        "compare", penguins, "--target", "species", "--species", "tree",
        "--folds", 4, "--seed", 5, "--n-jobs", 2, "--json",
    )  # fmt: skip

    found = json.loads(done.stdout)
    expected = compare(
        frame.drop(columns="species"), frame["species"], ["tree"], n_folds=4, seed=5
    ).judged[0]
    judged = found["judged"][0]
    assert (found["n_rows"], found["n_folds"], found["seed"]) == (344, 4, 5)
    assert judged["errors"][0]["value"] == pytest.approx(expected.errors[0].value)
    assert judged["errors"][0]["standard_error"] == pytest.approx(expected.errors[0].standard_error)
    assert (judged["n_leaves"], judged["depth"]) == (expected.n_leaves, expected.depth)
    (shares,), (of,) = judged["of_shares"], expected.of_shares
    assert shares["brier"]["value"] == pytest.approx(of.brier.value)
    assert shares["log_loss"]["value"] == pytest.approx(of.log_loss.value)
    assert shares["n_impossible"] == of.n_impossible > 0
    assert shares["calibration"]["observed"] == of.calibration.observed.tolist()
    assert set(found["of_shares_without"][0]) == set(shares)


def test_people_get_a_table(program, penguins):
    done = program("compare", penguins, "--target", "year", "--folds", 2)

    assert done.returncode == 0, done.stderr
    assert "2-fold cross-validation" in done.stdout
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["RMSE", "±", "SE", "leaves", "depth", "seconds"] in lines
    assert {line[0] for line in lines if line} >= set(REGRESSORS) - {"optimal"}
    assert "target 'year' holds 2007, 2008 and 2009, read as numbers." in done.stdout


@pytest.mark.parametrize("options", [(), ("--loss", "Adelie:Gentoo=5")])
def test_the_table_of_classes_fits_a_terminal_of_80_columns(program, penguins, options):
    done = program("compare", penguins, "--target", "species", "--folds", 3, *options)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    (head,) = [k for k, line in enumerate(lines) if line.endswith("seconds")]
    after = [k for k, line in enumerate(lines) if "did not take part" in line]
    table = lines[head : after[0]]
    assert "Brier  log loss  leaves" in table[0]
    assert len(table) >= len({"", "tree", "c45", "cart", "chaid", "without a tree", "log loss"})
    assert max(map(len, table)) <= 80


def test_it_is_said_how_far_small_trees_are_from_the_best(program, penguins):
    frame = datasets.penguins().frame()
    X, y = frame.drop(columns="species"), frame["species"]
    given = "compare", penguins, "--target", "species", "--species", "chaid", "--species", "c45"

    done = program(*given, "--folds", 2, "--json")
    told = program(*given, "--folds", 2)

    judged = {one["name"]: one["distance"] for one in json.loads(done.stdout)["judged"]}
    model = CLASSIFIERS["chaid"]().fit(X, y)
    work_limit = WORK // (frame.shape[0] * X.shape[1] * 2)  # as stated: rows, features, classes
    own = distance_from_optimal(model, X, y, seconds=None, work_limit=work_limit)
    assert judged["chaid"] == numbers_of(own)
    assert judged["chaid"]["cost"] == (model.predict(X) != y).sum() > judged["chaid"]["best"]
    assert judged["c45"] is None  # some samples go down several of its branches
    assert f"chaid: {own.sentence}" in " ".join(told.stdout.split())
    assert "c45: With" not in told.stdout


def test_no_species_is_blamed_for_a_number_of_threads_that_has_no_meaning(program, penguins):
    done = program("compare", penguins, "--target", "species", "--n-jobs", 0)

    assert done.returncode == 1
    assert "has no meaning" in done.stderr
    assert "did not take part" not in done.stdout


def test_an_unknown_species_is_a_mistake_of_the_command_line(program, penguins):
    done = program("compare", penguins, "--target", "species", "--species", "oak")

    assert done.returncode == 2
    assert "'oak' is not one of auto, tree" in done.stderr


def test_every_species_grows_on_as_many_threads_as_asked_for(monkeypatch, penguins):
    seen = {}

    def note(dataset, estimators, excluded, **_):
        seen.update({name: estimator.n_jobs for name, estimator in estimators.items()})
        return Comparison(2, 0, [])

    monkeypatch.setattr(comparison, "compare_on", note)

    done = CliRunner().invoke(command, [str(penguins), "--target", "species", "--n-jobs", "3"])

    assert done.exit_code == 0, done.output
    assert seen == dict.fromkeys(set(CLASSIFIERS) - {"optimal"}, 3)


def test_missing_policies_of_one_species_are_compared(program, penguins):
    frame = datasets.penguins().frame()

    given = "--target", "species", "--missing", "--species", "cart", "--folds", 3
    done = program("compare", penguins, *given, "--json")
    told = program("compare", penguins, *given)

    found, X = json.loads(done.stdout), frame.drop(columns="species")
    model = CLASSIFIERS["cart"]().as_named(3, 0)
    expected = compare_missing(X, frame["species"], model, n_folds=3)
    assert found["own"] == "surrogate"
    assert found["verdict"] == expected.verdict == told.stdout.splitlines()[-1]
    errors = {one["name"]: one["errors"][0]["value"] for one in found["judged"]}
    assert errors == {one.name: one.errors[0].value for one in expected.judged}
    assert max(map(len, told.stdout.splitlines()[-12:-1])) <= 80


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--species", "chaid"), "--species chaid has one way to treat missing values"),
        (("--species", "cart", "--species", "c45"), "but 2 are named: cart, c45"),
        (("--species", "m5"), "m5: the target holds classes, which it does not predict"),
    ],
)
def test_missing_policies_that_cannot_be_compared_are_refused(program, penguins, options, words):
    done = program("compare", penguins, "--target", "species", "--missing", *options)

    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())


def test_options_of_another_command_are_told_as_such(program, tmp_path):
    rows = [f"{'' if k % 9 == 0 else 'pq'[k % 2]},{'uv'[k % 3 // 2]}" for k in range(60)]
    table = tmp_path / "gaps.csv"
    table.write_text("\n".join(["a,y", *rows]))

    done = program("compare", table, "--target", "y", "--species", "id3", "--species", "c45")

    (left_out,) = [line for line in done.stdout.splitlines() if line.startswith("id3 did not")]
    assert "--missing error" in left_out
    assert left_out.endswith("(--missing: of arboretum grow)")
