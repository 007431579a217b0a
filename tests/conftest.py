"""What all tests share, and what the quick suite leaves out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# One example may be slow on a busy machine; that is not a failure.
settings.register_profile("full", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=20)

#: Tests with these markers run in the full suite alone; pyproject.toml says what they mean.
NOT_QUICK = {"full", "docs", "browser", "big"}
#: Most seconds of processor time that a quick test may take, with the fixtures that it sets up.
LIMIT = 2.0
CPU = pytest.StashKey[float]()

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="the quick suite: no test marked full, docs, browser or big, fewer examples "
        f"of each property, and a test that takes more than {LIMIT:g} s fails",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("quick" if config.getoption("--quick") else "full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--quick"):
        return
    slow = [item for item in items if any(mark.name in NOT_QUICK for mark in item.iter_markers())]
    config.hook.pytest_deselected(items=slow)
    left_out = set(slow)
    items[:] = [item for item in items if item not in left_out]


def processor_time() -> float:
    """Seconds of this process, all its threads, and the children it has waited for.

    The clock on the wall would fail tests where other programs are busy, too.
    """
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    item.stash[CPU] = processor_time()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    report = yield
    if call.when == "call" and report.passed and item.config.getoption("--quick"):
        seconds = processor_time() - item.stash[CPU]
        if seconds > LIMIT:
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
