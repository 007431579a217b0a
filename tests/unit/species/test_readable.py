"""A species that tries several others and keeps the one whose tree is least wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arboretum.data import make_dataset
from arboretum.data.folds import deal_folds, some_samples
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.many import unfitted
from arboretum.pruning import CostComplexity
from arboretum.species.base import NumberSpecies
from arboretum.species.m5 import M5Regressor
from arboretum.species.readable import Readable
from arboretum.species.readable_classes import ReadableTreeClassifier
from arboretum.species.tree import TreeRegressor


class StepsOrSlopes(Readable, NumberSpecies):
    """Tries trees of constants and trees of equations."""

    def __init__(self, *, pruned: bool = True, twice: bool = False, n_jobs: Any = None) -> None:
        self._keep(locals())

    def candidates(self, dataset):
        pruning = self._price_of_leaves(dataset, "min") if self.pruned else None
        steps = self._usual().set_params(max_depth=None, pruning=pruning)
        other = unfitted(steps) if self.twice else M5Regressor(n_jobs=self.n_jobs)
        return {"steps": steps, "slopes": other}

    def _usual(self):
        return TreeRegressor(max_depth=0, min_samples_leaf=5, n_jobs=self.n_jobs)

    def _folds(self, dataset):
        return {"cv": 5, "repeats": 2, "groups": None, "random_state": 3}


def samples_of(shape, n=120):
    rng = np.random.default_rng(0)
    x, noise = rng.uniform(0, 10, n), rng.normal(0, 0.5, n)
    y = {"steps": np.floor(x / 2.5) ** 2, "slopes": 3 * x}[shape] + noise
    return make_dataset({"x": x, "z": rng.uniform(size=n)}, y, nominal=False)


def mean_squared_error(species, dataset):
    """Of trees grown without each fold, twice dealt, one sample at a time."""
    squares = []
    for seed in (3, 4):
        for fold in deal_folds(dataset, 5, seed):
            tree = unfitted(species).fit_dataset(some_samples(dataset, fold.growing)).tree_
            held_out = some_samples(dataset, fold.held_out)
            found = tree.predict(tree.ends(held_out.columns), held_out.columns)
            squares += ((found - held_out.targets) ** 2).ravel().tolist()
    return np.mean(squares)


@pytest.mark.parametrize("shape", ["steps", "slopes"])
def test_the_species_that_made_the_data_is_taken(shape):
    model = StepsOrSlopes().fit_dataset(samples_of(shape))

    taken = model.choice_.tried[model.choice_.taken]

    assert taken.name == shape
    assert (model.tree_.models is None) == (shape == "steps")
    assert taken.n_leaves == model.tree_.n_leaves


@pytest.mark.parametrize("shape", ["steps", "slopes"])
def test_the_error_is_that_of_trees_grown_without_each_fold(shape):
    dataset = samples_of(shape)

    model = StepsOrSlopes(pruned=False).fit_dataset(dataset)

    wanted = {
        name: mean_squared_error(one, dataset) ** 0.5
        for name, one in model.candidates(dataset).items()
    }
    assert dict(zip(model.choice_["name"], model.choice_["error"], strict=True)) == pytest.approx(
        wanted
    )
    assert model.choice_.taken == int(np.argmin(list(wanted.values())))


def test_the_error_of_a_size_that_was_chosen_is_that_of_its_table():
    dataset = samples_of("steps")

    model = StepsOrSlopes().fit_dataset(dataset)

    pruner = CostComplexity(cv=5, repeats=2, rule="min", random_state=3)
    alone = TreeRegressor(min_samples_leaf=5, pruning=pruner).fit_dataset(dataset)
    assert model.tree_ == alone.tree_
    assert model.choice_.tried[0].error == min(alone.cp_table_["xerror"])
    assert dict(model.cp_table_) == dict(alone.cp_table_)


def test_of_equally_good_ones_the_first_is_taken():
    model = StepsOrSlopes(twice=True).fit_dataset(samples_of("slopes"))

    assert model.choice_.tried[0].error == model.choice_.tried[1].error
    assert model.choice_.taken == 0


def test_it_says_what_was_taken_and_how_wrong_all_are():
    choice = StepsOrSlopes().fit_dataset(samples_of("slopes")).choice_

    errors = [f"{error:.4g}" for error in choice["error"]]
    assert choice.in_words() == (
        "The tree by slopes was taken: its root mean square error in cross-validation with 5 "
        f"folds, dealt 2 times, is {errors[1]}, that by steps {errors[0]}."
    )
    assert str(choice).splitlines()[1].split()[:3] == ["steps", str(choice["leaves"][0]), errors[0]]
    assert str(choice).endswith(choice.in_words())


@pytest.mark.parametrize("pruned", [True, False])
def test_progress_goes_up_to_the_end(pruned):
    seen = []

    StepsOrSlopes(pruned=pruned).fit_dataset(
        samples_of("steps"), lambda done, of: seen.append(done / of)
    )

    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
    assert len(set(seen)) > 10


def test_a_single_sample_is_a_leaf_without_a_choice():
    model = StepsOrSlopes().fit_dataset(samples_of("steps", n=1))

    assert model.tree_.n_nodes == 1
    assert model.choice_ is None


@pytest.mark.parametrize("shape", ["steps", "slopes"])
def test_what_is_settled_grows_the_same_tree_without_choosing(shape):
    dataset = samples_of(shape)
    model = StepsOrSlopes(pruned=False).fit_dataset(dataset)

    settled = model.settled()

    assert not isinstance(settled, StepsOrSlopes)
    assert settled.fit_dataset(dataset).tree_ == model.tree_


def test_another_price_prunes_what_was_taken():
    dataset = samples_of("steps")
    model = StepsOrSlopes().fit_dataset(dataset)

    root_only = model.pruned_by(CostComplexity(cp=1.0)).fit_dataset(dataset).tree_

    assert root_only.n_nodes == 1
    assert root_only.criterion == model.tree_.criterion


def test_what_needs_one_recipe_is_refused_before_there_is_one():
    with pytest.raises(UnsupportedCombination, match="such as TreeRegressor"):
        StepsOrSlopes().grow_dataset(samples_of("steps"))


@pytest.mark.parametrize(("n", "cv", "repeats"), [(5000, 10, 3), (5001, 5, 1), (20_001, 3, 1)])
def test_many_samples_are_dealt_into_few_folds_once(n, cv, repeats):
    x = np.arange(n) % 7
    data = make_dataset({"x": x}, np.where(x > 3, "high", "low"), nominal=True)

    model = ReadableTreeClassifier().fit_dataset(data)

    pruner = model.chosen_pruner()
    assert (pruner.cv, pruner.repeats) == (cv, repeats)
    assert f"{cv} folds{', dealt 3 times,' if repeats == 3 else ''} is" in str(model.choice_)
