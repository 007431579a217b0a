"""Times arboretum against other libraries on the same data in the same run.

``make bench``, or ``python -m benchmarks.run --help`` for the choices.  Everything takes hours;
``--only continuous-100k --peers scikit-learn`` takes a minute, and ``--commands`` prints a
command of a few minutes for each section, whose results come together in one page.
"""

from __future__ import annotations

import argparse
import pickle
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from importlib import util
from pathlib import Path
from typing import Any

from benchmarks import data, rpart
from benchmarks.measure import Job, Measurement, best_of, run_job
from benchmarks.peers import CONTENDERS, OURS
from benchmarks.report import (
    FOLDER,
    NUMBERS,
    PAGE,
    depth_name,
    load,
    machine,
    versions,
    write_report,
)
from benchmarks.results import Run, merge, read, save

PEERS = [*(name for name in CONTENDERS if name != OURS), rpart.NAME]
DEPTHS = {"12": 12, "full": None}
THREADS = ["1", "2"]


def listed(known: list[str], kind: str) -> Callable[[str], list[str]]:
    """A reader of comma-separated names that refuses unknown ones."""
    by_key = {name.lower().replace(" ", "-"): name for name in known}

    def read_names(text: str) -> list[str]:
        asked = [name.strip().lower().replace(" ", "-") for name in text.split(",")]
        for name in asked:
            if name not in by_key:
                known_names = ", ".join(by_key)
                raise argparse.ArgumentTypeError(f"no {kind} {name!r}; there are: {known_names}")
        return [by_key[name] for name in asked]

    return read_names


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.run", description=__doc__.splitlines()[0])
    for name, known, kind in (
        ("--only", list(data.PROBLEMS), "data"),
        ("--peers", PEERS, "peer"),
        ("--depths", list(DEPTHS), "depth"),
    ):
        said = "these only, of " + ", ".join(name.lower().replace(" ", "-") for name in known)
        parser.add_argument(name, type=listed(known, kind), default=known, metavar="A,B", help=said)
    add = parser.add_argument
    add("--threads", default="1,2", metavar="1,2", help="numbers of threads (default 1,2)")
    add("--repeats", type=int, default=3, help="processes for each fit (default 3)")
    add(
        "--patience",
        type=float,
        default=60,
        help="seconds of fitting after which a contender is not repeated (default 60)",
    )
    add("--timeout", type=float, default=300, help="seconds after which a process is stopped")
    add("--quick", action="store_true", help="a few hundred samples, once: tries the runner")
    add("--commands", action="store_true", help="print a command for each section, run nothing")
    add(
        "--write",
        nargs="?",
        type=Path,
        const=FOLDER,
        metavar="FOLDER",
        help=f"also put the results into {NUMBERS} and {PAGE} there (default benchmarks), in "
        "place of what they said about the same sections",
    )
    asked = parser.parse_args(arguments)
    asked.threads = [int(n) for n in asked.threads.split(",")]
    asked.depths = [DEPTHS[name] for name in asked.depths]
    asked.repeats = 1 if asked.quick else asked.repeats
    asked.n_predict = 2_000 if asked.quick else 1_000_000
    return asked


def command_of(arguments: list[str]) -> str:
    """The command without the place results were written to, which is nobody's business."""
    kept = [one for one in arguments if not one.startswith("--write=")]
    if "--write" in kept:
        at = kept.index("--write")
        has_place = at + 1 < len(kept) and not kept[at + 1].startswith("--")
        kept = kept[:at] + kept[at + 1 + has_place :]
    return shlex.join(["python", "-m", "benchmarks.run", *kept])


def commands(asked: argparse.Namespace) -> Iterator[str]:
    """A command for each section of what was asked, short enough to run in one sitting."""
    for problem in asked.only:
        if data.PROBLEMS[problem].n <= data.SHORT:
            yield f"python -m benchmarks.run --only {problem} --write"
            continue
        for depth in asked.depths:
            for threads in asked.threads:
                section = f"--only {problem} --depths {depth_name(depth)} --threads {threads}"
                yield f"python -m benchmarks.run {section} --write"


def installed(peers: list[str]) -> tuple[list[str], list[str]]:
    """Contenders that can be run, and a line for each that cannot."""
    here, remarks = [OURS], []
    for name in peers:
        if name == rpart.NAME:
            is_here = bool(rpart.version())
        else:
            module = {"scikit-learn": "sklearn"}.get(CONTENDERS[name].package, "")
            is_here = util.find_spec(module or CONTENDERS[name].package) is not None
        if is_here:
            here.append(name)
        else:
            remarks.append(f"Skipped: {name} is not installed.")
    return here, remarks


def takes_part(contender: str, problem: data.Problem, threads: int) -> bool:
    """Whether the contender has anything to show on the problem with this many threads."""
    if contender == rpart.NAME:
        return threads == 1
    kind = CONTENDERS[contender]
    if kind.is_about_categories and not problem.is_frame:
        return False
    return not kind.refuses(problem) and (threads == 1 or kind.is_threaded)


def run_section(
    jobs: list[Job], folder: Path, measure: Callable[[Job, Path, float], Measurement], asked: Any
) -> list[Measurement]:
    """Measure all jobs of a section, taking turns in each repeat."""
    repeats: dict[Job, list[Measurement]] = {job: [] for job in jobs}
    for turn in range(asked.repeats):
        for job, found in repeats.items():
            if any(one.failed for one in found) or sum(one.wall for one in found) > asked.patience:
                continue
            one = measure(job, folder, asked.timeout)
            found.append(one)
            tell(one, f"turn {turn + 1} of {asked.repeats}")
    return [best_of(found) for found in repeats.values()]


def run_problem(
    problem: data.Problem, contenders: list[str], asked: argparse.Namespace
) -> Iterator[list[Measurement]]:
    """The measurements of one section of a problem after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "problem.pickle").open("wb") as file:
            pickle.dump(problem, file, protocol=5)
        if rpart.NAME in contenders:
            rpart.save(problem, folder)
        for depth in asked.depths:
            for threads in asked.threads:
                jobs = [
                    Job(name, problem.name, depth, threads, asked.n_predict)
                    for name in contenders
                    if takes_part(name, problem, threads)
                ]
                yield run_section(jobs, folder, run_job, asked)


def tell(one: Measurement, turn: str) -> None:
    """A line of progress, beside the report."""
    job = one.job
    what = f"{job.problem}, depth {depth_name(job.max_depth)}, threads {job.n_threads}"
    said = one.failed or f"{one.cpu:.3f} s CPU, {one.wall:.3f} s wall, score {one.score:.4f}"
    print(f"{what}, {turn}, {job.contender}: {said}", file=sys.stderr, flush=True)


def remarks_on(problem: data.Problem, contenders: list[str]) -> list[str]:
    return [
        f"Skipped: {name} on {problem.name}: {reason}."
        for name in contenders
        if name in CONTENDERS and not CONTENDERS[name].is_about_categories
        if (reason := CONTENDERS[name].refuses(problem))
    ]


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    asked = read_arguments(given)
    if asked.commands:
        print("\n".join(commands(asked)))
        return 0
    if asked.write:  # before hours of measuring, which a mistyped place must not cost
        asked.write.mkdir(parents=True, exist_ok=True)
    contenders, remarks = installed(asked.peers)
    if asked.quick:
        remarks.append(f"A try of the runner on {data.QUICK} samples: its times mean little.")
    run = Run(
        command_of(given),
        date.today().isoformat(),
        machine(),
        versions(contenders),
        load(),
        load(),
        tuple(remarks),
    )
    for name in asked.only:
        problem = data.make(name, quick=asked.quick)
        run = replace(run, remarks=(*run.remarks, *remarks_on(problem, contenders)))
        for found in run_problem(problem, contenders, asked):
            measurements = (*run.measurements, *found)
            run = replace(run, measurements=measurements, load_after=load())
            if asked.write:  # after each section: a long run that is stopped keeps what it has
                runs = merge(read(asked.write / NUMBERS), run)
                save(runs, asked.write / NUMBERS)
                (asked.write / PAGE).write_text(write_report(runs), encoding="utf-8")
    print(write_report([run]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
