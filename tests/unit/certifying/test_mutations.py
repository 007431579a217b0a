"""Whatever is done to the numbers of a certificate, nothing false is certified."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from arboretum.certifying import Certified
from arboretum.exceptions import CertificateError
from tests.examples import full
from tests.unit.certifying.runs import Run, drug, heart, many_categories, rate, signed, weather

RUNS = {
    "drug": lambda: drug(max_depth=3),
    "weather": lambda: weather(max_depth=None, min_samples_leaf=2),
    "unfinished": lambda: weather(max_depth=4, work_limit=2),
    "categories": lambda: many_categories(max_depth=3, alpha=0.05, min_samples_leaf=9),
    "numbers": lambda: rate(20, max_depth=3),
}
LONG = {"heart": lambda: heart(max_depth=3, alpha=0.02)}
Place = tuple[Any, Any]


@pytest.fixture(scope="module", params=[*RUNS, *full(*LONG)])
def run(request) -> Run:
    return (RUNS | LONG)[request.param]()


@pytest.fixture(scope="module")
def document(run, tmp_path_factory) -> dict[str, Any]:
    return run.document(tmp_path_factory.mktemp("certificate"))


def numbers(value: Any) -> Iterator[Place]:
    """Where numbers are, as their holder and the key of each."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        if isinstance(one, dict | list):
            yield from numbers(one)
        elif isinstance(one, int | float) and not isinstance(one, bool):
            yield value, key


def mutate(document: dict[str, Any], random: np.random.Generator) -> None:
    """Change a number that says what is claimed or why, or what the tree asks."""
    field = str(random.choice(["claims", "claims", "claims", "tree", "objective", "bound"]))
    places = [(document, field)]
    if field in ("claims", "tree"):  # a tree of categories and classes has no numbers
        places = [*numbers(document[field])] or [*numbers(document["claims"])]
    holder, key = places[int(random.integers(len(places)))]
    by = random.choice([-1000, -3, -2, -1, 1, 2, 3, 1000])
    holder[key] = random.choice([holder[key] + by, holder[key] * 2, -holder[key], 0]).item()


def certified(run: Run, document: dict[str, Any]) -> Certified | None:
    """What is certified, if anything."""
    try:
        return run.certified(document)
    except CertificateError:
        return None


@pytest.mark.parametrize("start", [0, *full(*range(10, 50, 10))])
def test_one_number_changes_nothing_of_what_is_certified(run, document, start):
    sound, off = run.certified(document), 1e-7
    accepted = 0

    for seed in range(start, start + 10):
        changed = copy.deepcopy(document)
        mutate(changed, np.random.default_rng(seed))
        found = certified(run, changed)
        if found is not None:
            accepted += 1
            assert found.objective == pytest.approx(sound.objective, abs=off)
            assert found.bound == pytest.approx(sound.bound, abs=off)
    assert accepted < 10


@pytest.mark.parametrize("start", [0, *full(*range(10, 50, 10))])
def test_nothing_false_is_certified_however_much_is_changed(run, document, start):
    least = run.model.certificate_
    best = least.objective if least.is_proved else np.inf

    for seed in range(start, start + 10):
        random = np.random.default_rng([seed, 1])
        changed = copy.deepcopy(document)
        for _ in range(int(random.integers(2, 12))):
            mutate(changed, random)
        # Claims of less than is true, all the way up, are proved as well.
        if random.random() < 0.5:
            for claim in changed["claims"]:
                claim["at_least"] -= int(random.integers(0, 3))
        found = certified(run, signed(changed, run.X, run.y, run.weights))
        if found is not None:
            assert found.bound <= best + 1e-7 * (1 + abs(best))
