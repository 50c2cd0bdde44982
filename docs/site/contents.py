"""The contents of the site: what docs/README.md lists, in its order, under its headings.

GitHub shows that page, and the site makes its navigation of the same page: there is one list.
"""

from __future__ import annotations

import re
from posixpath import join, normpath, splitext

from sphinx.application import Sphinx

INDEX = "docs/README"


def sections(text: str) -> dict[str, list[str]]:
    """Return the pages that each heading of the second level lists, as Sphinx names documents."""
    found: dict[str, list[str]] = {}
    for section in re.split(r"(?m)^## ", text)[1:]:
        heading, _, body = section.partition("\n")
        links = re.findall(r"\]\(([^)#:]+\.(?:ipynb|md|rst))\)", body)
        found[heading] = [normpath(join("docs", splitext(link)[0])) for link in links]
    return found


def toctree(heading: str, pages: list[str]) -> str:
    """Return the directive that puts the pages into the navigation."""
    lines = "\n".join(f"/{page}" for page in dict.fromkeys(pages))
    return f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{lines}\n```\n"


def add_contents(app: Sphinx, document: str, source: list[str]) -> None:
    """Append the navigation to the first page when Sphinx reads that page."""
    if document == app.config.root_doc:
        app.env.note_dependency(f"{INDEX}.md")
        index = (app.srcdir / f"{INDEX}.md").read_text(encoding="utf-8")
        trees = [toctree(heading, pages) for heading, pages in sections(index).items()]
        source[0] += toctree("gtpengine", [INDEX, "CHANGELOG"]) + "".join(trees)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True}
