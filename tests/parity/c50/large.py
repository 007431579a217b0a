"""C5.0 trees of large tables by the least gain that they take, and by the mean gain everywhere."""

from __future__ import annotations

import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

from arboretum import C50Classifier
from arboretum.exceptions import CategoryWarning, IntakeWarning
from arboretum.selectors import AboveMeanGain
from arboretum.selectors.above_mean_gain import ManyUnlessAll
from arboretum.species.c45 import MANY

#: Tables of ../shared and what is predicted in them.
TABLES = {"adult": "income", "bank_full": "y", "magic": "class", "nursery": "class"}
N_TRAINING = 10_000
N_DIVISIONS = 5


class MeanEverywhere(C50Classifier):
    """The same species that asks for the mean gain however many rows there are."""

    def _recipe(self, schema):
        selector = AboveMeanGain(many=ManyUnlessAll(MANY))
        return replace(super()._recipe(schema), selector=selector)


def _measure(species, training, held_out, target):
    """Held-out accuracy in percent, leaves, and seconds of one thread."""
    begun = time.process_time()
    model = species(n_jobs=1).fit(training.drop(columns=target), training[target])
    seconds = time.process_time() - begun
    accuracy = model.score(held_out.drop(columns=target), held_out[target])
    return 100 * accuracy, model.n_leaves_, seconds


def _compare(frame, target):
    """Both species, means over random divisions, in pairs: accuracy, leaves, seconds."""
    found = []
    for seed in range(N_DIVISIONS):
        shuffled = frame.sample(frac=1, random_state=seed)
        parts = shuffled[:N_TRAINING], shuffled[N_TRAINING:]
        both = [_measure(species, *parts, target) for species in (C50Classifier, MeanEverywhere)]
        found.append(np.transpose(both))
    return np.mean(found, axis=0)


def print_large(data: Path) -> None:
    """What each least gain leads to, as a table of Markdown, seconds last."""
    names = "description length | mean gain"
    print(f"| set | accuracy %: {names} | leaves: {names} | seconds: {names} |")
    print("| --- " * 7 + "|")
    with warnings.catch_warnings():
        for expected in (CategoryWarning, IntakeWarning):
            warnings.simplefilter("ignore", expected)
        for name, target in TABLES.items():
            frame = pd.read_csv(data / f"{name}.csv.gz")
            frame[target] = frame[target].astype(str)
            accuracy, leaves, seconds = _compare(frame, target)
            print(
                f"| {name} | {accuracy[0]:.2f} | {accuracy[1]:.2f} | {leaves[0]:.1f} | "
                f"{leaves[1]:.1f} | {seconds[0]:.2f} | {seconds[1]:.2f} |"
            )
