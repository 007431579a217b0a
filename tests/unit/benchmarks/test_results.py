"""Numbers of several runs come together without ever being mixed."""

from __future__ import annotations

from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

if find_spec("benchmarks") is None:
    pytest.skip("the benchmarks are not part of the source archive", allow_module_level=True)

from benchmarks import data, measure, run
from benchmarks.contender import Arboretum, array_bytes
from benchmarks.measure import MB, Job, Measurement
from benchmarks.peers import OURS
from benchmarks.results import Run, merge, read, results_of, save


def measured(contender, cpu, problem="iris", depth=12, threads=1, **numbers):
    job = Job(contender, problem, depth, threads, 1000)
    return Measurement(job, cpu=cpu, wall=cpu, **numbers)


def run_with(*measurements, command="c"):
    return Run(command, "2026-01-01", "a machine", "versions", "0", "0", (), measurements)


def test_measuring_a_section_again_replaces_all_of_it():
    old = run_with(measured(OURS, 1.0), measured("LightGBM", 5.0), measured(OURS, 7.0, depth=None))
    new = run_with(measured(OURS, 2.0))

    results = results_of(merge([old], new))

    # LightGBM's 5 seconds belong to our 1 second, not to our 2.
    assert results.get("iris", 12, 1).cpu == 2.0
    assert results.get("iris", 12, 1, "LightGBM") is None
    assert results.get("iris", None, 1).cpu == 7.0


def test_a_run_of_which_nothing_is_left_is_forgotten():
    old = run_with(measured(OURS, 1.0), command="old")
    other = run_with(measured(OURS, 1.0, threads=2), command="other")
    new = run_with(measured(OURS, 2.0), command="new")

    assert [one.command for one in merge([old, other], new)] == ["other", "new"]


def test_runs_are_read_as_they_were_saved(tmp_path):
    runs = [run_with(measured(OURS, 1.5, tree_mb=0.25, settings="max_depth=12"), command="a")]

    save(runs, tmp_path / "results.json")

    assert read(tmp_path / "results.json") == runs


def test_results_have_one_order_however_they_were_measured():
    found = [
        measured("YDF", 1.0),
        measured(OURS, 1.0, depth=None),
        measured(OURS, 1.0),
        measured(OURS, 1.0, problem="mixed"),
    ]

    keys = list(results_of([run_with(*found)]).by_key)

    assert keys == [
        ("mixed", 12, 1, OURS),
        ("iris", 12, 1, OURS),
        ("iris", 12, 1, "YDF"),
        ("iris", None, 1, OURS),
    ]


@pytest.mark.parametrize(
    "place", [["--write=/somewhere"], ["--write", "/somewhere"], ["--write"]], ids=str
)
def test_the_command_does_not_tell_where_results_were_written(place):
    assert (
        run.command_of(["--only", "iris", *place, "--quick"])
        == "python -m benchmarks.run --only iris --quick"
    )


def test_the_commands_cover_every_section_once():
    asked = run.read_arguments([])

    sections = []
    for line in run.commands(asked):
        one = run.read_arguments(line.split()[3:])
        sections += [
            (name, depth, threads)
            for name in one.only
            for depth in one.depths
            for threads in one.threads
        ]

    assert sorted(sections, key=str) == sorted(
        (
            (name, depth, threads)
            for name in data.PROBLEMS
            for depth in (12, None)
            for threads in (1, 2)
        ),
        key=str,
    )


def test_a_slow_contender_is_repeated_until_patience_is_over():
    # 40 s a fit: after two fits 80 s are more than 60. 10 s a fit: all three.
    jobs = [Job("YDF", "iris", 12, 1, 1000), Job(OURS, "iris", 12, 1, 1000)]
    asked = SimpleNamespace(repeats=3, patience=60, timeout=1)

    def fit(job, folder, timeout):
        return measured(job.contender, 40.0 if job.contender == "YDF" else 10.0)

    found = run.run_section(jobs, None, fit, asked)

    assert [one.repeats for one in found] == [2, 3]


def test_a_contender_that_fails_is_not_tried_again_and_says_why():
    jobs = [Job("YDF", "iris", 12, 1, 1000)]
    tried = []

    def fail(job, folder, timeout):
        tried.append(job)
        return Measurement(job, failed="stopped after 1 s")

    asked = SimpleNamespace(repeats=3, patience=60, timeout=1)
    found = run.run_section(jobs, None, fail, asked)

    assert len(tried) == 1
    assert found[0].failed == "stopped after 1 s"


def test_extra_memory_is_the_peak_without_the_tree_over_the_data():
    # (30 - 10) / 40
    assert measured(OURS, 1.0, peak_mb=30, tree_mb=10, input_mb=40).extra_memory == 0.5
    # What a peer keeps is not told, so all of it counts: 30 / 40.
    assert measured("YDF", 1.0, peak_mb=30, input_mb=40).extra_memory == 0.75


def test_the_bytes_of_a_tree_are_those_of_its_arrays_at_any_level():
    inner = SimpleNamespace(c=np.zeros(3, dtype=np.int16), name="inner")
    tree = SimpleNamespace(a=np.zeros(10), b=np.zeros(4, dtype=np.int32), inner=inner, no=None)

    assert array_bytes(tree) == 80 + 16 + 6


def test_an_array_that_a_tree_holds_twice_or_through_a_promise_is_counted_once_and_whole():
    totals = np.zeros((10, 4))
    tree = SimpleNamespace(
        first=totals[:, 0], again=totals, promised={"later": lambda: totals.sum()}
    )

    assert array_bytes(tree) == 320
    assert array_bytes(SimpleNamespace(promised=tree.promised)) == 320


class Hungry(Arboretum):
    """Touches 64 MB while it grows and keeps 16 MB, which it calls its tree."""

    def grow(self, problem, prepared):
        for_a_while = np.ones(48 * MB, dtype=np.uint8)
        self.tree = np.ones(16 * MB, dtype=np.uint8)
        del for_a_while

    def tree_bytes(self):
        return self.tree.nbytes


def test_the_peak_of_a_fit_is_what_it_touched():
    if measure.status("VmHWM") == 0:
        pytest.skip("the kernel keeps no account of memory here")
    problem = data.make("continuous-10k", quick=False)

    found = measure.measure_fit(problem, Hungry(12, 1))

    assert found["peak_mb"] == pytest.approx(64, abs=4)
    assert found["tree_mb"] == 16
