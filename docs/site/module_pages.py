"""A page of docstrings for every public module, written where only the site sees them."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

from sphinx.application import Sphinx

import arboretum

FOLDER = Path("docs") / "reference" / "modules"

#: What estimators have from scikit-learn is described there.
NOT_OURS = "BaseEstimator, ClassifierMixin, RegressorMixin"


def page(module: ModuleType) -> str:
    """reST that asks for the docstring of a module and of each of its names."""
    title = module.__name__
    names = sorted((name for name in module.__all__ if not name.startswith("__")), key=str.lower)
    parts = [f"{title}\n{'=' * len(title)}", f".. automodule:: {title}\n   :no-members:"]
    parts += [_ask(title, name, getattr(module, name)) for name in names]
    return "\n\n".join(part for part in parts if part) + "\n"


def _ask(module: str, name: str, value: object) -> str:
    if inspect.ismodule(value):
        return ""
    if module != "arboretum" and getattr(arboretum, name, None) is value:
        return f":py:obj:`arboretum.{name}`"  # described once, where readers import it from
    if inspect.isclass(value):
        more = f"\n   :inherited-members: {NOT_OURS}" if hasattr(value, "fit") else ""
        return f".. autoclass:: {module}.{name}\n   :members:{more}"
    if inspect.isfunction(inspect.unwrap(value)):  # type: ignore[arg-type]
        return f".. autofunction:: {module}.{name}"
    known = ", ".join(f"``{key}``" for key in value) if isinstance(value, dict) else ""
    return f".. py:data:: {module}.{name}\n\n   {f'By name: {known}' if known else repr(value)}"


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    public = [name for name in dir(arboretum) if inspect.ismodule(getattr(arboretum, name))]
    for name in ["arboretum", *(f"arboretum.{name}" for name in sorted(public))]:
        text = page(import_module(name))
        file = folder / f"{name}.rst"
        if not file.exists() or file.read_text(encoding="utf-8") != text:  # else it is read again
            file.write_text(text, encoding="utf-8")


def _is_skipped(
    app: Sphinx, what: str, name: str, member: object, skip: bool, options: object
) -> bool | None:
    return True if re.fullmatch("set_.*_request|get_metadata_routing", name) else None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("autodoc-skip-member", _is_skipped)
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True}
