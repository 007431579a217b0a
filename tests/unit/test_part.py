"""What parts say of themselves: to a file, and to the native core."""

import json

import numpy as np
import pytest

from arboretum import TreeClassifier, criteria, leaves, missing, selectors, splits, stopping
from arboretum.criteria import AlteredPriors, Gini, InformationGain, PerTarget, SquaredError
from arboretum.exceptions import UnknownPartError
from arboretum.growing.recipe import Recipe
from arboretum.leaves import ClassDistribution
from arboretum.missing import Error
from arboretum.part import native_spec, part_from
from arboretum.splits import Threshold
from arboretum.stopping import ChiSquare, MaxDepth, MinRisk, Purity

#: A part whose class lacks defaults is made with these.
GIVEN = {
    "vector_variance": ((1.0, 2.0),),
    "per_target": (Gini(), (2, 3)),
    "altered_priors": (InformationGain(base="e"), (0.5, 2.0)),
    "fixed_order": (((0, 1), ()),),
    "prior_distribution": ((0.5, 2.0),),
    "shrunken_rate": (1.0, 0.25),
    "max_depth": (3,),
    "min_samples_split": (2,),
    "min_samples_leaf": (2,),
    "two_branches": (2,),
    "min_weight_fraction_leaf": (0.1,),
    "min_share_branch": (0.1,),
    "min_impurity_decrease": (0.1,),
    "min_score": (0.1,),
    "min_risk": (0.1, ((0.0, 1.0), (2.0, 0.0))),
    "min_impurity": (0.1,),
}
REGISTRIES = {
    "criteria": criteria.EVERY,
    "splits": splits.EVERY,
    "missing": missing.KNOWN,
    "selectors": selectors.KNOWN,
    "stopping": stopping.KNOWN,
    "leaves": leaves.EVERY,
}
#: Parts that the core must never forget; others may be grown by the loop.
NATIVE = {
    "criteria": "gini entropy gain_ratio error chi_square twoing symmetric_gain_ratio mantaras "
    "chi_square_p_value weight_of_evidence squared_error absolute_error poisson f_p_value "
    "standard_deviation vector_variance linear_residual single_residual per_target altered_priors",
    "splits": "threshold subset multiway grouped buckets merge fixed_order",
    "missing": "direction majority fractional impute branch surrogate error",
    "selectors": "best above_mean_gain",
    "stopping": "constant max_depth min_samples_split min_samples_leaf two_branches "
    "min_weight_fraction_leaf min_share_branch min_impurity_decrease purity min_score min_risk "
    "min_impurity some_gain chi_square f_test permutation significant",
}
OURS = [
    pytest.param(cls(*GIVEN.get(name, ())), known, id=f"{room}-{name}")
    for room, known in REGISTRIES.items()
    for name, cls in known.items()
]


@pytest.mark.parametrize(("part", "known"), OURS)
def test_a_part_is_made_again_from_its_description(part, known):
    described = json.loads(json.dumps(part.describe()))

    assert part_from(described, known) == part


def test_a_wrapper_is_described_with_the_part_inside():
    described = PerTarget(InformationGain(base=10), (2, 3)).describe()

    inner = {"name": "entropy", "params": {"base": 10}}
    assert described == {"name": "per_target", "params": {"criterion": inner, "blocks": [2, 3]}}


@pytest.mark.parametrize(
    "described",
    [
        None,
        "gini",
        {"name": "no_such"},
        {"name": ["gini"], "params": {}},
        {"name": "gini", "params": {"of_a_later_version": 1}},
        {"name": "gini", "params": [1]},
        {"name": "vector_variance", "params": {}},
        {"name": "per_target", "params": {"criterion": {"name": "own.Part", "params": {}}}},
    ],
)
def test_what_is_not_known_is_not_made(described):
    with pytest.raises(UnknownPartError):
        part_from(described, criteria.EVERY)


def test_parameters_of_a_later_version_can_be_left_out():
    described = {"name": "error", "params": {"unseen": "stays", "of_a_later_version": 1}}

    assert part_from(described, missing.KNOWN, exact=False) == Error(unseen="stays")


# -- natively ----------------------------------------------------------------


@pytest.mark.parametrize("room", NATIVE)
def test_the_core_knows_our_parts(room):
    made = [REGISTRIES[room][name](*GIVEN.get(name, ())) for name in NATIVE[room].split()]

    assert [part for part in made if native_spec(part) is None] == []


def test_the_fast_core_is_told_what_it_can_do():
    assert native_spec(SquaredError())["fast"]
    assert not native_spec(SquaredError(ddof=1))["fast"]
    assert not native_spec(Threshold(at="value"))["fast"]
    assert "fast" not in native_spec(ChiSquare())


def test_a_loss_is_told_as_a_matrix():
    loss = native_spec(MinRisk(0.1, ((0.0, 1.0), (2.0, 0.0))))["loss"]

    np.testing.assert_array_equal(loss, [[0.0, 1.0], [2.0, 0.0]])


class SquaredGini(Gini):
    """A subclass with another impurity, which the core does not know."""

    def impurity(self, statistics):
        return super().impurity(statistics) ** 2


@pytest.mark.parametrize(
    "part", [SquaredGini(), PerTarget(SquaredGini(), (2,)), AlteredPriors(SquaredGini(), (1.0,))]
)
def test_being_native_is_not_inherited(part):
    assert native_spec(part) is None


def test_a_subclass_that_says_so_itself_is_native():
    class Renamed(Gini):
        def native(self):
            return Gini().native()

    assert native_spec(Renamed()) == native_spec(Gini())


@pytest.mark.parametrize(
    ("changes", "culprit"),
    [
        ({}, None),
        ({"criterion": SquaredGini()}, "SquaredGini"),
        ({"criterion": PerTarget(SquaredGini(), (2,))}, "SquaredGini"),
        ({"stopping": (MaxDepth(2), stopping.Predicate(lambda node: False))}, "Predicate"),
    ],
)
def test_the_foreign_part_of_a_recipe_is_named(changes, culprit):
    parts = {
        "criterion": Gini(),
        "splitters": (Threshold(),),
        "missing": Error(),
        "leaf": ClassDistribution(),
        "stopping": (Purity(),),
    }

    recipe = Recipe(**{**parts, **changes})

    found = recipe.foreign_part()
    assert (found and type(found).__name__) == culprit
    assert (recipe.native() is None) == (culprit is not None)


def test_a_subclass_grows_by_its_own_impurity():
    X, y = {"x": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}, ["a"] * 4 + ["b"] + ["a"] + ["b"] * 4

    model = TreeClassifier(criterion=SquaredGini(), max_depth=1).fit(X, y)

    assert model.grower_ == "readable: SquaredGini is not one of its parts"
    # 5 of 10, then 4 pure ones and 1 of 6: (1/2)^2, 0, (2 * 1/6 * 5/6)^2.
    np.testing.assert_allclose(model.tree_.impurity, [0.25, 0.0, (5 / 18) ** 2])


def test_a_registered_part_without_native_grows_by_the_loop(monkeypatch):
    class Registered(SquaredGini):
        name = "registered"

    monkeypatch.setitem(criteria.CLASS_CRITERIA, "registered", Registered)
    X, y = {"x": [1, 2, 3, 4]}, ["a", "a", "b", "b"]

    model = TreeClassifier(criterion="registered").fit(X, y)

    assert model.grower_ == "readable: Registered is not one of its parts"
    assert model.tree_.impurity.tolist() == [0.25, 0.0, 0.0]
