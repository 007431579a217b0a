"""Threads: the same tree for every number of them, in every process, and no more than wanted."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time

import joblib
import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.growing import native
from arboretum.tree import n_threads

#: As many rows as make threads worth while.
MANY = 20_000


def samples(n=MANY):
    rng = np.random.default_rng(n)
    X = np.column_stack([rng.normal(size=n), np.round(rng.normal(size=n), 1), rng.random(n) < 0.3])
    signal = X.sum(axis=1) + rng.normal(size=n)
    return X, (signal > 0.5).astype(int), signal, rng.uniform(0.2, 3.0, n)


def mixed_frame(n=MANY):
    rng = np.random.default_rng(n)
    frame = pd.DataFrame(
        {
            "many": pd.Categorical(rng.integers(0, 400, n)),
            "few": pd.Categorical(rng.choice(list("abcd"), n)),
            "x": rng.normal(size=n),
        }
    )
    for column in frame:
        frame.loc[rng.random(n) < 0.1, column] = None
    return frame, rng.integers(0, 2, n)


X, CLASSES, NUMBERS, WEIGHTS = samples()
FRAME, FRAME_CLASSES = mixed_frame()
CASES = {
    "classes": (TreeClassifier(), X, CLASSES, None),
    "entropy": (TreeClassifier(criterion="entropy"), X, CLASSES, None),
    "few leaves": (TreeClassifier(max_leaf_nodes=50), X, CLASSES, None),
    "weighted classes": (TreeClassifier(), X, CLASSES, WEIGHTS),
    "numbers": (TreeRegressor(), X, NUMBERS, None),
    "weighted numbers": (TreeRegressor(), X, NUMBERS, WEIGHTS),
    "mixed": (TreeClassifier(max_depth=9), FRAME, FRAME_CLASSES, None),
    "mixed numbers": (TreeRegressor(max_depth=7), FRAME, NUMBERS, None),
}


def grow(case, n_jobs):
    estimator, table, target, weights = CASES[case]
    return estimator.set_params(n_jobs=n_jobs).fit(table, target, sample_weight=weights).tree_


@pytest.mark.parametrize("case", CASES)
def test_every_number_of_threads_grows_the_same_tree(case):
    one = grow(case, 1)

    for n_jobs in (2, 3, 8, -1):
        assert grow(case, n_jobs) == one


def test_threads_in_python_grow_the_same_tree_at_the_same_time():
    expected = grow("classes", 1)
    trees = [None] * 4

    def work(i):
        trees[i] = TreeClassifier(n_jobs=2).fit(X, CLASSES).tree_

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert trees == [expected] * 4


def test_threads_predict_with_one_tree_at_the_same_time():
    fitted = TreeClassifier(n_jobs=2).fit(X, CLASSES)
    expected = fitted.tree_.apply(X)
    found = joblib.Parallel(4, backend="threading")(
        joblib.delayed(fitted.apply)(X) for _ in range(8)
    )

    assert all(np.array_equal(leaves, expected) for leaves in found)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_grows_with_threads():
    expected = grow("numbers", 2)

    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if grow("numbers", 2) == expected else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_pool_of_forked_processes_grows_with_threads():
    expected = grow("classes", 2)

    with multiprocessing.get_context("fork").Pool(2) as pool:
        trees = pool.starmap(grow, [("classes", 2), ("classes", 3)])

    assert trees == [expected, expected]


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_workers_of_joblib_grow_the_same_tree(backend):
    expected = grow("classes", 1)

    fitted = joblib.Parallel(2, backend=backend)(
        joblib.delayed(TreeClassifier(n_jobs=n).fit)(X, CLASSES) for n in (-1, 2)
    )

    assert [estimator.tree_ for estimator in fitted] == [expected, expected]


@pytest.fixture(autouse=True)
def no_limit(monkeypatch):
    """Whoever runs the tests may have limited the cores."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)


def test_all_cores_are_those_the_system_grants():
    assert n_threads(-1, MANY) == joblib.cpu_count()
    assert n_threads(-2, MANY) == max(1, joblib.cpu_count() - 1)
    assert n_threads(-1000, MANY) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere joblib is asked")
@pytest.mark.parametrize(
    ("files", "wanted"),
    [
        (["max 100000"], 8),
        (["150000 100000"], 2),
        (["100000", "100000"], 1),
        (["-1", "100000"], 8),
        (["nonsense"], 8),
        ([], 8),
    ],
)
def test_without_joblib_the_same_cores_are_found(monkeypatch, tmp_path, files, wanted):
    for k, text in enumerate(files):
        (tmp_path / str(k)).write_text(text + "\n")
    paths = [str(tmp_path / str(k)) for k in range(len(files) or 1)]
    monkeypatch.setattr("arboretum.tree.predict.threads.QUOTAS", [paths])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    monkeypatch.delitem(sys.modules, "joblib")
    monkeypatch.delenv("LOKY_MAX_CPU_COUNT", raising=False)

    assert n_threads(-1, MANY) == wanted


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere joblib is asked")
def test_without_joblib_as_many_cores_are_found_as_joblib_finds():
    code = (
        "import sys; from arboretum.tree import n_threads; found = n_threads(-1, 10**9);"
        "print('joblib' in sys.modules); import joblib; print(found == joblib.cpu_count())"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(("limit", "wanted"), [("1", 1), ("100000", None), ("", None)])
def test_no_more_threads_than_the_environment_allows(monkeypatch, limit, wanted):
    monkeypatch.setenv("OMP_NUM_THREADS", limit)

    assert n_threads(-1, MANY) == (wanted or joblib.cpu_count())


def test_the_limit_of_cores_that_joblib_knows_is_kept(monkeypatch):
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "1")

    assert n_threads(-1, MANY) == 1


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs affinity")
def test_a_process_bound_to_one_core_takes_one_thread():
    granted = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(granted)})
    try:
        assert n_threads(-1, MANY) == 1
    finally:
        os.sched_setaffinity(0, granted)


def test_processes_of_joblib_share_the_cores():
    share = max(1, joblib.cpu_count() // 2)

    found = joblib.Parallel(2, backend="loky")(
        joblib.delayed(n_threads)(n_jobs, MANY) for n_jobs in (-1, -1, 3, None)
    )

    assert found == [share, share, 3, 1]


def test_threads_of_joblib_take_a_core_each():
    found = joblib.Parallel(2, backend="threading")(
        joblib.delayed(n_threads)(n_jobs, MANY) for n_jobs in (-1, -1, 3, None)
    )

    assert found == [1, 1, 3, 1]


def test_no_number_of_jobs_is_the_one_of_the_context():
    with joblib.parallel_config(n_jobs=3):
        inside = n_threads(None, MANY)

    assert inside == 3
    assert n_threads(None, MANY) == 1


def test_few_rows_take_one_thread():
    assert n_threads(8, 16_383) == 1
    assert n_threads(8, 16_384) == 8


class Counter(threading.Thread):
    """Counts while it has the interpreter's lock, which it gives back after every step."""

    def __init__(self):
        super().__init__(daemon=True)
        self.n = 0
        self.is_over = False

    def run(self):
        while not self.is_over:
            self.n += 1
            time.sleep(0.001)


@pytest.fixture
def counter():
    # Nobody is made to give the lock back: who gets it got it from whom has let it go.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    counter = Counter()
    counter.start()
    yield counter
    counter.is_over = True
    counter.join()
    sys.setswitchinterval(interval)


def test_other_python_threads_go_on_while_a_tree_grows(counter, monkeypatch):
    steps = []
    in_core = native._core.grow

    def watched(**arguments):
        before = counter.n
        grown = in_core(**arguments)
        steps.append(counter.n - before)
        return grown

    monkeypatch.setattr(native._core, "grow", watched)
    table, _, numbers, _ = samples(200_000)

    TreeRegressor().fit(table, numbers)

    assert steps[0] > 5


def test_other_python_threads_go_on_while_rows_are_routed(counter):
    table, classes, _, _ = samples(100_000)
    predictor = TreeClassifier().fit(table, classes).tree_.predictor
    rows = np.tile(table, (20, 1))

    before = counter.n
    predictor.leaves_of_matrix(rows, 1)
    steps = counter.n - before

    assert steps > 5
