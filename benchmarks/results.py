"""What was measured, by whom and when: kept as JSON, section by section.

A section is a problem at one depth with one number of threads.  Measuring it again replaces
all of it, so that a ratio never has two numbers from different runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks import rpart
from benchmarks.data import PROBLEMS
from benchmarks.measure import Job, Measurement
from benchmarks.peers import CONTENDERS, OURS

Section = tuple[str, int | None, int]
ORDER = [*CONTENDERS, rpart.NAME]


@dataclass(frozen=True)
class Run:
    """One call of the runner: what was asked, on which machine, and what came of it."""

    command: str
    date: str
    machine: str
    versions: str
    load_before: str
    load_after: str
    remarks: tuple[str, ...] = ()
    measurements: tuple[Measurement, ...] = field(default=(), repr=False)

    def sections(self) -> set[Section]:
        return {section_of(one) for one in self.measurements}

    def without(self, sections: set[Section]) -> Run:
        left = tuple(one for one in self.measurements if section_of(one) not in sections)
        return replace(self, measurements=left)


def section_of(one: Measurement) -> Section:
    return one.job.problem, one.job.max_depth, one.job.n_threads


def merge(old: list[Run], new: Run) -> list[Run]:
    """The old runs without what was measured again, and the new run."""
    kept = [run.without(new.sections()) for run in old]
    return [*(run for run in kept if run.measurements), new]


def save(runs: list[Run], path: Path) -> None:
    path.write_text(json.dumps([asdict(run) for run in runs], indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> list[Run]:
    """The runs kept in a file; none where there is no file."""
    if not path.exists():
        return []
    return [run_of(saved) for saved in json.loads(path.read_text(encoding="utf-8"))]


def run_of(saved: dict) -> Run:
    measurements = tuple(
        Measurement(**{**one, "job": Job(**one["job"])}) for one in saved["measurements"]
    )
    return Run(**{**saved, "remarks": tuple(saved["remarks"]), "measurements": measurements})


class Results:
    """Measurements by problem, depth, threads and contender, always in the same order."""

    def __init__(self, measurements: Iterable[Measurement]) -> None:
        problems = list(PROBLEMS)
        self.by_key = {
            (*section_of(one), one.job.contender): one
            for one in sorted(
                measurements,
                key=lambda one: (
                    problems.index(one.job.problem),
                    one.job.max_depth is None,
                    one.job.max_depth,
                    one.job.n_threads,
                    ORDER.index(one.job.contender),
                ),
            )
        }
        self.threads = sorted({key[2] for key in self.by_key})
        met = {key[3] for key in self.by_key}
        self.contenders = [name for name in ORDER if name in met]
        self.peers = [name for name in self.contenders if name != OURS]

    def get(
        self, problem: str, depth: int | None, threads: int, contender: str = OURS
    ) -> Measurement | None:
        """The measurement, if it was made and did not fail."""
        found = self.by_key.get((problem, depth, threads, contender))
        return None if found is None or found.failed else found

    def cases(self) -> list[tuple[str, int | None]]:
        """Every problem and depth that was measured."""
        return list(dict.fromkeys((key[0], key[1]) for key in self.by_key))

    def ran(self, contender: str, threads: int) -> bool:
        """Whether the contender was run with this many threads."""
        return any(key[2:] == (threads, contender) for key in self.by_key)

    def succeeded(self) -> Iterator[Measurement]:
        return (one for one in self.by_key.values() if not one.failed)

    def failures(self) -> Iterator[Measurement]:
        return (one for one in self.by_key.values() if one.failed)


def results_of(runs: list[Run]) -> Results:
    return Results(one for run in runs for one in run.measurements)
