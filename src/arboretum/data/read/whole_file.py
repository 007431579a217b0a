"""Files that are either whole or not there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write beside the file and put it in place at the end: a stop half-way changes nothing."""
    target = Path(path)
    handle, name = tempfile.mkstemp(
        prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent
    )
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _usual_mode(target))
        os.replace(name, target)
    except BaseException:  # Ctrl-C too: leave nothing behind
        Path(name).unlink(missing_ok=True)
        raise


def _usual_mode(target: Path) -> int:
    """Permissions of the file that is replaced, else those any new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
