"""The benchmark runner measures every contender and divides the right way round."""

from __future__ import annotations

import pickle
from importlib.util import find_spec

import numpy as np
import pytest

if find_spec("benchmarks") is None:
    pytest.skip("the benchmarks are not part of the source archive", allow_module_level=True)

from benchmarks import data, rpart, run
from benchmarks.measure import Job, Measurement, best_of, run_job
from benchmarks.peers import CONTENDERS, OURS
from benchmarks.report import growth_with_n, ratios
from benchmarks.results import Results, read

WITHOUT_FLIGHTS = [name for name in data.PROBLEMS if name != "flights"]
#: These search every threshold, so their trees have as many leaves as ours.
EXACT = ["scikit-learn", "XGBoost exact", rpart.NAME]


def measured(contender, seconds, problem="continuous-100k", **numbers):
    job = Job(contender, problem, 12, 1, 1000)
    return Measurement(job, cpu=seconds, wall=seconds, **numbers)


def skip_unless_installed(contender):
    if contender == rpart.NAME:
        if not rpart.version():
            pytest.skip("rpart is not installed")
        return
    package = CONTENDERS[contender].package
    pytest.importorskip({"scikit-learn": "sklearn"}.get(package, package))


def leaves_of(contender, problem, folder, depth):
    with (folder / "problem.pickle").open("wb") as file:
        pickle.dump(problem, file)
    rpart.save(problem, folder)
    found = run_job(Job(contender, problem.name, depth, 1, 100), folder, timeout=120)
    assert found.failed == ""
    return found.leaves


@pytest.mark.parametrize("name", WITHOUT_FLIGHTS)
def test_a_problem_is_the_same_each_time(name):
    one, two = data.make(name, quick=True), data.make(name, quick=True)

    np.testing.assert_array_equal(one.y, two.y)
    np.testing.assert_array_equal(np.asarray(one.X, dtype=str), np.asarray(two.X, dtype=str))


def test_the_cover_type_problem_has_the_columns_of_the_real_one():
    X = data.make("covertype-like", quick=True).X

    assert X.shape == (data.QUICK, 54)
    np.testing.assert_array_equal(X, np.round(X))
    np.testing.assert_array_equal(X[:, 10:14].sum(axis=1), 1)
    np.testing.assert_array_equal(X[:, 14:].sum(axis=1), 1)


def test_a_tenth_of_the_mixed_problem_is_missing():
    X = data.PROBLEMS["mixed"].make("mixed", 5_000).X

    assert X.isna().to_numpy().mean() == pytest.approx(0.1, abs=0.01)
    assert sum(X.dtypes == "category") == 8


def test_the_score_of_numbers_is_the_coefficient_of_determination():
    # Residuals 0, 1, 1 against deviations 1, 0, 1 from the mean of 2.
    y = np.array([1.0, 2.0, 3.0])
    problem = data.Problem("p", None, y, None, y, n_classes=0)

    assert problem.score(np.array([1.0, 3.0, 2.0])) == pytest.approx(1 - 2 / 2)


def test_a_ratio_is_the_time_of_the_peer_over_ours():
    results = Results([measured(OURS, 0.1), measured("LightGBM", 0.35)])

    assert ratios(results, 1, "cpu").splitlines()[-1] == "| continuous-100k | 12 | 100 | 3.5 |"


def test_growing_with_n_divides_the_larger_by_the_smaller():
    results = Results([measured(OURS, 0.1), measured(OURS, 1.2, problem="continuous-1m")])

    assert growth_with_n(results).splitlines()[-1] == "| 12 | arboretum |  | 0.1 | 1.2 |  | 12.0 |"


def test_the_best_repeat_counts_for_time_and_the_worst_for_memory():
    found = best_of([measured(OURS, 3.0, peak_mb=5.0), measured(OURS, 2.0, peak_mb=9.0)])

    assert (found.cpu, found.peak_mb) == (2.0, 9.0)


def test_an_unknown_name_is_refused_with_the_known_ones(capsys):
    with pytest.raises(SystemExit):
        run.read_arguments(["--only", "covertype"])

    assert "no data 'covertype'; there are: continuous-10k" in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.parametrize("depth", [5, None])
@pytest.mark.parametrize("contender", EXACT)
def test_an_exact_contender_grows_as_many_leaves_as_we_do(contender, depth, tmp_path):
    skip_unless_installed(contender)
    problem = data.make("continuous-10k", quick=True)

    theirs = leaves_of(contender, problem, tmp_path, depth)

    assert theirs == leaves_of(OURS, problem, tmp_path, depth)


@pytest.mark.full
def test_the_runner_prints_a_report_and_adds_section_after_section_to_the_page(tmp_path, capsys):
    folder = tmp_path / "made" / "by the runner"
    first = ["--quick", "--only=iris", "--peers=scikit-learn", "--threads=1", "--depths=full"]

    run.main([*first, f"--write={folder}"])
    printed = capsys.readouterr().out
    page = (folder / "RESULTS.md").read_text(encoding="utf-8")
    run.main(
        [
            "--quick",
            "--only=iris",
            "--peers=scikit-learn",
            "--threads=1",
            "--depths=12",
            "--write",
            str(folder),
        ]
    )

    assert page.strip() == printed.strip()
    assert "Not measured" not in page
    assert str(tmp_path) not in page
    # A fit of each in the table of all fits: 9 leaves, no error on what was learnt, once.
    assert fits_of_iris(page) == [("full", "9", "1.0000", "1")] * 2
    both = (folder / "RESULTS.md").read_text(encoding="utf-8")
    assert fits_of_iris(both) == [
        (depth, "9", "1.0000", "1") for depth in ("12", "full") for _ in range(2)
    ]
    assert [len(one.measurements) for one in read(folder / "results.json")] == [2, 2]


def fits_of_iris(page):
    table = page.split("## Every fit")[1].split("##")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if "| iris" in line]
    return [(row[1], *row[-3:]) for row in rows]
