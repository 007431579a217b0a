"""The native core: the same tree as the readable loop, without Python at each node.

It has two searchers.  The fast one, histograms and sorted blocks, is made for what most trees
are grown by; the general one knows every built-in part, one to one with the Python parts.
:func:`why_not` says what keeps a recipe from both; then the readable loop grows the tree.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.growing.assemble import assemble
from arboretum.growing.frontier import keep_best_splits
from arboretum.growing.hand_over import HandedOver, join
from arboretum.growing.loop import Progress
from arboretum.growing.obstacles import (
    ROOMS,
    are_far_apart,
    follows,
    obstacle,
    scored_by,
    unit_of,
)
from arboretum.growing.recipe import Recipe
from arboretum.growing.work import WorkDone
from arboretum.part import Spec
from arboretum.statistics import Moments, Statistics, VectorMoments
from arboretum.stopping.limits import SHORTFALL
from arboretum.tree import Tree

__all__ = ["grow_fast", "grow_general", "grow_native", "why_not"]

#: The core names a reason to stop by a number (``Stop`` in input.hpp); None: no question at all.
STOPS = (
    "constant",
    "max_depth",
    "min_samples_split",
    "purity",
    None,
    "min_samples_leaf",
    "min_score",
    "min_impurity_decrease",
    "min_risk",
    "some_gain",
    None,
)
#: The last of them: the general searcher goes on from the node.
HANDED_OVER = len(STOPS) - 1
#: Rules whose number is a limit of the same name; those of scores are in units of the criterion.
NUMBERS = ("min_samples_split", "min_samples_leaf", "purity")
SCORES = ("min_score", "min_impurity_decrease")


def why_not(recipe: Recipe) -> str | None:
    """What keeps a recipe from the native core, or None."""
    part = recipe.foreign_part()
    return None if part is None else f"{type(part).__name__} is not one of its parts"


def grow_native(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
    work: WorkDone | None = None,
) -> tuple[Tree, str]:
    """Grow a tree of built-in parts by the fast searcher where it can, else by the general one.

    Returns the tree and which of them it was, with what kept the fast one from it.
    """
    reason = obstacle(recipe, dataset)
    if reason is None:
        tree, n_handed_over = _grow_fast(dataset, statistics, recipe, n_threads, progress, work)
        if n_handed_over == 0:
            return tree, "native"
        nodes = "1 node" if n_handed_over == 1 else f"{n_handed_over} nodes"
        return tree, f"native, general below {nodes}: extreme weights"
    tree = grow_general(dataset, statistics, recipe, n_threads, progress, work)
    return tree, f"native, general: {reason}"


def grow_general(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
    work: WorkDone | None = None,
) -> Tree:
    """Grow a tree whose parts, except the leaf model, the native core knows."""
    spec = recipe.native()
    assert spec is not None  # why_not says so
    grown = _grow_general(dataset, statistics, spec, n_threads, progress, work)
    return assemble(grown, dataset, statistics, recipe)


def _grow_general(
    dataset: Dataset,
    statistics: Statistics,
    spec: Spec,
    n_threads: int,
    progress: Progress | None,
    work: WorkDone | None,
    starts: Spec | None = None,
) -> dict[str, Any]:
    features = dataset.schema.features
    grown = _core.grow_general(
        columns=list(dataset.columns),
        kinds=[feature.kind for feature in features],
        n_categories=[feature.n_categories for feature in features],
        statistics=statistics.native(),
        recipe=spec,
        n_threads=n_threads,
        progress=progress,
        starts=starts,
        **_asking_for(work, dataset),
    )
    return _take_work(grown, work)


def _asking_for(work: WorkDone | None, dataset: Dataset) -> dict[str, Any]:
    """What the core is told where it counts its work, and where numbers are cut on the left."""
    asked: dict[str, Any] = {} if work is None else {"counts_work": True}
    closed_left = dataset.schema.closed_left
    return {**asked, "closed_left": closed_left} if closed_left else asked


def _take_work(grown: dict[str, Any], work: WorkDone | None) -> dict[str, Any]:
    """What was grown, without what was counted on the way."""
    if work is not None:
        work.add(grown.pop("work"))
    return grown


def grow_fast(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Tree:
    """Grow a tree by the fast searcher, where :func:`~arboretum.growing.obstacles.can_grow`."""
    return _grow_fast(dataset, statistics, recipe, n_threads, progress)[0]


def _grow_fast(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int,
    progress: Progress | None,
    work: WorkDone | None = None,
) -> tuple[Tree, int]:
    """A tree, and how many of its nodes the general searcher went on from."""
    spec = recipe.native()
    assert spec is not None  # can_grow says so
    until_end = None if progress is None else partial(_report_until_end, progress)
    grown = _search_fast(dataset, statistics, spec, n_threads, until_end, work)
    handed_over = np.flatnonzero(grown["stop"] == HANDED_OVER)
    grown["stop"] = _positions(grown["stop"], recipe)
    if len(handed_over):
        rest = HandedOver(grown, handed_over, dataset, statistics, recipe)
        below = _grow_rest(rest, dataset, statistics, spec, n_threads, progress, work)
        grown = join(grown, below, rest.nodes, recipe)
    elif progress is not None:
        progress(dataset.n_rows, dataset.n_rows)
    tree = assemble(grown, dataset, statistics, recipe)
    if recipe.max_leaf_nodes is not None:
        tree = keep_best_splits(tree, recipe.max_leaf_nodes)
    return tree, len(handed_over)


def _search_fast(
    dataset: Dataset,
    statistics: Statistics,
    spec: Spec,
    n_threads: int,
    progress: Progress | None,
    work: WorkDone | None,
) -> dict[str, Any]:
    """The columns that the fast searcher grows, with reasons to stop as it numbers them."""
    unit = unit_of(dataset)
    weights = np.ldexp(dataset.weights, -unit) if unit else dataset.weights
    all_once = dataset.weight_range == (1.0, 1.0)
    encoded, rows = dataset.encoded(n_threads)
    arguments: dict[str, Any] = {
        "encoded": encoded,
        "rows": rows,
        "criterion": scored_by(spec)["name"],
        "limits": _limits(spec, float(weights.sum()), unit),
        "n_threads": n_threads,
        "progress": progress,
        **_asking_for(work, dataset),
    }
    assert dataset.targets is not None
    target = dataset.targets[:, 0]
    if are_far_apart(spec, dataset):
        arguments["limits"]["unit_of_rounding"] = _unit_of_rounding(statistics, target)
    learned: dict[str, Any] = {
        "weights": None if all_once else contiguous(weights),
        "weights_are_counts": not all_once and np.array_equal(weights, dataset.counts),
    }
    if isinstance(statistics, VectorMoments):
        grown = _grow_vectors(dataset.targets, statistics, arguments)
    elif isinstance(statistics, Moments):
        learned["numbers"] = _about(target, statistics.centre[0])
        grown = _core.grow(target=learned, **arguments)
    else:
        learned["classes"] = np.ascontiguousarray(target, dtype=np.int32)
        learned["n_classes"] = statistics.width
        learned["multipliers"] = spec["criterion"].get("multipliers", [])
        grown = _core.grow(target=learned, **arguments)
    if unit:
        _restore_unit(grown, unit)
    return _take_work(grown, work)


def _unit_of_rounding(statistics: Statistics, target: npt.NDArray[Any]) -> float:
    """What a unit of weight may add to the impurity of a node, by which rounding is measured."""
    if not isinstance(statistics, Moments):
        return 1.0
    return float(np.abs(target - statistics.centre[0]).max() ** 2) or 1.0


def _grow_rest(
    rest: HandedOver,
    dataset: Dataset,
    statistics: Statistics,
    spec: Spec,
    n_threads: int,
    progress: Progress | None,
    work: WorkDone | None,
) -> dict[str, Any]:
    """What the general searcher grows on from some nodes."""
    return _grow_general(
        dataset.take(rest.rows),
        statistics.shared(rest.rows, np.ones(len(rest.rows))),
        {**spec, "max_leaf_nodes": None},
        n_threads,
        None if progress is None else partial(_report_rest, progress, dataset.n_rows),
        work,
        rest.starts,
    )


def _report_until_end(progress: Progress, n_done: int, n_rows: int) -> None:
    """Tell how far the fast searcher is; whether it is the last to work turns out at its end."""
    if n_done < n_rows:
        progress(n_done, n_rows)


def _report_rest(progress: Progress, n_rows: int, n_done: int, n_handed_over: int) -> None:
    """Tell how far the general searcher is with what is left of all rows."""
    progress(n_rows - n_handed_over + n_done, n_rows)


def _grow_vectors(
    targets: npt.NDArray[Any], statistics: VectorMoments, arguments: dict[str, Any]
) -> dict[str, Any]:
    """What grows from vectors, which are filled up with numbers that weigh nothing."""
    n_targets = statistics.n_targets
    room = next(room for room in ROOMS if n_targets <= room)
    vectors, weights = np.zeros((len(targets), room)), np.zeros(room)
    np.subtract(targets, statistics.centre, out=vectors[:, :n_targets])
    weights[:n_targets] = statistics.target_weights
    learned = {"vectors": vectors, "target_weights": weights, "weights": None}
    grown = _core.grow(target=learned, **{**arguments, "criterion": "vector_variance"})
    if n_targets < room:
        kept = [*range(1 + n_targets), 1 + room, 2 + room]
        grown["totals"] = grown["totals"][:, kept]
        if "sums" in grown["runner_ups"]:
            grown["runner_ups"]["sums"] = grown["runner_ups"]["sums"][:, kept[:-1]]
    return grown


def _restore_unit(grown: dict[str, Any], unit: int) -> None:
    """Sums of weights as they are given; totals end with the number of samples."""
    grown["totals"][:, :-1] = np.ldexp(grown["totals"][:, :-1], unit)
    for name in ("splits", "runner_ups", "competitors"):
        for sums in {"parents", "sums"} & grown.get(name, {}).keys():
            grown[name][sums] = np.ldexp(grown[name][sums], unit)


def _about(target: npt.NDArray[np.float64], centre: float) -> npt.NDArray[np.float64]:
    """The target as measured from a centre; itself, without a copy, if that is 0."""
    return contiguous(target) if centre == 0.0 else target - centre


def _positions(stop: npt.NDArray[np.int16], recipe: Recipe) -> npt.NDArray[np.int16]:
    """Reasons to stop as the general searcher numbers them: rules by their positions."""
    places: dict[str | None, int] = {rule.name: place for place, rule in enumerate(recipe.stopping)}
    positions = [places.get(name, len(recipe.stopping)) for name in STOPS]
    for place, rule in enumerate(recipe.stopping):
        if rule.admits_some_only:
            positions[STOPS.index("min_samples_leaf")] = place
    return np.array([*positions, -1], dtype=np.int16)[stop]


def _limits(spec: Spec, root_weight: float, unit_of_weights: int) -> dict[str, Any]:
    """The stopping rules as numbers; the core measures entropy in bits."""
    unit = scored_by(spec).get("unit", 1.0)
    rules = {rule["name"]: rule for rule in spec["rules"]}
    value = {name: rule["value"] for name, rule in rules.items()}
    limits: dict[str, Any] = {name: value[name] for name in NUMBERS if name in value}
    limits |= {name: value[name] * unit for name in SCORES if name in value}
    limits["needs_gain"], limits["score_unit"] = "some_gain" in rules, unit
    limits["keeps_runner_up"] = spec["keeps_runner_up"]
    for splitter in spec["splitters"]:
        if splitter["name"] == "subset":
            limits["min_samples_category"] = int(splitter["min_samples_category"])
            limits |= {name: splitter[name] for name in ("descending", "max_exhaustive")}
    if spec["max_features"] is not None:
        limits |= {name: spec[name] for name in ("max_features", "seed")}
    if spec["costs"] is not None:
        limits["costs"] = spec["costs"]
    if follows(spec):
        names = ("use", "max_surrogates", "style")
        limits["following"] = {name: spec["missing"][name] for name in names}
        limits["following"]["max_competitors"] = spec["max_competitors"]
    if "min_weight_fraction_leaf" in value:
        share = value["min_weight_fraction_leaf"]
        limits["min_weight_leaf"] = share * root_weight * (1 - SHORTFALL)
    if "min_risk" in rules:
        limits |= _risk_limits(rules["min_risk"])
        limits["min_risk"] = math.ldexp(value["min_risk"], -unit_of_weights)
    # A path has at most one split fewer than leaves.
    deepest = min(value.get("max_depth", math.inf), spec["max_leaf_nodes"] or math.inf)
    if deepest < math.inf:
        limits["max_depth"] = math.ceil(min(deepest, 2**31))
    return limits


def _risk_limits(rule: Spec) -> dict[str, Any]:
    loss, value = rule["loss"], rule["value"]
    limits = {"cuts_back": rule["cuts_back"], "looks_ahead": loss is not None and value > 0}
    is_of_classes = loss is not None and not isinstance(loss, str)
    return {**limits, "loss": loss.ravel().tolist()} if is_of_classes else limits
