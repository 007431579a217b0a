"""Ctrl-C."""

from __future__ import annotations

__all__ = ["keep_interrupts"]


def keep_interrupts() -> None:
    """Keep pyarrow from taking over Ctrl-C while it reads: now and then it loses one.

    Python then acts on it as soon as the file is read.
    """
    try:
        import pyarrow
    except ImportError:
        return  # whoever reads a file says what to install
    pyarrow.enable_signal_handlers(False)
