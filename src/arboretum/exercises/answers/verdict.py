"""What is said about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

__all__ = ["Slip", "Verdict"]


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right and, if it is not, which step went wrong; true if it is right."""

    is_right: bool
    said: str

    def __bool__(self) -> bool:
        return self.is_right

    def __str__(self) -> str:
        return self.said

    def _repr_html_(self) -> str:
        mark = "✓" if self.is_right else "✗"
        return f'<p style="white-space: pre-line"><b>{mark}</b> {escape(self.said)}</p>'


@dataclass(frozen=True)
class Slip:
    """A number that comes out if a step goes wrong, and what to say then."""

    value: float
    said: str
