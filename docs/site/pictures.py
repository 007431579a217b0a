"""Takes the pictures that a block of a gallery script made, at their natural size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arboretum.show import Picture

_IMAGE = """
.. image:: /{file}
   :alt: {alt}
   :class: sphx-glr-single-img
   :width: {width:.0f}px
"""


def scrape(block: object, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Save each new ``Picture`` among the names of a script; the reST that shows them."""
    names = block_vars["example_globals"]
    shown = names.setdefault("__shown__", [])
    found = []
    for value in list(names.values()):
        if isinstance(value, Picture) and not any(value is picture for picture in shown):
            shown.append(value)
            found.append(_save(value, next(block_vars["image_path_iterator"]), gallery_conf))
    return "\n".join(found)


def _save(picture: Picture, file: str, gallery_conf: dict[str, Any]) -> str:
    picture.save(file)
    width, _ = picture.figure.get_size_inches()
    return _IMAGE.format(
        file=Path(file).relative_to(gallery_conf["src_dir"]).as_posix(),
        alt=" ".join(picture.alt.split()),
        width=96 * width,  # pixels of a page to an inch
    )
