"""Files of the repository that pages link to: each is a page of the site, with numbered lines.

Sphinx offers such a file as a download. A reader of a page wants to see the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.addnodes import download_reference
from sphinx.application import Sphinx

FOLDER = "source"
BEFORE_DOWNLOADS = 100
"""Sphinx copies the files of download links at priority 500 of the same event."""


def show_files(app: Sphinx, tree: nodes.document) -> None:
    """Turn each download link to a text file into a link to that file's page."""
    shown: set[str] = app.env.__dict__.setdefault("shown_files", set())
    for link in list(tree.findall(download_reference)):
        path = (app.srcdir / app.env.docname).parent / link["reftarget"]
        file = path.resolve().relative_to(app.srcdir.resolve())
        if not is_text(app.srcdir / file):
            continue
        shown.add(file.as_posix())
        uri = app.builder.get_relative_uri(app.env.docname, f"{FOLDER}/{file.as_posix()}")
        link.replace_self(nodes.reference("", "", *link.children, refuri=uri, internal=True))


def is_text(path: Path) -> bool:
    """Whether a browser can show the file's bytes as text."""
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def file_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each file: its name, what its template shows, and the template."""
    formatter: HtmlFormatter[str] = HtmlFormatter(linenos="inline", lineanchors="line")
    for file in sorted(app.env.__dict__.get("shown_files", ())):
        text = (app.srcdir / file).read_text(encoding="utf-8")
        code = highlight(text, lexer(file), formatter)
        body = f'<h1>{file}</h1>\n<div class="highlight">{code}</div>'
        yield f"{FOLDER}/{file}", {"title": file, "body": body}, "page.html"


def lexer(file: str) -> Any:
    """Return what colours the file: by its name, else nothing."""
    try:
        return get_lexer_for_filename(file)
    except ClassNotFound:
        return TextLexer()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("doctree-read", show_files, priority=BEFORE_DOWNLOADS)
    app.connect("html-collect-pages", file_pages)
    return {"parallel_read_safe": False}
