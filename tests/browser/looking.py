"""What each test of pages does: look at a page each way, begin a game, find a free point."""

from __future__ import annotations

import os
from pathlib import Path

from tests.server.serving import Served
from tests.web.axe import broken_rules, each_way
from tests.web.person import Person

MY_TURN = "document.querySelector('#status').innerText === 'Your turn'"
PICTURES = os.environ.get("GTPENGINE_PICTURES")
"""A folder for pictures of the pages, for those who want to look at them."""


def look(person: Person, name: str) -> None:
    """See that the page fits and breaks no rule of axe-core, narrow and wide, light and dark; keep
    pictures of it."""
    for way in each_way(person):
        assert person.fits(), f"{name} does not fit: {way}"
        assert broken_rules(person) == [], name
        background = person.js("getComputedStyle(document.body).backgroundColor")
        shades = [int(one) for one in background[4:-1].split(",")]
        assert max(shades) < 60 if way.endswith("dark") else min(shades) > 200
        if PICTURES:
            person.picture(Path(PICTURES) / f"{name}-{way}.png")


def begin(person: Person, served: Served, **terms: str) -> None:
    """Fill the form of a new game and begin."""
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    for name, value in terms.items():
        person.choose(f"#{name}", value)
    person.click("#begin")
    person.wait("document.getElementById('table') && !document.getElementById('table').hidden")
    person.wait("document.querySelectorAll('.go-board .grid-line').length > 0")


def moves(person: Person) -> int:
    return int(person.text("#terms").rpartition("move ")[2])


def free(person: Person, *vertices: str) -> str:
    """Return the first of these points that is empty: the engine moves by chance."""
    return next(one for one in vertices if person.count(f"[aria-label='{one}, empty']"))
