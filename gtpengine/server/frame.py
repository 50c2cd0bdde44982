"""The pages of the server: one frame around what each page shows."""

from __future__ import annotations

import importlib.resources
from dataclasses import dataclass
from functools import cache
from typing import Final

from gtpengine.base.text.language import LANGUAGES, Text, later, speaking
from gtpengine.web.pages import texts_as_script, translating


@dataclass(frozen=True, slots=True)
class Page:
    """A page: what ``pages/NAME.html`` shows and ``pages/NAME.js`` does.

    ``under`` is its entry in the menu. ``styles`` and ``scripts`` are loaded besides the server's
    own.
    """

    name: str
    title: Text | str = ""
    under: str = ""
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


PAGES: Final = {
    "/": Page("index"),
    "/play": Page("play", later("Play"), "/play", ("board.css",), ("board.js",)),
    "/ladder": Page("ladder", later("Ladder"), "/play"),
    "/analyse": Page("analyse", later("Analyse"), "/analyse", ("board.css",), ("board.js",)),
    "/review": Page("review", later("Review"), "/review"),
    "/rank": Page("rank", later("Your rank"), "/review"),
    "/problems": Page("problems", later("Problems"), "/problems", ("board.css",), ("board.js",)),
    "/solve": Page("solve", later("Life and death"), "/solve", ("board.css",), ("board.js",)),
    "/runs": Page("runs", later("Runs"), "/runs", ("report.css",)),
    "/run": Page(
        "run",
        later("Run"),
        "/runs",
        ("board.css", "report.css", "games.css"),
        ("board.js", "viewer.js", "games.js"),
    ),
}
"""The pages by address."""

MENU: Final = {
    "/play": later("Play"),
    "/analyse": later("Analyse"),
    "/review": later("Review"),
    "/problems": later("Problems"),
    "/solve": later("Life and death"),
    "/runs": later("Runs"),
}


@cache
def text_of(name: str) -> str:
    """Return the text of a file of ``pages/``."""
    return (importlib.resources.files(__package__) / "pages" / name).read_text("utf-8")


@cache
def html_of(address: str, language: str) -> str:
    """Return one of ``PAGES`` within the frame, in a language."""
    page = PAGES[address]
    templates = translating()
    with speaking(language):
        return templates.from_string(text_of("frame.html")).render(
            page=page,
            menu=MENU,
            languages=LANGUAGES,
            body=templates.from_string(text_of(f"{page.name}.html")).render(),
            texts=texts_as_script(),
        )
