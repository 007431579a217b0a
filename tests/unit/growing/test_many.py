"""The same work many times, on threads: results in order, progress, an end to all if one fails."""

import time

import pytest

from arboretum import TreeClassifier
from arboretum.growing.many import in_steps, sharing_threads, side_by_side, threads_of_each


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_work(n_threads):
    def work(k, tell):
        time.sleep(0.002 * (7 - k))
        return k * k

    assert side_by_side(work, 7, n_threads) == [k * k for k in range(7)]


@pytest.mark.parametrize("n_threads", [1, 3])
def test_progress_rises_to_the_number_of_works(n_threads):
    told = []

    def work(k, tell):
        for part in range(4):
            tell(part, 4)

    side_by_side(work, 6, n_threads, lambda done, of: told.append((done, of)))

    assert all(of == 6.0 for _, of in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == 6.0


@pytest.mark.parametrize("n_threads", [1, 2])
def test_steps_are_begun_one_after_another_each_with_its_own_progress(n_threads):
    told = []

    def begin(description):
        told.append(description)
        return lambda done, of: told.append((description, done / of))

    def work(k, tell):
        tell(1, 2)

    side_by_side(work, 3, n_threads, in_steps(begin, lambda k: f"tree {k} of 3", 3))

    assert [one for one in told if isinstance(one, str)] == [f"tree {k} of 3" for k in (1, 2, 3)]
    assert all(0.0 <= done <= 1.0 for _, done in (one for one in told if isinstance(one, tuple)))
    assert told[-1] == ("tree 3 of 3", 1.0)


def test_steps_that_nobody_watches_are_not_told():
    assert in_steps(lambda description: None, str, 3) is None


def test_in_one_thread_progress_is_told_only_if_it_is_wanted():
    assert side_by_side(lambda k, tell: tell, 2) == [None, None]


def test_if_one_fails_the_others_end_at_their_next_report():
    ended = []

    def work(k, tell):
        if k == 0:
            raise ValueError("the first fails")
        try:
            for _ in range(1000):
                time.sleep(0.005)
                tell(0, 1)
        except BaseException:
            ended.append(k)
            raise

    start = time.perf_counter()
    with pytest.raises(ValueError, match="the first fails"):
        side_by_side(work, 4, 4)

    assert time.perf_counter() - start < 4.0
    assert set(ended) <= {1, 2, 3}


@pytest.mark.parametrize(("n_threads", "n_times", "each"), [(1, 10, 1), (8, 10, 1), (20, 10, 2)])
def test_threads_that_are_left_over_are_shared_out(n_threads, n_times, each):
    assert threads_of_each(n_threads, n_times) == each


def test_an_estimator_shares_its_threads_and_stays_as_it_is():
    estimator = TreeClassifier(n_jobs=6)

    one, n_threads = sharing_threads(estimator, n_rows=10_000, n_times=3)

    assert (one.n_jobs, n_threads, estimator.n_jobs) == (2, 6, 6)


def test_few_rows_are_grown_one_after_another():
    one, n_threads = sharing_threads(TreeClassifier(n_jobs=6), n_rows=100, n_times=10)

    assert (one.n_jobs, n_threads) == (1, 1)


def test_what_has_no_n_jobs_is_grown_one_after_another():
    assert sharing_threads("no estimator", n_rows=10_000, n_times=3) == ("no estimator", 1)
