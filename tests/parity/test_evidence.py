"""What docs/guide/evidence.md says is what was measured, and what was measured is so.

``python -m tests.parity.evidence.record`` measures what is not yet kept and writes the page.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from tests.parity.evidence.contenders import CONTENDERS, LEFT_OUT
from tests.parity.evidence.duels import QUANTILE, fought, within_chance
from tests.parity.evidence.measure import FIELDS, N_FOLDS, measure
from tests.parity.evidence.page import FOLDER, PAGE, TABLES, on_page
from tests.parity.evidence.programs import of_programs
from tests.parity.evidence.record import WITH_PROGRAMS, all_of, kept
from tests.parity.readable.tables import OTHERS, SETS

with_docs = pytest.mark.skipif(not PAGE.is_file(), reason="the source archive has no docs")


@pytest.fixture(scope="module")
def shared(shared_data):
    found = Path(shared_data).parent
    if not (found / "golden").is_dir():
        pytest.skip("the recorded folds are not there")
    return found


def mean(field, who, measured):
    """Over folds and tables."""
    return np.mean([np.mean(found[who][measured]) for found in all_of(field).values()])


@with_docs
@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_the_table_of_what_was_measured(name):
    made = "\n".join(TABLES[name]()) + "\n"

    assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == made
    assert on_page(PAGE.read_text(encoding="utf-8"), name) == made


@pytest.mark.parametrize("field", FIELDS)
def test_every_contender_was_measured_on_every_fold_of_every_table(field):
    for table, found in kept(field).items():
        expected = {who for who in CONTENDERS[field] if (table, who) not in LEFT_OUT}
        assert expected <= set(found)
        assert {len(values) for one in found.values() for values in one.values()} == {N_FOLDS}


def test_every_shared_table_of_classes_is_there(shared):
    assert list(kept("classes")) == list(SETS)
    assert list(kept("others")) == list(OTHERS)


@pytest.mark.parametrize(
    ("field", "table", "who"),
    [
        ("classes", "iris", "readable"),
        ("classes", "labor_neg", "readable"),
        ("classes", "heart_statlog", "as rpart"),
        ("rules", "iris", "RuleClassifier"),
        ("numbers", "servo", "M5'"),
        ("targets", "slump", "MultiTargetRegressor"),
        ("labels", "flags", "vector"),
    ],
)
def test_who_is_measured_again_does_as_recorded(field, table, who, shared):
    found = measure(shared, field, table, who)

    assert same(found, kept(field)[table][who])


@pytest.mark.full
@pytest.mark.parametrize("field", FIELDS)
def test_everybody_does_as_recorded_on_one_fold_of_each_table(field, shared):
    for k, table in enumerate(FIELDS[field].tables):
        for who, recorded in kept(field)[table].items():
            if who in CONTENDERS[field]:
                found = measure(shared, field, table, who, folds=(k % N_FOLDS,))
                expected = {name: [it[k % N_FOLDS]] for name, it in recorded.items()}
                assert same(found, expected), who


def same(found, recorded):
    """Up to the last digit that is kept."""
    return found.keys() == recorded.keys() and all(
        np.allclose(found[name], recorded[name], rtol=0, atol=2e-6) for name in found
    )


def test_what_other_programs_did_is_what_they_said(shared):
    for field in WITH_PROGRAMS:
        for table, found in kept(field).items():
            programs = of_programs(shared, field, table)
            assert {who: found[who] for who in programs} == programs


def test_the_readable_tree_is_the_one_that_was_compared_before():
    # tests/parity/readable measures it another way, by the species and sample by sample.
    lines = (Path(__file__).parent / "readable" / "recorded.md").read_text("utf-8").splitlines()
    before = {line.split(" | ")[0].strip("| "): line.split(" | ")[1] for line in lines[2:-1]}

    for name, found in kept("classes").items():
        accuracy, size = (np.mean(found["readable"][it]) for it in ("accuracy", "size"))
        assert before.pop(name) == f"{100 * accuracy:.1f} / {size:.1f}"
    assert not before


def test_the_trees_that_stand_for_rpart_are_as_accurate_where_it_has_no_ties():
    # On soybean rpart takes another of several equally good sets of categories.
    for name, found in all_of("classes").items():
        if name != "soybean":
            np.testing.assert_allclose(
                found["as rpart"]["accuracy"], found["rpart"]["accuracy"], atol=1e-5
            )
            assert found["as rpart"]["size"] == found["rpart"]["size"]


def test_the_readable_tree_is_a_point_above_c50_and_as_good_as_the_best_of_each_table():
    records = all_of("classes")
    best = [
        max(np.mean(found[it]["accuracy"]) for it in ("C5.0", "J48", "rpart 1-SE") if it in found)
        for found in records.values()
    ]

    assert mean("classes", "readable", "accuracy") >= mean("classes", "C5.0", "accuracy") + 0.01
    assert mean("classes", "readable", "accuracy") >= np.mean(best) - 0.003
    assert mean("classes", "readable", "size") <= 0.8 * mean("classes", "C5.0", "size")


def test_its_shares_are_better_than_those_of_every_other_tree():
    for who in CONTENDERS["classes"]:
        if not who.startswith("readable"):
            for score in ("Brier score", "log loss"):
                assert mean("classes", "readable", score) < mean("classes", who, score)
    assert mean("classes", "readable", "impossible") == 0


def test_rules_are_no_worse_than_those_of_c50_and_fewer():
    assert mean("rules", "RuleClassifier", "accuracy") >= mean("rules", "C5.0 rules", "accuracy")
    assert mean("rules", "RuleClassifier", "size") <= 0.8 * mean("rules", "C5.0 rules", "size")


def test_numbers_are_no_worse_than_by_cubist_with_fewer_rules():
    assert mean("numbers", "readable", "RRSE") <= mean("numbers", "Cubist", "RRSE")
    assert mean("numbers", "readable", "size") <= 0.9 * mean("numbers", "Cubist", "size")


@pytest.mark.parametrize("shift", [-0.2, 0.0, 0.5])
def test_chance_is_judged_by_students_test_with_the_corrected_variance(shift):
    gains = np.array([3.0, 1.0, 2.0, -1.0, 2.0, 4.0, 0.0, 1.0, 2.0, 1.0]) + shift
    corrected = (1 / 10) / (1 / 10 + 1 / 9)  # Nadeau & Bengio 2003
    usual = stats.ttest_1samp(gains, 0.0)

    p_value = 2 * stats.t.sf(usual.statistic * np.sqrt(corrected), df=9)

    assert usual.pvalue < 0.05  # the usual test finds more than chance in all three
    assert within_chance(gains) == (p_value > 0.05) == (shift < 0)
    assert pytest.approx(stats.t.ppf(0.975, df=9), abs=1e-6) == QUANTILE


def test_a_duel_counts_from_the_errors_of_both():
    [iris] = [one for one in fought("classes", "readable", "ctree") if one.table == "iris"]

    assert (iris.error, iris.their_error) == pytest.approx((22 / 3, 16 / 3), abs=1e-3)
    assert iris.gained == pytest.approx(-2.0, abs=1e-3)
    assert not iris.is_even
