"""Certificates of all kinds of searches are accepted, and say what the search did."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest

import arboretum.certifying
from tests.examples import full
from tests.unit.certifying.runs import LONG, RUNS, drug, heart


@pytest.mark.parametrize("name", [*RUNS, *full(*LONG)])
def test_what_a_search_says_is_certified(name, tmp_path):
    run = (RUNS | LONG)[name]()

    found, expected = run.certified(run.document(tmp_path)), run.model.certificate_

    off = 1e-8 + found.rounding
    assert found.objective == pytest.approx(expected.objective, rel=1e-9, abs=off)
    assert found.bound == pytest.approx(expected.bound, rel=1e-9, abs=off)
    assert found.is_best == expected.is_proved
    assert found.n_leaves == run.model.n_leaves_
    if expected.is_exact and run.model.tree_.schema.is_classification:
        assert found.has_fewest_leaves == expected.has_fewest_leaves
    if "rounded" in name:
        assert 0 < found.rounding < 1e-6 * found.objective
    else:
        assert found.rounding == 0


def test_the_order_of_the_samples_does_not_matter(tmp_path):
    run = RUNS["missing, large leaves"]()
    document = run.document(tmp_path)
    order = np.random.default_rng(0).permutation(len(run.y))

    run.X = {name: column[order] for name, column in run.X.items()}
    run.y = run.y[order]

    assert run.certified(document).is_best


def test_few_claims_prove_a_large_table(tmp_path):
    # Of 13 features with 23 orders and hundreds of cuts; every claim is of another set of samples.
    run = heart(max_depth=3, min_samples_leaf=5)

    document = run.document(tmp_path)

    cuts = sum(len(cuts) for claim in document["claims"] for cuts in claim.get("cuts", {}).values())
    assert len(document["claims"]) < 2 * cuts < 1000


def test_what_was_proved_is_told_in_words(tmp_path):
    run = drug(max_depth=3)

    told = str(run.certified(run.document(tmp_path)))

    assert told.splitlines()[0] == (
        "No tree costs less than 0, and none with fewer leaves costs that."
    )
    assert told.splitlines()[1] == "That is of all trees of depth 3 or less."
    assert "12 samples went down the tree of 4 leaves" in told


def test_an_unfinished_search_is_told_with_its_gap(tmp_path):
    run = heart(max_depth=3, work_limit=20)
    certificate = run.model.certificate_

    told = str(run.certified(run.document(tmp_path)))

    assert told.startswith(
        f"The tree costs {certificate.objective:g}, every tree at least {certificate.bound:g}."
    )


def test_progress_is_told(tmp_path):
    run, said = drug(max_depth=3), []
    document = run.document(tmp_path)

    arboretum.certifying.certify(document, run.X, run.y, progress=lambda *at: said.append(at))

    n = len(document["claims"])
    assert said == [(i + 1, n) for i in range(n)]


def test_nothing_of_the_search_is_used():
    folder = Path(arboretum.certifying.__file__).parent
    checking, imported = ["problem.py", "proof.py"], set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                name = node.module or ""
                assert "optimal" not in name
                assert "_core" not in [name, *(one.name for one in node.names)]
                if path.name in checking and name.startswith("arboretum"):
                    imported.add(name)

    # What follows the proof needs NumPy and nothing else.
    assert imported == {"arboretum.certifying.problem"}


def test_a_certificate_reads_back_as_it_was_written(tmp_path):
    run = drug(max_depth=3)
    document = run.document(tmp_path)

    lines = (tmp_path / "certificate.json").read_text("utf-8").splitlines()

    assert json.loads("\n".join(lines)) == document
    # A line for each claim: a certificate of a large search can be looked at.
    assert sum('"at_least"' in line for line in lines) == len(document["claims"])
