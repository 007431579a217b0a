"""How Sphinx makes a site of the pages: ``make docs``.

The whole repository is its source, so that a link on a page leads to the same
place on the site as it does among the files.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "site"))

project = "arboretum"
author = "the arboretum developers"
copyright = author
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/**/*.md",
    "docs/gallery/*.rst",
    "docs/reference/modules/*.rst",
    "benchmarks/*.md",
    "examples/README.md",
]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
    "contents",
    "live",
    "mathml",
    "module_pages",
    "notebooks",
]

# -- pages -----------------------------------------------------------------------------------

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
highlight_language = "none"

# -- reference: the docstrings say in words what a parameter takes ---------------------------

autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

# -- gallery ---------------------------------------------------------------------------------

sphinx_gallery_conf = {
    "examples_dirs": ["examples/gallery"],
    "gallery_dirs": ["docs/gallery"],
    "filename_pattern": r"\.py$",
    "within_subsection_order": "contents.AsListed",
    "notebook_extensions": set(),
    "image_scrapers": ("pictures.scrape", "matplotlib"),
    "capture_repr": (),
    "download_all_examples": False,
    "show_signature": False,
    "min_reported_time": 10**6,
    "write_computation_times": False,
}

# -- looks -----------------------------------------------------------------------------------

html_theme = "furo"
html_title = "arboretum"
html_static_path = ["site/static"]
html_css_files = ["site.css"]
html_copy_source = False
