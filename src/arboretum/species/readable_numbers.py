"""The tree of numbers that is grown where nobody chose another: equations where they pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from arboretum.data import Dataset
from arboretum.data.folds import Fold, make_folds
from arboretum.exceptions import DataError, ParameterError
from arboretum.growing import Progress
from arboretum.growing.many import step_of
from arboretum.pruning.error_unit import unit_of
from arboretum.species.base import NumberSpecies, Species
from arboretum.species.m5 import M5Regressor
from arboretum.species.mauve import MAUVERegressor
from arboretum.species.readable import Readable
from arboretum.species.recipe_choice import RecipeChoice, Tried
from arboretum.species.retis import RETISRegressor
from arboretum.species.sizes_by_folds import SizedTrees, is_better, sized
from arboretum.species.tree import TreeRegressor
from arboretum.statistics.model_terms import ordered_terms
from arboretum.tree import Tree

__all__ = ["ReadableTreeRegressor"]

#: What leaves cost: errors are multiplied by (1 + leaves / HELD) to the power of this.
SIZES = {"best": 0.0, "small": 0.1, "smallest": 0.2}
#: How many leaves a reader may hold in mind; far fewer cost nearly nothing.
HELD = 20
#: What is tried, the simplest first, and how many standard errors of the difference one must be
#: better by to be taken instead of what is simpler.
NOISE = {"means": 0.0, "M5'": 0.5, "MAUVE": 1.0, "RETIS": 1.0}
#: By how many samples equations are averaged with those above them, as in M5'.
SMOOTHING = 15.0
#: The fewest samples that a mean is taken of.
SAMPLES_OF_A_MEAN = 5
#: Folds, and how often they are dealt, for at most so many samples; of all others a share is held
#: out once: that is enough to choose by.
FOLDS = ((1000, 10, 3), (5000, 5, 1), (20_000, 3, 1), (float("inf"), 1 / 3, 1))
#: RETIS is not tried if the sums of products of one tree level are of more numbers than this.
MOST_PRODUCTS = 1e9


class ShortRETIS(RETISRegressor):
    """RETIS with equations that lose what explains little, as those of MAUVE do."""

    _drop = "akaike"


class ReadableTreeRegressor(Readable, NumberSpecies):
    """A small tree of numbers, of means or of equations, whichever does better on held-out rows."""

    _dealings = FOLDS

    def __init__(
        self,
        *,
        size: str = "small",
        missing: Any = "direction",
        kinds: Any = None,
        max_depth: int | None = None,
        groups: Any = None,
        random_state: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def as_named(self, n_folds: int, seed: int) -> ReadableTreeRegressor:
        """With folds of its own, dealt by the seed; their number follows from the samples."""
        return self.set_params(random_state=seed)

    def training_samples(self, dataset: Dataset) -> Dataset:
        if len(dataset.schema.targets) > 1:
            names = ", ".join(repr(target.name) for target in dataset.schema.targets)
            raise DataError(
                f"{type(self).__name__} predicts one number, but there are several targets: "
                f"{names}. Fit one tree per target, or one of all with MultiTargetRegressor."
            )
        return dataset

    def candidates(self, dataset: Dataset) -> Mapping[str, Species]:
        shared = {"missing": self.missing, "max_depth": self.max_depth, "n_jobs": self.n_jobs}
        equations: dict[str, Any] = {"pruning": None, "smoothing": SMOOTHING, **shared}
        found: dict[str, Species] = {
            "means": TreeRegressor(min_samples_leaf=SAMPLES_OF_A_MEAN, **shared),
            "M5'": M5Regressor(**equations),
            "MAUVE": MAUVERegressor(**equations),
        }
        if self._n_products(dataset) <= MOST_PRODUCTS:
            found["RETIS"] = ShortRETIS(**equations)
        return found

    def _n_products(self, dataset: Dataset) -> float:
        """Of how many numbers RETIS adds up products at one level of a tree."""
        n_terms = len(ordered_terms(dataset, None))
        return float(dataset.n_rows) * dataset.schema.n_features * n_terms**2

    def _usual(self) -> Species:
        return TreeRegressor(missing=self.missing, max_depth=0, n_jobs=self.n_jobs)

    def _folds(self, dataset: Dataset) -> dict[str, Any]:
        folds = super()._folds(dataset)
        if self.groups is None:
            folds["cv"] = min(folds["cv"], int(dataset.counts.sum()))
        return folds

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        dataset = self.training_samples(dataset)
        if not isinstance(self.size, str) or self.size not in SIZES:
            known = ", ".join(map(repr, SIZES))
            raise ParameterError(f"size={self.size!r} is not known. Known: {known}.")
        candidates = self.candidates(dataset)
        if dataset.counts.sum() < 2:
            return self._take(candidates["means"].fit_dataset(dataset, progress), None)
        folds, n_steps = self._held_out(dataset), len(candidates) + 1
        trees: dict[str, SizedTrees] = {}
        for k, (name, species) in enumerate(candidates.items()):
            report = step_of(progress, k, n_steps)
            trees[name] = sized(species, dataset, folds, self._price, self.n_jobs, report)
        taken = _simplest(trees)
        report = step_of(progress, len(candidates), n_steps)
        fitted = trees[taken].species.fit_dataset(dataset, report)
        return self._take(fitted, self._choice(trees, taken, fitted.tree_, dataset))

    def _held_out(self, dataset: Dataset) -> list[Fold]:
        asked = self._folds(dataset)
        seed = asked.pop("random_state")
        return make_folds(dataset, **asked, seed=seed)

    def _price(self, n_leaves: float) -> float:
        """What the error of a tree is multiplied by for its leaves."""
        return float((1.0 + n_leaves / HELD) ** SIZES[self.size])

    def _choice(
        self, trees: Mapping[str, SizedTrees], taken: str, tree: Tree, dataset: Dataset
    ) -> RecipeChoice:
        """What was tried; of those that were not taken, the leaves of the trees of the folds."""
        root, weight = self._root(dataset), float(dataset.weights.sum())
        share = weight / root if root > 0 else 0.0  # all shares of no risk are 0
        tried = []
        for name, one in trees.items():
            n_leaves = tree.n_leaves if name == taken else round(one.n_leaves)
            tried.append(Tried(name, n_leaves, one.error * share, one.std * share))
        unit, folds = unit_of(tree, root / weight), self._folds_words(dataset)
        return RecipeChoice(tuple(tried), list(trees).index(taken), unit, folds, self._why(trees))

    def _why(self, trees: Mapping[str, SizedTrees]) -> str:
        """By what rule one was taken, and what was not tried."""
        power = SIZES[self.size]
        priced = f" times (1 + leaves / {HELD})^{power:g}" if power else ""
        said = (
            f"Errors{priced} are compared in this order: M5' must be better than means by more "
            "than half a standard error of the difference, and MAUVE and RETIS than what comes "
            "before them by more than one."
        )
        if "RETIS" not in trees:
            said += " RETIS was not tried: its equations would have too many terms to search by."
        return said


def _simplest(trees: Mapping[str, SizedTrees]) -> str:
    """The one that is taken: another than the first only if it is better by more than noise."""
    names = list(trees)
    taken = names[0]
    for name in names[1:]:
        if is_better(trees[name], trees[taken], NOISE[name]):
            taken = name
    return taken
