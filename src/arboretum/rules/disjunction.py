"""All rules of one class: when it is predicted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.data.column import describe_values
from arboretum.data.schema import Category
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.rules.rule import Rule
from arboretum.rules.words import ConditionFormat

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["disjunction", "rules_of_class"]


def rules_of_class(rules: RuleSet, label: Category) -> tuple[Rule, ...]:
    """The rules that predict a class."""
    classes = rules.schema.classes
    if classes is None:
        raise UnsupportedCombination(
            "Only rules for one target with classes have rules of a class; these predict "
            + ("several targets." if len(rules.schema.targets) > 1 else "numbers.")
        )
    if label not in classes:
        raise ParameterError(
            f"{label!r} is not a class of {rules.schema.targets[0].name!r}; "
            f"the classes are {describe_values(classes, 20)}."
        )
    code = classes.index(label)
    return tuple(rule for rule in rules if rule.decision == (code,))


def disjunction(rules: RuleSet, label: Category, show_missing: bool = False) -> str:
    """When a class is predicted; see :meth:`arboretum.rules.RuleSet.disjunction`."""
    form = ConditionFormat(rules.schema, show_missing=show_missing)
    of_class = rules_of_class(rules, label)
    if not of_class:
        return "never"
    return " or ".join(f"({form.all_of(rule.conditions)})" for rule in of_class)
