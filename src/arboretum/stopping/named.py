"""Stopping rules by their names, with the numbers that they need."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature

from arboretum.exceptions import ParameterError
from arboretum.part import value_in
from arboretum.stopping import KNOWN, StoppingRule

__all__ = ["needed_by", "rule_named", "rule_of"]

#: What a parameter of a rule may be, for those who left it out.
EXAMPLES = {"depth": 3, "n": 20}


def rule_named(text: str) -> StoppingRule | None:
    """The rule of a name, or of a name with its first parameter; None if no rule has the name.

    >>> rule_named("purity"), rule_named("min_score=0.1"), rule_named("oak")
    (Purity(threshold=0.95), MinScore(value=0.1), None)
    """
    name, has_value, value = text.partition("=")
    if name not in KNOWN:
        return None
    parameters = list(signature(KNOWN[name]).parameters)
    if has_value and not parameters:
        raise ParameterError(f"stopping={text!r}: {name} takes no parameter. Leave it out.")
    return rule_of(name, {parameters[0]: value} if has_value else {})


def rule_of(name: str, settings: Mapping[str, str]) -> StoppingRule:
    """The rule of a name, with parameters that are read from texts."""
    rule = KNOWN[name]
    for parameter in needed_by(name):
        if parameter not in settings:
            example = EXAMPLES.get(parameter, 0.1)
            raise ParameterError(
                f"stopping={name!r} needs {parameter}. Pass it with the name, as in "
                f"stopping='{name}={example}', or pass {rule.__name__}({example}) of "
                "arboretum.stopping."
            )
    return rule(**{parameter: value_in(text) for parameter, text in settings.items()})


def needed_by(name: str) -> list[str]:
    """The parameters that a rule cannot do without."""
    parameters = signature(KNOWN[name]).parameters.values()
    return [
        it.name
        for it in parameters
        if it.default is Parameter.empty and it.kind is Parameter.POSITIONAL_OR_KEYWORD
    ]
