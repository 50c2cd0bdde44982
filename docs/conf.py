"""The documentation as a site: ``make docs`` reads the same Markdown as GitHub shows."""

from __future__ import annotations

import shutil
from pathlib import Path

from gtpengine import __version__

project = "gtpengine"
author = "the gtpengine authors"
copyright = author  # noqa: A001  Sphinx reads this name
version = release = __version__

# The sources are the repository's root: README is the first page, and links work as on GitHub.
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "docs/**"]
exclude_patterns = ["docs/site"]
templates_path = [str(Path(__file__).parent / "site/templates")]
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
extensions += ["aliases", "contents", "sources"]  # of docs/site
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"(numpy|collections|pathlib|gymnasium|pettingzoo)\..*"),
    ("py:class", r"(gtpengine|board_ext)\.\w+\..*"),  # the inside, named in public signatures
]

# GitHub makes an anchor of each heading; so do the pages of the site.
myst_heading_anchors = 6
myst_enable_extensions = ["html_image"]

# Notebooks are shown with the outputs that they have; tests/docs/notebooks.py runs them.
nb_execution_mode = "off"

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autosummary_imported_members = True
# Its pages are made anew each time: the page of a name that is gone would stop the build.
shutil.rmtree(Path(__file__).parent / "reference/api", ignore_errors=True)

html_theme = "furo"
html_title = f"gtpengine {release}"
html_favicon = "pictures/board.svg"
html_additional_pages = {"index": "index.html"}
html_copy_source = False
html_static_path = ["site/static"]
html_js_files = ["access.js"]
html_css_files = ["tables.css", "print.css"]
