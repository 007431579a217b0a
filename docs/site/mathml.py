"""Formulas as MathML, which browsers draw themselves: no script has to be loaded from elsewhere."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.writers.html5 import HTML5Translator

#: docutils reads the first of two digits after this as a fraction of both.
_UNBRACED = re.compile(r"\\[td]?frac(?!\s*\{)")


def _mathml(formula: str, as_block: bool) -> str:
    if _UNBRACED.search(formula):
        raise ExtensionError(f"Write both parts of a fraction in braces: {formula}")
    return str(tex2mathml(formula, as_block=as_block))


def _inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(_mathml(node.astext(), as_block=False))
    raise nodes.SkipNode


def _block(translator: HTML5Translator, node: nodes.math_block) -> None:
    formula = _mathml(node.astext(), as_block=True)
    translator.body.append(f'<div class="formula">{formula}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True}
