"""
Kernels on NumPy arrays: no copies of the arguments, no Python lock held while they run.
"""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray

@overload
def rank(
    values: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
]: ...
@overload
def rank(
    values: Annotated[NDArray[numpy.float32], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
]:
    """
    Return (distinct values ascending, code of each row); NaN is missing and has code -1.
    """

def first_seen(
    values: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> tuple[
    Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
]:
    """
    Return (where each different value comes first, which of them stands in each place).
    """

def table_counts(
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device="cpu", writable=False)],
    n_codes: int,
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device="cpu", writable=False)],
    n_classes: int,
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    counts: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")],
    float,
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
]:
    """
    Return (bins, counts, class weights of each bin, missing count, missing class weights).
    """

def table_sums(
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device="cpu", writable=False)],
    n_codes: int,
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    contributions: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    counts: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")],
    float,
    Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
]:
    """Return (bins, counts, sums of each bin, missing count, missing sums)."""

def total_counts(
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device="cpu", writable=False)],
    n_classes: int,
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    counts: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]]:
    """Return (count, class weights) of the rows."""

def total_sums(
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    contributions: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    counts: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]]:
    """Return (count, sums) of the rows."""

def group_sums(
    labels: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    arity: int,
    values: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order="C")]:
    """
    Return (candidates, arity, width): values of bins summed by branch, bin after bin.
    """

def deviation_cuts(
    groups: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    values: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]:
    """
    Return one row per cut between groups: weight and deviation of the first groups, weight and deviation of the others.
    """

def median_deviation(
    values: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
) -> tuple[float, float, float]:
    """Return (weight, sum of w * |y - median|, weighted median)."""

def first_component(
    points: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return where each point lies along the direction of largest spread, from -1 to 1.
    """

def description_length_cuts(
    table: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")]:
    """
    Return the positions after which to cut bins of class weights, ascending.
    """

def value_groups(
    table: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    missing: float,
    is_charged: bool = False,
) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
    """
    Return the group of each bin of class weights, merged for the highest gain ratio.
    """

@overload
def chi_square_sf(x: float, df: float) -> float: ...
@overload
def chi_square_sf(
    x: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return how probable a chi-square of at least x is; one number, or one per value.
    """

@overload
def chi_square_log_sf(x: float, df: float) -> float: ...
@overload
def chi_square_log_sf(
    x: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return the logarithm of `chi_square_sf`, which never underflows."""

@overload
def f_sf(x: float, df1: float, df2: float) -> float: ...
@overload
def f_sf(
    x: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df1: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df2: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return how probable an F of at least x is; one number, or one per value.
    """

@overload
def f_log_sf(x: float, df1: float, df2: float) -> float: ...
@overload
def f_log_sf(
    x: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df1: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    df2: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return the logarithm of `f_sf`, which never underflows."""

def roots(
    x: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    root: float,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return a root of each number."""

def chi_square_test(
    weights: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    n_samples: float,
    exact: str,
    n_simulations: int,
    key: int,
) -> tuple[float, int]:
    """
    Return (p, kind): whether branches (rows) and classes (columns) are independent.
    """

def f_test(
    moments: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    n_samples: float,
) -> tuple[float, int]:
    """
    Return (p, kind): whether branches (rows of weight, sum, sum of squares) have one mean.
    """

def f_test_of_squares(
    between: float, within: float, n_branches: float, n_samples: float
) -> tuple[float, int]:
    """
    Return (p, kind): the same from sums of squares between and within branches.
    """

def shuffled(n: int, key: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
    """
    Return the numbers below n in a random order that depends on the key alone.
    """

def log_p_alike(
    tables: Annotated[
        NDArray[numpy.float64],
        dict(shape=(None, None, None), order="C", device="cpu", writable=False),
    ],
    test: str,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return, for each table of (groups, statistics), the logarithm of the p-value of a test that the groups are alike: 'pearson', 'likelihood_ratio' or 'f'.
    """

def places_for_missing(
    missing: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    branches: Annotated[
        NDArray[numpy.float64],
        dict(shape=(None, None, None), order="C", device="cpu", writable=False),
    ],
    heaviest: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    test: str,
    log_alpha: float,
) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
    """
    Return, for each table of (branches, statistics), the branch for samples without a value: the heaviest, or the one they are most like where a test says that they differ from it.
    """

def merge_categories(
    counts: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    sums: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    is_ordered: bool,
    has_missing: bool,
    test: str,
    alpha: float,
    alpha_resplit: float | None,
    exhaustive: bool,
    min_samples: float,
) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
    """
    Return the group of each category after merging those that do not differ; the last is for missing values if it says so.
    """

def log_trials(
    n_categories: int, n_groups: int, is_ordered: bool, has_missing: bool, exhaustive: bool
) -> float:
    """
    Return the decimal logarithm of the number of ways to merge categories into groups.
    """

def route(
    column: Annotated[NDArray, dict(shape=(None,), device="cpu", writable=False)],
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    kind: int,
    thresholds: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    branches: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    missing_branch: int,
    arity: int,
) -> tuple[
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
]:
    """
    Return (rows grouped by branch, offsets of the groups); the last group stays.
    """

@overload
def take_stretches(
    values: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]: ...
@overload
def take_stretches(
    values: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
    """Return some stretches of an array, one behind the other."""

class Predictor:
    """A tree made ready to route rows: checked and laid out once."""

    def __init__(
        self,
        feature: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        kind: Annotated[
            NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        missing_branch: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        value_start: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        value_count: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        thresholds: Annotated[
            NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        branches: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        child_start: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        children: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        n_features: int,
        weight: Annotated[
            NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ]
        | None = None,
        surrogates: dict | None = None,
    ) -> None: ...
    @property
    def spreads(self) -> bool:
        """Whether some node sends rows that cannot answer down every branch."""

    def leaves(
        self, columns: Sequence[object], n_threads: int = 1
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")]:
        """
        Return the node where each row ends; columns holds one array per feature.
        """

    def leaves_of_matrix(
        self,
        matrix: Annotated[NDArray, dict(shape=(None, None), device="cpu", writable=False)],
        n_threads: int = 1,
    ) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")] | None:
        """Return the node where each row ends, or None if a number is infinite."""

    @overload
    def values_of_matrix(
        self,
        matrix: Annotated[NDArray, dict(shape=(None, None), device="cpu", writable=False)],
        values: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        n_threads: int = 1,
    ) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")] | None: ...
    @overload
    def values_of_matrix(
        self,
        matrix: Annotated[NDArray, dict(shape=(None, None), device="cpu", writable=False)],
        values: Annotated[
            NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        n_threads: int = 1,
    ) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C")] | None:
        """
        The same with what values, of whole numbers of 1 or 8 bytes, has for that node.
        """

    def parts(
        self,
        columns: Sequence[object],
        rows: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        starts: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        keeps_all: bool = False,
        n_threads: int = 1,
    ) -> tuple[
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    ]:
        """
        Return (start, nodes, shares): where parts of some rows end that begin at starts, or with keeps_all every node they visit.
        """

    def parts_of_matrix(
        self,
        matrix: Annotated[NDArray, dict(shape=(None, None), device="cpu", writable=False)],
        rows: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        starts: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        keeps_all: bool = False,
        n_threads: int = 1,
    ) -> tuple[
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")],
    ]:
        """The same of the rows of a matrix of numbers."""

    def paths(
        self,
        leaves: Annotated[
            NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        n_threads: int = 1,
    ) -> tuple[
        Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
        Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
    ]:
        """
        Return (indptr, indices): the nodes from the root down to each of the leaves.
        """

def children_of(
    parent: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> tuple[
    Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C")],
]:
    """
    Return where the children of each node start in one flat array, and that array.
    """

EXHAUSTIVE_LIMIT: int = 20

def simd_kinds() -> list[str]:
    """
    Kinds of vector instructions this machine has, the widest last; it is used.
    """

def use_simd(kind: str) -> None:
    """Grow with this kind of vector instructions from now on."""

class Encoded:
    """Columns with their bins, to grow many trees from."""

    def __init__(
        self,
        columns: list,
        kinds: Sequence[str],
        n_categories: Sequence[int],
        n_rows: int,
        n_threads: int = 1,
    ) -> None: ...
    @property
    def n_rows(self) -> int: ...

def grow(
    encoded: Encoded,
    target: dict,
    rows: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ]
    | None,
    criterion: str,
    limits: dict,
    n_threads: int,
    progress: object | None,
    counts_work: bool = False,
    closed_left: Sequence[int] = [],
) -> dict:
    """
    Grow a tree of classes, numbers or vectors from all rows or from some; return its columns in pre-order.
    """

def grow_general(
    columns: list,
    kinds: Sequence[str],
    n_categories: Sequence[int],
    statistics: dict,
    recipe: dict,
    n_threads: int,
    progress: object | None,
    starts: dict | None = None,
    counts_work: bool = False,
    closed_left: Sequence[int] = [],
) -> dict:
    """
    Grow a tree of any built-in parts; return its columns in the order of growth.
    """

def weakest_links(
    parent: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    risk: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return the price per leaf at which each inner node becomes one; NaN for a leaf.
    """

def rpart_links(
    parent: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    risk: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return the same as rpart works it out; a price may be too low."""

def splits_of_rpart(
    parent: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    risk: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    place: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    price: float,
) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C")]:
    """Return which nodes of a binary tree rpart would have split, as 0 or 1."""

def extra_errors(
    n: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    errors: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    limit: tuple[float, float, float, float],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return how many errors more than seen to expect among n samples."""

def raise_subtrees(
    tree: dict,
    surrogates: dict | None,
    columns: Sequence[object],
    codes: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    blocks: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    counts: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    costs: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ]
    | None,
    limit: tuple[float, float, float, float],
) -> dict:
    """
    Return a tree pruned by the errors to expect, branches raised: its columns by name.
    """

def saved_by_step(
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    node: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    loss: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    squared_weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    price: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    asked: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]:
    """
    Return what going on from nodes saves, by how many asked prices are below theirs, (3, n + 1): sums of w l, w² l and w² l².
    """

@overload
def saved_down_tree(
    tree: dict,
    columns: Sequence[object],
    predicted: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    truth: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    squared_weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    price: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    asked: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    table: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ]
    | None = None,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]: ...
@overload
def saved_down_tree(
    tree: dict,
    columns: Sequence[object],
    predicted: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    truth: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    squared_weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    price: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    asked: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    table: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ]
    | None = None,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]:
    """
    Return what rows save at each asked price, the highest first, (3, n), that go down a tree, one branch each, whose nodes predict numbers, whose errors are squared, or classes, which cost what a table says.
    """

def path_minima(
    parent: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    number: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return the smallest number on the way from the root to each node."""

def fit_linear_models(
    terms: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    targets: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    counts: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    begin: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    end: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    term: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    scale: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    drop: str,
    ridge: float,
) -> dict:
    """
    Fit a linear model to rows[begin[i]:end[i]] by term[start[i]:start[i + 1]] for each i.
    """

def evaluate_linear_models(
    terms: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    row: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    node: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    term: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    coefficient: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    intercept: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """Return what the model of node[i] says of row[i] for each i."""

def residual_totals(
    terms: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    targets: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    start: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    kind: str,
    ridge: float,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]:
    """
    Return weight, sum of targets and squared residuals of the fit of each stretch of rows.
    """

def residual_remains(
    terms: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    targets: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    ridge: float,
) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order="C")]:
    """
    Return what a fit of some rows by all terms leaves of the target of each.
    """

def residual_cuts(
    terms: Annotated[
        NDArray[numpy.float64], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    targets: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), device="cpu", writable=False)],
    rows: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    positions: Annotated[
        NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    kind: str,
    ridge: float,
    slack: float,
) -> tuple[
    Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C")],
    Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order="C")],
]:
    """
    Return the same of the rows before each position, and of those from it on, with the numbers of the positions: all, or with slack >= 0 at least those that are nearly the best.
    """

def best_class_tree(
    ranks: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    needs_last_rank: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    gains: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    unit: int,
    alpha: int,
    limits: dict,
    ahead: object | None = None,
    progress: object | None = None,
) -> dict:
    """
    Search for the tree whose leaves cost least, and prove that none costs less.

    ``ranks`` has a row per column; where ``needs_last_rank`` a column is asked about only at nodes with a row of its last rank.  ``gains`` has a row per row: what each class saves compared with the dearest, in units.  Returns the nodes, children after their parent, with what was proved and why the search ended; ``progress(cost, bound)`` is called meanwhile.  With ``ahead`` a tree is grown that looks a few questions ahead, and progress is told the rows that are done and all there are.
    """

def best_number_tree(
    ranks: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    needs_last_rank: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    number: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    alpha: float,
    limits: dict,
    ahead: object | None = None,
    progress: object | None = None,
) -> dict:
    """The same for numbers: the tree of least squared error."""

def prove_class_tree(
    ranks: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    needs_last_rank: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    gains: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    unit: int,
    alpha: int,
    limits: dict,
    bound: int,
    most_claims: int,
    progress: object | None = None,
) -> dict:
    """
    Write down why every tree costs at least what ``best_class_tree`` said.

    Returns claims, those of sides before those that use them, the last of all rows; each has cuts from ``first_cut`` to ``end_cut``: column, last rank on the left, leaves on the left, and the claims of both sides, -1 for none; or in ``apart``, from ``first_apart`` to ``end_apart``, rows of which no two can share a leaf.  ``progress(all, done)`` is told how many columns are done.
    """

def prove_number_tree(
    ranks: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    needs_last_rank: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    weight: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    number: Annotated[
        NDArray[numpy.float64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    alpha: float,
    limits: dict,
    bound: float,
    most_claims: int,
    progress: object | None = None,
) -> dict:
    """The same for numbers."""

class NearTrees:
    """All trees that cost no more than a budget, as a graph."""

    def to_dict(self) -> dict:
        """
        Nodes with what they cost as leaves and their questions from ``first`` to ``last``; questions with their columns and the nodes of their sides; other names of questions.
        """

    def count(self, wanted: dict) -> dict:
        """
        Count the trees of every node by what they cost and which features they ask.

        ``wanted`` is that of ``optimal/wanted.py``.
        """

    def decide(
        self,
        ranks: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        needs_last_rank: Annotated[
            NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        gains: Annotated[
            NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
        ],
        wanted: dict,
        cost: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        features: Annotated[
            NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order="C")]:
        """
        How many trees decide for each class of each row, of those that cost and ask one of ``cost`` and ``features``, which ascend together.
        """

def near_class_trees(
    ranks: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    needs_last_rank: Annotated[
        NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    count: Annotated[
        NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
    ],
    gains: Annotated[
        NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu", writable=False)
    ],
    unit: int,
    alpha: int,
    limits: dict,
    budget: int,
    most_asked: int = 0,
    progress: object | None = None,
) -> NearTrees:
    """
    Find all trees that cost ``budget`` or less; the rest as for ``best_class_tree``.

    Of each node only the ``most_asked`` cheapest questions are kept, unless that is 0.  ``progress(done, known)`` is told how many nodes were looked at, of those known so far.
    """
