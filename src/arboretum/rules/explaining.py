"""Why a sample got its prediction: the rule that decided, and those it shadowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arboretum.rules.matching import Matches
from arboretum.tree.words.format import number_text

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["Explanation", "explain"]


@dataclass(frozen=True)
class Explanation:
    """What happened to one sample.

    Attributes
    ----------
    row : int
    rules : RuleSet
    fired : tuple of (rule, share)
        Numbers of the rules that decided, from 0, with their shares of the sample: one in an
        ordered rule set; none if only the default was left.
    shadowed : tuple of int
        The rules that the sample meets as well but that came too late.
    """

    row: int
    rules: RuleSet
    fired: tuple[tuple[int, float], ...]
    shadowed: tuple[int, ...] = ()

    def __str__(self) -> str:
        lines = [f"row {self.row}"]
        for number, share in self.fired:
            part = "" if share == 1 else f" ({number_text(share, 3)} of the sample)"
            lines.append(f"  fired{part}: {number + 1}. {self.rules[number]}")
        if not self.fired:
            default = self.rules.default
            lines.append("  no rule" if default is None else f"  default: {default.then_text()}")
        lines += [f"  shadowed: {number + 1}. {self.rules[number]}" for number in self.shadowed]
        return "\n".join(lines)


def explain(rules: RuleSet, found: Matches) -> list[Explanation]:
    """One explanation a sample."""
    explanations = []
    for row in range(found.n_rows):
        here = slice(found.start[row], found.start[row + 1])
        met = list(zip(found.rules[here].tolist(), found.shares[here].tolist(), strict=True))
        n_fired = 1 if rules.is_ordered else len(met)
        late = tuple(number for number, _ in met[n_fired:])
        explanations.append(Explanation(row, rules, tuple(met[:n_fired]), late))
    return explanations
