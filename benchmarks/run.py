"""Times arboretum beside other libraries on the same data in the same run.

``make bench``, or ``python -m benchmarks.run --help`` for the choices.  Everything takes
well over an hour; ``--only continuous-100k --peers scikit-learn`` takes a minute.
"""

from __future__ import annotations

import argparse
import pickle
import shlex
import sys
import tempfile
from collections.abc import Callable
from importlib import util
from pathlib import Path

from benchmarks import data, rpart
from benchmarks.contenders import CONTENDERS, OURS
from benchmarks.measure import Job, Measurement, best_of, run_job
from benchmarks.report import Results, depth_name, load, write_report

RESULTS = Path(__file__).with_name("RESULTS.md")
PEERS = [*(name for name in CONTENDERS if name != OURS), rpart.NAME]
DEPTHS = (12, None)


def listed(known: list[str], kind: str) -> Callable[[str], list[str]]:
    """A reader of comma-separated names that refuses unknown ones."""
    by_key = {name.lower().replace(" ", "-"): name for name in known}

    def read(text: str) -> list[str]:
        asked = [name.strip().lower().replace(" ", "-") for name in text.split(",")]
        for name in asked:
            if name not in by_key:
                known_names = ", ".join(by_key)
                raise argparse.ArgumentTypeError(f"no {kind} {name!r}; there are: {known_names}")
        return [by_key[name] for name in asked]

    return read


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.run", description=__doc__.splitlines()[0])
    names = list(data.PROBLEMS)
    add = parser.add_argument
    add("--only", type=listed(names, "data"), default=names, metavar="NAME,…", help="these data")
    add("--peers", type=listed(PEERS, "peer"), default=PEERS, metavar="a,b", help="these peers")
    add("--threads", default="1,2", metavar="1,2", help="numbers of threads (default 1,2)")
    add("--repeats", type=int, default=3, help="processes for each fit (default 3)")
    add("--timeout", type=float, default=900, help="seconds after which a process is stopped")
    add("--quick", action="store_true", help="a few hundred samples, once: tries the runner")
    add(
        "--write",
        nargs="?",
        type=Path,
        const=RESULTS,
        metavar="FILE",
        help=f"also write the report into FILE (default benchmarks/{RESULTS.name})",
    )
    asked = parser.parse_args(arguments)
    asked.threads = [int(n) for n in asked.threads.split(",")]
    asked.repeats = 1 if asked.quick else asked.repeats
    asked.n_predict = 2_000 if asked.quick else 1_000_000
    return asked


def installed(peers: list[str]) -> tuple[list[str], list[str]]:
    """Contenders that can be run, and a line for each that cannot."""
    here, skipped = [OURS], []
    for name in peers:
        if name == rpart.NAME:
            is_here = bool(rpart.version())
        else:
            module = {"scikit-learn": "sklearn"}.get(CONTENDERS[name].package, "")
            is_here = util.find_spec(module or CONTENDERS[name].package) is not None
        if is_here:
            here.append(name)
        else:
            skipped.append(f"Skipped: {name} is not installed.")
    return here, skipped


def jobs_of(problem: data.Problem, contenders: list[str], asked: argparse.Namespace) -> list[Job]:
    """What to measure on a problem, cases together so that contenders take turns."""
    return [
        Job(name, problem.name, depth, threads, asked.n_predict)
        for depth in DEPTHS
        for threads in asked.threads
        for name in contenders
        if threads == 1 or (name in CONTENDERS and CONTENDERS[name].is_threaded)
        if name not in CONTENDERS or not CONTENDERS[name].refuses(problem)
    ]


def run_problem(
    problem: data.Problem, contenders: list[str], asked: argparse.Namespace
) -> list[Measurement]:
    """Measure every contender on one problem, taking turns in each repeat."""
    jobs = jobs_of(problem, contenders, asked)
    repeats: dict[Job, list[Measurement]] = {job: [] for job in jobs}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "problem.pickle").open("wb") as file:
            pickle.dump(problem, file, protocol=5)
        if rpart.NAME in contenders:
            rpart.save(problem, folder)
        for turn in range(asked.repeats):
            for job in jobs:
                if any(one.failed for one in repeats[job]):
                    continue
                one = run_job(job, folder, asked.timeout)
                repeats[job].append(one)
                tell(one, turn)
    return [best_of(found) for found in repeats.values()]


def tell(one: Measurement, turn: int) -> None:
    """A line of progress, beside the report."""
    job = one.job
    what = f"{job.problem}, depth {depth_name(job.max_depth)}, threads {job.n_threads}"
    said = one.failed or f"{one.cpu:.3f} s CPU, {one.wall:.3f} s wall, score {one.score:.4f}"
    print(f"{what}, {job.contender}, turn {turn + 1}: {said}", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    asked = read_arguments(arguments)
    given = sys.argv[1:] if arguments is None else arguments
    command = shlex.join(["python", "-m", "benchmarks.run", *given])
    load_before = load()
    contenders, skipped = installed(asked.peers)
    if asked.quick:
        skipped.append(
            f"This was a try of the runner on {data.QUICK} samples: its times mean little."
        )
    measured: list[Measurement] = []
    report = ""
    for name in asked.only:
        problem = data.make(name, quick=asked.quick)
        skipped += [
            f"Skipped: {peer} on {name}: {reason}."
            for peer in contenders
            if peer in CONTENDERS and (reason := CONTENDERS[peer].refuses(problem))
        ]
        measured += run_problem(problem, contenders, asked)
        report = write_report(Results(measured), command, load_before, asked.n_predict, skipped)
        if asked.write:  # after each problem: a long run that is stopped keeps what it has
            asked.write.write_text(report, encoding="utf-8")
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
