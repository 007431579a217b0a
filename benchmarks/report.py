"""Measurements as a Markdown page: targets first, then ratios, then what they are made of.

``python -m benchmarks.report`` rewrites the page from the numbers that were kept.
"""

from __future__ import annotations

import os
import platform
from importlib import metadata
from itertools import groupby, pairwise
from pathlib import Path

from benchmarks import rpart
from benchmarks.data import PROBLEMS, SIZES
from benchmarks.measure import Measurement
from benchmarks.peers import CONTENDERS, OURS
from benchmarks.results import Results, Run, read, results_of, section_of
from benchmarks.targets import LEAST_INPUT_MB, findings

FOLDER = Path(__file__).parent
PAGE, NUMBERS = "RESULTS.md", "results.json"
#: A one-thread fit that waited longer than this share of its work shared its core.
BUSY = 1.15


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float | None, digits: int = 3) -> str:
    if value is None:
        return "?"
    if value >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def ratio(peer: float | None, ours: float | None) -> str:
    if not peer or not ours:
        return ""
    times = peer / ours
    return f"{times:.2f}" if times < 1 else f"{times:.1f}"


def beside_ours(one: Measurement, results: Results, field: str) -> str:
    """A number of a contender as a multiple of ours in the same section."""
    ours = results.get(*section_of(one))
    return "" if ours is None else ratio(getattr(one, field), getattr(ours, field))


def depth_name(depth: int | None) -> str:
    return "full" if depth is None else str(depth)


# The tables -------------------------------------------------------------------


def targets(results: Results) -> str:
    """Targets beside what was measured, where anything was."""
    rows = [one.row() for one in findings(results)]
    measured = [row for row in rows if row[-1] != "not measured"]
    return table(["target", "data", "measured", "met"], measured)


def ratios(results: Results, threads: int, field: str, unit: str = "ms") -> str:
    """One line per case: how many times our time each peer takes."""
    rows = []
    scale = {"ms": 1e3, "µs": 1e6}[unit]
    names = [name for name in results.peers if results.ran(name, threads)]
    for problem, depth in results.cases():
        ours = results.get(problem, depth, threads)
        if ours is None:
            continue
        peers = [results.get(problem, depth, threads, name) for name in names]
        own = getattr(ours, field)
        cells = ["" if p is None else ratio(getattr(p, field), own) for p in peers]
        if any(cells):
            rows.append([problem, depth_name(depth), number(own * scale), *cells])
    return table(["data", "depth", f"{OURS}, {unit}", *names], rows)


def growth(results: Results) -> str:
    """Every fit: its time, size and score."""
    rows = []
    for one in results.succeeded():
        job = one.job
        is_busy = job.n_threads == 1 and one.cpu > 0.05 and one.wall > BUSY * one.cpu
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender + (" †" if is_busy else ""),
                number(one.cpu),
                number(one.wall),
                number(one.prepare_cpu) if one.prepare_cpu > 1e-4 else "",
                beside_ours(one, results, "cpu"),
                beside_ours(one, results, "wall"),
                number(one.leaves, 6),
                f"{one.score:.4f}",
                str(one.repeats),
            ]
        )
    head = ["data", "depth", "threads", "contender", "CPU s", "wall s", "preparing, CPU s"]
    return table([*head, "CPU ratio", "wall ratio", "leaves", "test score", "repeats"], rows)


def prediction(results: Results) -> str:
    rows = []
    for one in results.succeeded():
        job = one.job
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender,
                number(one.predict_cpu * 1000),
                number(one.predict_wall * 1000),
                beside_ours(one, results, "predict_cpu"),
                beside_ours(one, results, "predict_wall"),
                number(one.one_row and one.one_row * 1e6),
                beside_ours(one, results, "one_row"),
            ]
        )
    head = ["data", "depth", "threads", "contender", "CPU ms", "wall ms", "CPU ratio"]
    return table([*head, "wall ratio", "one row, µs", "one-row ratio"], rows)


def memory(results: Results) -> str:
    rows = []
    for one in results.succeeded():
        if one.input_mb < LEAST_INPUT_MB:
            continue
        job = one.job
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender,
                number(one.input_mb),
                number(one.peak_mb),
                "" if one.tree_mb is None else number(one.tree_mb),
                f"{one.extra_memory:.2f}",
                beside_ours(one, results, "peak_mb"),
            ]
        )
    head = ["data", "depth", "threads", "contender", "data MB", "peak MB", "tree MB"]
    return table([*head, "(peak - tree) / data", "peak ratio"], rows)


def growth_with_n(results: Results) -> str:
    rows = []
    depths = dict.fromkeys(depth for _, depth in results.cases())
    for depth in depths:
        for name in results.contenders:
            found = [results.get(size, depth, 1, name) for size in SIZES]
            if not any(found):
                continue
            times = [None if one is None else one.cpu for one in found]
            steps = [ratio(b, a) for a, b in pairwise(times)]
            cells = ["" if time is None else number(time) for time in times]
            rows.append([depth_name(depth), name, *cells, *steps])
    return table(
        ["depth", "contender", "10k, CPU s", "100k", "1M", "100k / 10k", "1M / 100k"], rows
    )


def two_threads(results: Results) -> str:
    rows = []
    fewest, most = results.threads[0], results.threads[-1]
    for problem, depth in results.cases():
        for name in results.contenders:
            one = results.get(problem, depth, fewest, name)
            two = results.get(problem, depth, most, name)
            if one is None or two is None:
                continue
            grow = [number(one.wall), number(two.wall), ratio(one.wall, two.wall)]
            speed = ratio(one.predict_wall, two.predict_wall)
            rows.append([problem, depth_name(depth), name, *grow, speed])
    head = ["data", "depth", "contender", f"{fewest} thread, wall s", f"{most} threads"]
    return table([*head, "faster", "prediction faster"], rows)


# Around them ------------------------------------------------------------------


def machine() -> str:
    cpu, memory_gb = platform.processor() or platform.machine(), ""
    about_cpu, about_memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if about_cpu.exists():
        names = [x for x in about_cpu.read_text().splitlines() if x.startswith("model name")]
        cpu = names[0].split(":")[1].strip() if names else cpu
    if about_memory.exists():
        memory_gb = f", {int(about_memory.read_text().split()[1]) / 2**20:.0f} GiB"
    return f"{cpu}, {os.cpu_count()} cores{memory_gb}, {platform.system()}"


def versions(contenders: list[str]) -> str:
    packages = [CONTENDERS[name].package for name in contenders if name in CONTENDERS]
    found = [f"{name} {metadata.version(name)}" for name in dict.fromkeys([*packages, "numpy"])]
    if rpart.NAME in contenders:
        found.append(f"rpart {rpart.version()}")
    return ", ".join([f"Python {platform.python_version()}", *found])


def load() -> str:
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def settings(results: Results) -> str:
    """The exact settings of each library: at depth 12 on one thread where it ran there."""
    lines = []
    for name in results.contenders:
        ran = [one for one in results.succeeded() if one.job.contender == name]
        told: dict[str, list[str]] = {}
        for one in ran:
            if (one.job.max_depth, one.job.n_threads) == (ran[0].job.max_depth, 1):
                told.setdefault(one.settings, []).append(one.job.problem)
        for said, problems in told.items():
            lines.append([name, ", ".join(problems), f"`{said}`"])
    return table(["contender", "data", "settings"], lines)


READING = [
    "A ratio is the peer's time divided by ours: above 1, arboretum is faster. Both times are "
    "from the same run, one after the other.",
    "Every contender grows one tree from the same samples with at least one sample per leaf: "
    "depth 12, or until nothing can be split.",
    "A fit runs from samples as a user has them to the grown tree; *preparing* is the part "
    "of it spent on the library's own dataset (binning, copying).",
    "Each fit has a fresh process, warmed up on 5,000 samples; contenders take turns; times "
    "are the best of the repeats, memory is the worst. Fits of few samples are the best of "
    "up to 30 in each process. Slow fits are repeated less often, see *repeats*.",
    "The test score is accuracy, or R² for regression, on held-out samples "
    "(iris: on the training samples).",
    "One row: the wall time of one call, the median of up to 200, in the form of the training "
    "data.",
    "Memory: the peak of the process while it grows, minus what it held before. The arrays of "
    "our tree are shown separately; those of the peers are part of their peak.",
    f"† The fit waited for its core for more than {BUSY - 1:.0%} of its work: use CPU seconds.",
    "With several threads, only an idle machine gives true times: beside a busy process, "
    "OpenMP's waiting threads spin, and the peers that use it slow down many times over.",
]


def notes(results: Results, runs: list[Run]) -> str:
    lines = list(READING)
    for name in results.contenders:
        note = rpart.NOTE if name == rpart.NAME else CONTENDERS[name].note
        if note:
            lines.append(f"{name}: {note}.")
    for one in results.failures():
        job = one.job
        where = f"{job.problem}, depth {depth_name(job.max_depth)}, threads {job.n_threads}"
        lines.append(f"Not measured: {job.contender} on {where}: {one.failed}.")
    remarks = dict.fromkeys(remark for run in runs for remark in run.remarks)
    return "\n".join(f"- {line}" for line in [*lines, *remarks])


def provenance(runs: list[Run]) -> str:
    """The commands, grouped by machine and versions."""
    parts = []
    for (where, what), same in groupby(runs, key=lambda run: (run.machine, run.versions)):
        lines = [
            f"- `{run.command}`, {run.date}, load average {run.load_before} before, "
            f"{run.load_after} after"
            for run in same
        ]
        parts.append(f"{where}  \n{what}\n\n" + "\n".join(lines))
    return "\n\n".join(parts)


def write_report(runs: list[Run]) -> str:
    """The whole page as Markdown."""
    results = results_of(runs)
    names = list(dict.fromkeys(problem for problem, _ in results.cases()))
    parts = [
        "# Benchmarks",
        provenance(runs),
        table(["data", "what"], [[name, PROBLEMS[name].says] for name in names]),
        "## Targets",
        targets(results),
    ]
    for threads in results.threads:
        field = "cpu" if threads == 1 else "wall"
        said = "CPU" if threads == 1 else "wall"
        n_predict = max(one.job.n_predict for one in results.by_key.values())
        parts += [
            f"## Growing, {said} time, threads: {threads}",
            ratios(results, threads, field),
            f"## Predicting {n_predict:,} rows, {said} time, threads: {threads}",
            ratios(results, threads, f"predict_{field}"),
        ]
    parts += ["## Predicting one row", ratios(results, results.threads[0], "one_row", "µs")]
    if results.threads[0] == 1 and len(set(SIZES) & set(names)) > 1:
        parts += ["## Growing with n, one thread", growth_with_n(results)]
    if len(results.threads) > 1:
        parts += ["## What threads give", two_threads(results)]
    parts += ["## Every fit", growth(results), "## Every prediction", prediction(results)]
    if any(one.input_mb >= LEAST_INPUT_MB for one in results.succeeded()):
        parts += ["## Memory while growing", memory(results)]
    parts += ["## Settings of each", settings(results)]
    parts += ["## How to read this", notes(results, runs)]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    (FOLDER / PAGE).write_text(write_report(read(FOLDER / NUMBERS)), encoding="utf-8")
