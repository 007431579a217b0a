"""What a report was made with."""

from __future__ import annotations

import platform
from importlib.metadata import version

import arboretum

__all__ = ["versions"]


def versions() -> dict[str, str]:
    """The versions that numbers and pictures may depend on, by name."""
    others = ("numpy", "scipy", "scikit-learn", "matplotlib")
    return {
        "arboretum": arboretum.__version__,
        "Python": platform.python_version(),
        **{name: version(name) for name in others},
    }
