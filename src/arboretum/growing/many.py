"""Many trees at once: the same work for several parts of a dataset, side by side on threads.

The parts are made by :meth:`Dataset.sharing` or :func:`some_samples`.  They share the columns of
the dataset and the encoding that the native core grows from, so that a tree of some rows costs
neither a copy of them nor another encoding.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from copy import copy, deepcopy
from threading import Event
from typing import Any, TypeVar

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.growing.loop import Progress
from arboretum.tree import n_threads

__all__ = [
    "Begin",
    "grown",
    "in_steps",
    "require_grower",
    "share_of",
    "sharing_threads",
    "side_by_side",
    "silently",
    "step_of",
    "threads_of_each",
    "unfitted",
]

Result = TypeVar("Result")
Work = Callable[[int, Progress | None], Result]
#: Begins the next step by saying what it is; what it returns takes the progress of that step.
Begin = Callable[[str], Progress | None]

#: Seconds between two looks at how far the threads are.
BETWEEN_LOOKS = 0.1


def silently(description: str) -> None:
    """Begin a step that nobody watches."""


def share_of(done: float, whole: float) -> float:
    """How much of the work is done; 0 where there is none, as for a tree that costs nothing."""
    return done / whole if whole else 0.0


def in_steps(begin: Begin, describe: Callable[[int], str], n_steps: int) -> Progress | None:
    """Progress through steps 1 to ``n_steps``, reported as that of the current step."""
    step, takes = 1, begin(describe(1))
    if takes is None:
        return None

    def report(done: float, of: float) -> None:
        nonlocal step, takes
        so_far = n_steps * share_of(done, of)
        while step <= min(so_far, n_steps - 1):
            step += 1
            takes = begin(describe(step))
        if takes is not None:
            takes(so_far - (step - 1), 1.0)

    return report


def step_of(progress: Progress | None, step: int, n_steps: int, length: int = 1) -> Progress | None:
    """The progress of one of several steps, or of so many from there on."""
    if progress is None or length == n_steps:
        return progress
    return lambda done, of: progress(step + length * share_of(done, of), float(n_steps))


class _Ended(Exception):
    """Raised in threads whose work is no longer wanted."""


def threads_of_each(n_threads: int, n_times: int) -> int:
    """How many threads each work may use by itself, of those that are there for all."""
    return max(1, n_threads // n_times)


def sharing_threads(estimator: Any, n_rows: int, n_times: int) -> tuple[Any, int]:
    """A copy of an estimator to grow one of many trees with, and how many to grow at once.

    ``n_times`` trees of ``n_rows`` rows are to be grown on as many threads as its
    ``n_jobs`` allows; where it has none, one after another.
    """
    one = copy(estimator)
    if not hasattr(one, "n_jobs"):
        return one, 1
    threads = n_threads(one.n_jobs, n_rows * n_times)
    one.n_jobs = threads_of_each(threads, n_times)
    return one, threads


def require_grower(estimator: Any) -> None:
    """Refuse what grows no trees, such as the class of an estimator."""
    if isinstance(estimator, type) or not hasattr(estimator, "grow_dataset"):
        what = estimator if isinstance(estimator, type) else type(estimator)
        raise ParameterError(
            f"{what.__name__} does not grow trees of this library. "
            "Pass an estimator such as CARTClassifier()."
        )


def unfitted(estimator: Any) -> Any:
    """An estimator with the same parameters that knows no samples, as scikit-learn's ``clone``."""
    params = estimator.get_params(deep=False)
    return type(estimator)(**{name: deepcopy(value) for name, value in params.items()})


def grown(estimator: Any, dataset: Dataset, progress: Progress | None) -> Any:
    """A new estimator with the same parameters, fitted as one of many.

    An interrupt ends all of them, also where a search would keep the best tree that it has.
    """
    fitted = unfitted(estimator).fit_dataset(dataset, progress)
    if getattr(fitted, "was_interrupted", False):
        raise KeyboardInterrupt
    return fitted


def side_by_side(
    work: Work[Result], n_times: int, n_threads: int = 1, progress: Progress | None = None
) -> list[Result]:
    """What ``work(0)`` to ``work(n_times - 1)`` return, each given where to report progress.

    Progress is reported by the thread that called, which also takes Ctrl-C;
    the others are then ended at their next report.
    """
    done = [0.0] * n_times
    if n_threads == 1:
        return [_finished(work, k, done, progress) for k in range(n_times)]
    is_over = Event()

    def watched(k: int) -> Result:
        def report(so_far: float, of: float) -> None:
            if is_over.is_set():
                raise _Ended
            done[k] = share_of(so_far, of)

        result = work(k, report)
        done[k] = 1.0
        return result

    with ThreadPoolExecutor(min(n_threads, n_times)) as pool:
        futures = [pool.submit(watched, k) for k in range(n_times)]
        try:
            _watch(futures, done, progress)
            return [future.result() for future in futures]
        except BaseException:
            is_over.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _watch(futures: list[Future[Result]], done: list[float], progress: Progress | None) -> None:
    """Report until all are done, or one has failed."""
    waiting: set[Future[Result]] = set(futures)
    while waiting:
        finished, waiting = wait(waiting, BETWEEN_LOOKS)
        for future in finished:
            future.result()
        if progress is not None:
            progress(sum(done), float(len(done)))


def _finished(work: Work[Result], k: int, done: list[float], progress: Progress | None) -> Result:
    """What the k-th work returns in this thread; all before it are done."""
    if progress is None:
        return work(k, None)

    def report(so_far: float, of: float) -> None:
        done[k] = share_of(so_far, of)
        progress(sum(done), float(len(done)))

    result = work(k, report)
    report(1.0, 1.0)
    return result
