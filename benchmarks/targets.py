"""The goals of the library, beside what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.contender import Arboretum, ArboretumEntropy, ArboretumRare
from benchmarks.data import SIZES
from benchmarks.measure import Measurement
from benchmarks.peers import YDF, LightGBM, LightGBMRegularised, ScikitLearn, XGBoostHist
from benchmarks.results import Results

#: A multiple of scikit-learn's speed at growing, at depth 12 and in full.
TIMES_SCIKIT_LEARN = {
    "continuous-100k": (20, 20),
    "continuous-1m": (30, 30),
    "covertype-like": (15, 15),
    "friedman1": (25, 15),
    "weighted": (10, 10),
}
DEPTHS = (12, None)
BINNED = [LightGBM.name, XGBoostHist.name, YDF.name]
TIMES_BINNED = (2, 3)
#: Ours and theirs with like settings: the first of a pair is compared with the second.
PAIRS_OF_MIXED = [
    (Arboretum.name, LightGBM.name),
    (ArboretumRare.name, LightGBMRegularised.name),
    (ArboretumEntropy.name, YDF.name),
]
POINTS_BEHIND = 0.5
TIMES_TWO_THREADS = 1.5
TIMES_PREDICTION = {"continuous-1m": 3, "covertype-like": 2}
ONE_ROW_US = 50
EXTRA_MEMORY = 0.5
#: What smaller data cost drowns in what the allocator rounds up to.
LEAST_INPUT_MB = 1.0
SMALL_DATA = ("iris", "small-500", "small-1000")
TIMES_FOR_TEN_TIMES_N = 14


@dataclass(frozen=True)
class Finding:
    """One target and what was measured for it, by name; None where nothing was."""

    target: str
    where: str
    measured: dict[str, float | None]
    at_least: float | None = None
    at_most: float | None = None
    digits: int = 1

    def is_met(self) -> bool | None:
        """Whether every number is good enough; None if some are not known."""
        known = [value for value in self.measured.values() if value is not None]
        if any(self._falls_short(value) for value in known):
            return False
        return None if len(known) < len(self.measured) or not known else True

    def _falls_short(self, value: float) -> bool:
        if self.at_least is not None and value < self.at_least:
            return True
        return self.at_most is not None and value > self.at_most

    def row(self) -> list[str]:
        is_anything_known = any(value is not None for value in self.measured.values())
        unsure = "as far as measured" if is_anything_known else "not measured"
        said = {True: "yes", False: "**no**", None: unsure}[self.is_met()]
        values = [
            f"{name} {'?' if value is None else f'{value:.{self.digits}f}'}".strip()
            for name, value in self.measured.items()
        ]
        return [self.target, self.where, ", ".join(values), said]


def findings(results: Results) -> list[Finding]:
    """Every target, in the order of the list it comes from."""
    return [
        *growing_beside_scikit_learn(results),
        *growing_beside_binned(results),
        *mixed(results),
        *two_threads(results),
        *predicting(results),
        *one_row(results),
        *memory(results),
        *small_data(results),
        *growth_with_n(results),
    ]


def divided(top: Measurement | None, bottom: Measurement | None, field: str) -> float | None:
    """A time of the first measurement as a multiple of the second's, if both are there."""
    if top is None or bottom is None:
        return None
    return getattr(top, field) / getattr(bottom, field)


def points_ahead(ours: Measurement | None, theirs: Measurement | None) -> float | None:
    if ours is None or theirs is None:
        return None
    return 100 * (ours.score - theirs.score)


def faster(
    results: Results, problem: str, depth: int | None, peer: str, field: str = "cpu"
) -> float | None:
    """How many times our time the peer takes, on one thread."""
    ours = results.get(problem, depth, 1)
    return divided(results.get(problem, depth, 1, peer), ours, field)


def named(depth: int | None) -> str:
    return "full" if depth is None else f"depth {depth}"


def growing_beside_scikit_learn(results: Results) -> Iterator[Finding]:
    for problem, floors in TIMES_SCIKIT_LEARN.items():
        for depth, floor in zip(DEPTHS, floors, strict=True):
            times = {"": faster(results, problem, depth, ScikitLearn.name)}
            target = f"growing at least {floor}x scikit-learn"
            yield Finding(target, f"{problem}, {named(depth)}", times, at_least=floor)


def growing_beside_binned(results: Results) -> Iterator[Finding]:
    for problem in TIMES_SCIKIT_LEARN:
        for depth, floor in zip(DEPTHS, TIMES_BINNED, strict=True):
            times = {peer: faster(results, problem, depth, peer) for peer in BINNED}
            target = f"growing at least {floor}x each that bins"
            yield Finding(target, f"{problem}, {named(depth)}", times, at_least=floor)


def mixed(results: Results) -> Iterator[Finding]:
    for depth in DEPTHS:
        times: dict[str, float | None] = {}
        points: dict[str, float | None] = {}
        for own, peer in PAIRS_OF_MIXED:
            ours, theirs = (results.get("mixed", depth, 1, name) for name in (own, peer))
            times[f"{own} to {peer}"] = divided(theirs, ours, "cpu")
            points[f"{own} to {peer}"] = points_ahead(ours, theirs)
        where = f"mixed, {named(depth)}"
        yield Finding("growing faster than YDF and LightGBM", where, times, at_least=1)
        target = f"accuracy at most {POINTS_BEHIND} points behind"
        yield Finding(target, where, points, at_least=-POINTS_BEHIND, digits=2)


def two_threads(results: Results) -> Iterator[Finding]:
    for depth in DEPTHS:
        gains = {}
        for problem in [*TIMES_SCIKIT_LEARN, "mixed"]:
            one, two = (results.get(problem, depth, threads) for threads in (1, 2))
            gains[problem] = divided(one, two, "wall")
        target = f"two threads at least {TIMES_TWO_THREADS}x one (wall)"
        yield Finding(target, named(depth), gains, at_least=TIMES_TWO_THREADS, digits=2)


def predicting(results: Results) -> Iterator[Finding]:
    for problem, floor in TIMES_PREDICTION.items():
        for depth in DEPTHS:
            where = f"{problem}, {named(depth)}"
            times = {"": faster(results, problem, depth, ScikitLearn.name, "predict_cpu")}
            yield Finding(
                f"predicting at least {floor}x scikit-learn", where, times, at_least=floor
            )
            peers = [LightGBM.name, XGBoostHist.name]
            times = {peer: faster(results, problem, depth, peer, "predict_cpu") for peer in peers}
            yield Finding("predicting faster than these", where, times, at_least=1)


def one_row(results: Results) -> Iterator[Finding]:
    for depth in DEPTHS:
        times: dict[str, float | None] = {}
        for problem in TIMES_SCIKIT_LEARN:
            one = results.get(problem, depth, 1)
            times[problem] = None if one is None or one.one_row is None else 1e6 * one.one_row
        target = f"one NumPy row predicted in at most {ONE_ROW_US} µs"
        yield Finding(target, named(depth), times, at_most=ONE_ROW_US)


def memory(results: Results) -> Iterator[Finding]:
    """Of all data that are large enough to tell."""
    for depth in DEPTHS:
        for threads in results.threads:
            found = [results.get(case[0], depth, threads) for case in results.cases()]
            large = [one for one in found if one is not None and one.input_mb >= LEAST_INPUT_MB]
            extra: dict[str, float | None] = {one.job.problem: one.extra_memory for one in large}
            target = f"memory to grow at most {EXTRA_MEMORY}x the data, without the tree"
            where = f"{named(depth)}, threads: {threads}"
            yield Finding(target, where, extra, at_most=EXTRA_MEMORY, digits=2)


def small_data(results: Results) -> Iterator[Finding]:
    for depth in DEPTHS:
        times = {
            problem: faster(results, problem, depth, ScikitLearn.name, "wall")
            for problem in SMALL_DATA
        }
        target = "whole fit of small data not slower than scikit-learn's (wall)"
        yield Finding(target, named(depth), times, at_least=1, digits=2)


def growth_with_n(results: Results) -> Iterator[Finding]:
    _, smaller, larger = SIZES
    for depth in DEPTHS:
        one, ten = (results.get(problem, depth, 1) for problem in (smaller, larger))
        target = f"growing 1M takes at most {TIMES_FOR_TEN_TIMES_N} times growing 100k"
        times = {"": divided(ten, one, "cpu")}
        yield Finding(target, named(depth), times, at_most=TIMES_FOR_TEN_TIMES_N)
