"""MAUVE: trees with linear models, by what fits of one feature leave."""

from __future__ import annotations

from typing import Any, Literal

from arboretum.criteria import SingleResidual
from arboretum.species.retis import ResidualTree

__all__ = ["MAUVERegressor"]


class MAUVERegressor(ResidualTree):
    """Vens and Blockeel's MAUVE: a split is as good as the straight lines it leads to."""

    _drop = "akaike"

    def __init__(
        self,
        *,
        lines: Literal["targets", "residuals"] = "residuals",
        smoothing: float = 0.0,
        ridge: float = 0.0,
        clip: bool = True,
        split_features: Any = None,
        model_features: Any = None,
        min_deviation: float = 0.01,
        min_samples_leaf: int | float | None = None,
        max_depth: int | None = None,
        pruning: Any = "m5",
        missing: Any = "direction",
        kinds: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _compared_by(self, features: tuple[str, ...] | None, ridge: float) -> SingleResidual:
        return SingleResidual(features, ridge, self.lines)
