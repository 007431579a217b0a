"""How many threads a call may use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arboretum.exceptions import ParameterError
from arboretum.part import is_whole

__all__ = ["n_threads"]

#: Below this many rows starting threads costs more than they save.
MIN_ROWS = 16_384
#: Where Linux says how many microseconds of each period a container may compute.
QUOTAS = (
    ["/sys/fs/cgroup/cpu.max"],
    ["/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"],
)
#: More threads than any system starts; a larger number is a slip of the pen.
MAX_JOBS = 2**31 - 1


def n_threads(n_jobs: int | None, n_rows: int) -> int:
    """Threads meant by scikit-learn's ``n_jobs``: None is 1, -1 all cores, -2 all but one.

    As in scikit-learn, None is the number that ``joblib.parallel_config`` names
    where one is in force.  Few rows take one thread.
    """
    if n_jobs is not None and (not is_whole(n_jobs) or n_jobs == 0 or n_jobs > MAX_JOBS):
        raise ParameterError(
            f"n_jobs={n_jobs!r} has no meaning. Use 1 for one thread, 2 for two, -1 for all cores."
        )
    if n_rows < MIN_ROWS:
        return 1
    if n_jobs is None:
        n_jobs = _jobs_of_the_context()
    return int(n_jobs) if n_jobs > 0 else max(1, _usable_cores() + 1 + int(n_jobs))


def _jobs_of_the_context() -> int:
    """What ``joblib.parallel_config`` sets; nobody can have set it without importing joblib."""
    if "joblib" not in sys.modules:
        return 1
    from joblib.parallel import get_active_backend

    return get_active_backend()[1] or 1


def _usable_cores() -> int:
    """Cores that are ours: those the system grants, shared with our siblings.

    The processes that joblib starts learn their share from OMP_NUM_THREADS.
    Its threads have no such share; they take one core each.
    """
    share = os.environ.get("OMP_NUM_THREADS", "")
    if share.isdigit() and int(share) > 0:
        return min(_granted_cores(), int(share))
    if "joblib" not in sys.modules:
        return _granted_cores()
    from joblib.parallel import get_active_backend

    return 1 if get_active_backend()[0].nesting_level else _granted_cores()


def _granted_cores() -> int:
    """Cores that the system grants, as joblib counts them; importing it takes long."""
    if "joblib" in sys.modules or "LOKY_MAX_CPU_COUNT" in os.environ or sys.platform != "linux":
        import joblib

        return int(joblib.cpu_count())
    cores = len(os.sched_getaffinity(0))
    for files in QUOTAS:
        try:
            quota, period = " ".join(Path(file).read_text("ascii") for file in files).split()
        except (OSError, ValueError):
            continue
        if quota.isdigit() and period.isdigit():  # not "max", nor negative: both mean no limit
            cores = min(cores, -(-int(quota) // int(period)))
    return max(1, cores)
