"""The same work for several folds, on threads; progress and Ctrl-C reach all of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from arboretum.growing import Progress

__all__ = ["side_by_side"]

Result = TypeVar("Result")
Work = Callable[[int, Progress | None], Result]

#: Seconds between two looks at how far the threads are.
BETWEEN_LOOKS = 0.1


class _Ended(Exception):
    """Raised in threads whose work is no longer wanted."""


def side_by_side(
    work: Work[Result], n_times: int, n_threads: int, progress: Progress | None = None
) -> list[Result]:
    """What ``work(0)`` to ``work(n_times - 1)`` return, each told where to report its progress.

    Progress is reported by the thread that called, which also takes Ctrl-C;
    the others are then ended at their next report.
    """
    done = [0.0] * n_times
    if n_threads == 1:
        return [work(k, _teller(done, k, progress)) for k in range(n_times)]
    is_over = Event()

    def watched(k: int) -> Result:
        def tell(so_far: float, of: float) -> None:
            if is_over.is_set():
                raise _Ended
            done[k] = so_far / of

        return work(k, tell)

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


def _teller(done: list[float], k: int, progress: Progress | None) -> Progress | None:
    if progress is None:
        return None

    def tell(so_far: float, of: float) -> None:
        done[k] = so_far / of
        progress(sum(done), float(len(done)))

    return tell
