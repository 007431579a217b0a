"""Errors that name the culprit, say why, and say what to do.

Every error derives from :class:`ArboretumError` and from the built-in that
scikit-learn's users already catch (``ValueError`` or ``TypeError``).
"""

from __future__ import annotations

import sys
import warnings

__all__ = [
    "ArboretumError",
    "ArboretumWarning",
    "CategoryWarning",
    "CertificateError",
    "DataError",
    "ExtrapolationWarning",
    "IntakeWarning",
    "KindError",
    "ManyTreesError",
    "MissingValueError",
    "NotProvedWarning",
    "ParameterError",
    "RuleFileError",
    "SplitWarning",
    "TreeFileError",
    "UnknownPartError",
    "UnsupportedCombination",
    "warn_the_user",
]


class ArboretumError(Exception):
    """Anything arboretum refuses to do."""


class DataError(ArboretumError, ValueError):
    """The data cannot be learned from, or does not match the fitted model."""


class KindError(DataError, TypeError):
    """A column holds values of a type that no feature kind accepts."""


class MissingValueError(DataError):
    """A missing value where none is allowed."""


class ParameterError(ArboretumError, ValueError):
    """A parameter has a value that makes no sense."""


class UnknownPartError(ParameterError):
    """A string names no known part; the message lists the known ones."""


class UnsupportedCombination(ParameterError):
    """Two parts, each fine alone, cannot work together."""


class ManyTreesError(UnsupportedCombination, AttributeError):
    """A model of several trees has no attribute that one tree has."""


class TreeFileError(ArboretumError, ValueError):
    """A saved tree is truncated, damaged, hostile, or of another format."""


class RuleFileError(ArboretumError, ValueError):
    """Saved rules are truncated, damaged, hostile, or of another format."""


class CertificateError(ArboretumError, ValueError):
    """A certificate does not hold for the samples, cannot be written, or is damaged."""


class ArboretumWarning(UserWarning):
    """Something worth knowing that did not stop the work."""


class CategoryWarning(ArboretumWarning):
    """Samples had categories that were never seen in training."""


class NotProvedWarning(ArboretumWarning):
    """A search ended before it was proved that no tree is better."""


class ContradictionWarning(ArboretumWarning):
    """Samples agree in all features and differ in their class: no tree is without mistakes."""


class ExtrapolationWarning(ArboretumWarning):
    """Models predicted numbers that no training sample nearby had, and were held back."""


class SplitWarning(ArboretumWarning):
    """A feature is asked about in another way than the splitter's, which would not be readable."""


class IntakeWarning(ArboretumWarning):
    """A table was not plain, and something was assumed or left out to read it."""


def warn_the_user(message: str, category: type[Warning]) -> None:
    """Warn, and point to the code that called this library."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("arboretum."):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
