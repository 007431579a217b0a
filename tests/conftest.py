"""What all tests share, and what the quick suite leaves out."""

from __future__ import annotations

import gc
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import settings

from tests.pairwise import pairwise_cover

# Before NumPy is imported: on the few rows of a test the threads of the linear algebra only wait
# for each other, for three times the processor time, and there is a worker per core already.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# One example may be slow on a busy machine; that is not a failure.
settings.register_profile("full", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)

# A run in the background may ignore Ctrl-C, which some tests send to themselves.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: Tests with these markers run in the full suite alone; pyproject.toml says what they mean.
NOT_QUICK = {"full", "docs", "browser", "big"}
#: Most seconds of processor time that a quick test may take, with the fixtures that it sets up.
LIMIT = 2.0
#: Processor time when a test began, and when its last phase ended.
START, CLOCK = pytest.StashKey[float](), pytest.StashKey[float]()

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="the quick suite: no test marked full, docs, browser or big, fewer examples "
        f"of each property, and a test that takes more than {LIMIT:g} s fails",
    )
    parser.addoption(
        "--processor-time",
        action="store_true",
        help="--durations shows seconds of processor time, whatever else the machine does",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("quick" if config.getoption("--quick") else "full")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Without looking for garbage, which takes a third of the time: all that is made is kept."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # and tests do not look through it either
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(
                f"{item.nodeid} is named by an address in memory, which every worker has another "
                "of. Pass ids= that name its cases."
            )
    if not config.getoption("--quick"):
        return
    quick = [i for i in items if not any(mark.name in NOT_QUICK for mark in i.iter_markers())]
    covers = covers_of(quick)
    quick = [i for i in quick if not is_pairwise(i) or case_of(i) in covers[function_of(i)]]
    kept = set(quick)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = quick


def covers_of(items: list[pytest.Item]) -> dict[tuple, set]:
    """The cases to keep of every test that is marked pairwise."""
    cases = defaultdict(list)
    for item in filter(is_pairwise, items):
        cases[function_of(item)].append(case_of(item))
    return {function: pairwise_cover(of_function) for function, of_function in cases.items()}


def is_pairwise(item: pytest.Item) -> bool:
    return item.get_closest_marker("pairwise") is not None


def function_of(item: pytest.Item) -> tuple:
    return item.path, item.originalname


def case_of(item: pytest.Item) -> tuple[int, ...]:
    """Which value of each parameter, its own or of a fixture, a test runs with."""
    # Values may have no hash; every case holds the same objects.
    return tuple(id(value) for _, value in sorted(item.callspec.params.items(), key=itemgetter(0)))


def processor_time() -> float:
    """Seconds of this process, all its threads, and the children it has waited for.

    The clock on the wall would fail tests where other programs are busy, too.
    """
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[CLOCK] = item.stash[START] = processor_time()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    report = yield
    now = processor_time()
    if item.config.getoption("--processor-time"):
        report.duration = now - item.stash[CLOCK]
    item.stash[CLOCK] = now
    seconds = now - item.stash[START]
    is_quick = item.config.getoption("--quick")
    if is_quick and call.when == "call" and report.passed and seconds > LIMIT:
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid} took {seconds:.1f} s of processor time; a quick test may take "
            f"{LIMIT:g} s. Use a smaller case, or mark it full and add a smaller case."
        )
    return report


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of data sets kept beside the repository; tests that need it are skipped without it."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("needs the data sets in ../shared/data")
    return folder
