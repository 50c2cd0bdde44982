"""axe-core looks at a page: what would a screen reader miss, or a weak eye?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.web.person import Person

FOLDER: Final = Path(__file__).parent / "node"
SCRIPT: Final = FOLDER / "node_modules/axe-core/axe.min.js"


def need_axe() -> None:
    """Skip the test that calls, loudly, where axe-core is missing."""
    if not SCRIPT.exists():
        pytest.skip(f"NOT TESTED: accessibility; npm install --prefix {FOLDER} brings axe-core")


def broken_rules(person: Person) -> list[str]:
    """Return a line for each rule of axe-core that the page breaks: the rule, what, where.

    None is found where axe-core is missing: a test that is about its rules calls `need_axe` first.
    """
    if not SCRIPT.exists():
        return []
    if person.js("typeof axe") == "undefined":
        person.js(SCRIPT.read_text(encoding="utf-8"))
    found = person.js(
        "axe.run({resultTypes: ['violations']}).then(seen => seen.violations.map(rule =>"
        " `${rule.id}: ${rule.help}: ` +"
        " rule.nodes.slice(0, 5).map(node => node.html.slice(0, 200)).join(' | ')))"
    )
    return [str(line) for line in found]


def each_way(person: Person) -> Iterator[str]:
    """Look at the page narrow (320, as WCAG asks) and dark, wide and light; yield the way.

    Colours change with the scheme and places with the width: two ways show both of each.
    """
    for width, height, dark in ((320, 640, True), (1400, 1000, False)):
        person.resize(width, height)
        person.darken(dark)
        yield f"{width}-{'dark' if dark else 'light'}"


def must_be_for_all(person: Person) -> None:
    """Fail where the page sticks out sideways or breaks a rule of axe-core, in each way to look."""
    found = {}
    for way in each_way(person):
        broken = broken_rules(person)
        found[way] = broken if person.fits() else [*broken, "it sticks out sideways"]
    assert not any(found.values()), found
