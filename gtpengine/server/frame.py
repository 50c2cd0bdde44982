"""The pages of the server: one frame around what each page shows."""

from __future__ import annotations

import importlib.resources
from dataclasses import dataclass
from functools import cache
from typing import Final

from jinja2 import Environment, StrictUndefined


@dataclass(frozen=True, slots=True)
class Page:
    """A page: what ``pages/NAME.html`` shows and ``pages/NAME.js`` does.

    ``under`` is its entry in the menu. ``styles`` and ``scripts`` are loaded besides the server's
    own.
    """

    name: str
    title: str = ""
    under: str = ""
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


PAGES: Final = {
    "/": Page("index"),
    "/play": Page("play", "Play", "/play", ("board.css",), ("board.js",)),
    "/analyse": Page("analyse", "Analyse", "/analyse", ("board.css",), ("board.js",)),
    "/review": Page("review", "Review", "/review"),
    "/problems": Page("problems", "Problems", "/problems", ("board.css",), ("board.js",)),
    "/runs": Page("runs", "Runs", "/runs", ("report.css",)),
    "/run": Page(
        "run",
        "Run",
        "/runs",
        ("board.css", "report.css", "games.css"),
        ("board.js", "viewer.js", "games.js"),
    ),
}
"""The pages by address."""

MENU: Final = {
    "/play": "Play",
    "/analyse": "Analyse",
    "/review": "Review",
    "/problems": "Problems",
    "/runs": "Runs",
}


@cache
def text_of(name: str) -> str:
    """Return the text of a file of ``pages/``."""
    return (importlib.resources.files(__package__) / "pages" / name).read_text("utf-8")


@cache
def html_of(page: Page) -> str:
    """Return a page within the frame."""
    frame = Environment(autoescape=True, undefined=StrictUndefined).from_string(
        text_of("frame.html")
    )
    return frame.render(page=page, menu=MENU, body=text_of(f"{page.name}.html"))
