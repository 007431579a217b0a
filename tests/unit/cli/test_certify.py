"""``arboretum grow --certificate`` and ``arboretum certify``."""

from __future__ import annotations

import json

import pytest

from arboretum import OptimalClassifier, datasets

GROW = ("grow", datasets.path("drug"), "--target", "drug", "--species", "optimal", "--no-cv")


@pytest.fixture
def certificate(program, tmp_path):
    path = tmp_path / "certificate.json"
    done = program(*GROW, "--max-depth", 3, "--certificate", path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"certificate saved as {path}"
    return path


def test_what_was_written_holds(program, certificate):
    done = program("certify", datasets.path("drug"), certificate)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("No tree costs less than 0, and none with fewer leaves costs")


def test_other_programs_read_what_holds(program, certificate):
    done = program("certify", datasets.path("drug"), certificate, "--json")

    found = json.loads(done.stdout)
    assert (found["objective"], found["bound"], found["is_best"]) == (0.0, 0.0, True)
    assert (found["n_samples"], found["n_leaves"]) == (12, 4)


def test_the_first_step_that_fails_is_named(program, certificate):
    document = json.loads(certificate.read_text("utf-8"))
    document["claims"][-1]["at_least"] += 1
    certificate.write_text(json.dumps(document), encoding="utf-8")

    done = program("certify", datasets.path("drug"), certificate)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: The certificate does not hold. Claim 0 (depth 3, 12 ")
    assert "at least 0 with 5 leaves" in done.stderr


def test_another_table_is_refused(program, certificate, tmp_path):
    table = datasets.path("drug").read_text("utf-8").splitlines()
    other = tmp_path / "other.csv"
    other.write_text("\n".join(table[:-1]) + "\n", encoding="utf-8")

    done = program("certify", other, certificate)

    assert done.returncode == 1
    assert "their digest is another" in done.stderr


def test_weights_and_weights_of_classes_are_given_again(program, tmp_path):
    path, data = tmp_path / "certificate.json", datasets.path("football")
    weighed = "--weights", "n", "--class-weight", "yes=2"
    grow = "grow", data, "--target", "plays", "--species", "optimal", "--no-cv"
    grown = program(*grow, *weighed, "--certificate", path)
    assert grown.returncode == 0, grown.stderr

    # The certificate names the column of the weights.
    for again in (weighed, weighed[2:]):
        same = program("certify", data, path, *again)
        assert same.returncode == 0, same.stderr
        assert same.stdout.startswith("No tree costs less than")
    other = program("certify", data, path)
    assert other.returncode == 1


def test_a_column_of_weights_that_is_not_there_is_named(program, tmp_path):
    path, data = tmp_path / "certificate.json", datasets.path("football")
    grow = "grow", data, "--target", "plays", "--species", "optimal", "--no-cv"
    assert program(*grow, "--weights", "n", "--certificate", path).returncode == 0
    other = tmp_path / "other.csv"
    rows = data.read_text("utf-8").splitlines()
    other.write_text("\n".join([rows[0].replace(",n", ",m"), *rows[1:]]) + "\n", "utf-8")

    absent, given = (
        program("certify", other, path),
        program("certify", other, path, "--weights", "m"),
    )

    assert absent.returncode == 1
    assert "'n'" in absent.stderr
    assert given.returncode == 0, given.stderr


def test_weights_without_a_name_are_asked_for(program, tmp_path):
    path, table = tmp_path / "certificate.json", datasets.football()
    model = OptimalClassifier(max_depth=2).fit(table.frame()[list(table.X)], table.y, table.weights)
    model.certificate_.save(path)

    done = program("certify", datasets.path("football"), path)

    assert done.returncode == 2
    assert "does not name the column of their weights. Name it by --weights" in done.stderr


def test_a_tree_is_no_certificate(program, penguin_tree, penguins):
    done = program("certify", penguins, penguin_tree)

    assert done.returncode == 1
    assert "is not a certificate of the format" in done.stderr


def test_only_the_best_tree_has_a_certificate(program, tmp_path):
    path = tmp_path / "certificate.json"

    done = program(*GROW[:4], "--species", "cart", "--no-cv", "--certificate", path)

    assert done.returncode == 2
    assert "--species cart has no --certificate" in done.stderr
    assert not path.exists()
