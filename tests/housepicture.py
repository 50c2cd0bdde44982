"""The picture of docs/explanation/architecture.md: two players, one tree, a laboratory, research.

``python -m tests.housepicture > docs/pictures/house.svg`` draws it. Boxes hold the wings of
`tests.wings`. An arrow is an import; an arrow that follows from others is left out. What a player
answers is read from its source. The places of the boxes and their titles are set by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from textwrap import wrap
from typing import Final

from tests.closures import uses
from tests.wings import ALLOWED, BASES, ROOT, folder_of

_MCTS: Final = "gtpengine.mcts"
_PERSON: Final = "#dbe9f6"
_SEARCH: Final = "#fdebd3"
_PLAYER: Final = "#fffaf0"
_BESIDE: Final = "#e8e0f0"


@dataclass(frozen=True)
class Box:
    """Wings that lie together. A wing belongs to the box that names most of the wing's name."""

    title: str
    wings: tuple[str, ...]
    left: int
    top: int
    width: int
    height: int
    color: str

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height


def _of(package: str, names: str) -> tuple[str, ...]:
    return tuple(f"{package}.{name}" for name in names.split())


_FRONTS: Final = (
    "gtp katajson terminal server web play review problems personrank lifedeath library data env "
    "engines commands cli __main__"
)
_GAME: Final = "session clock judge cluster books game sgf config"
_TOOLS: Final = "tools learning patterns.training"
_STUDIES: Final = "tools.research lab.learning lab.training lab.study lab.surveys lab.reproduction"

BOXES: Final[Mapping[str, Box]] = {
    "fronts": Box(
        "What people and programs talk to", _of("gtpengine", _FRONTS), 20, 20, 500, 62, _PERSON
    ),
    "tools": Box(
        "Tools: matches, training, reports",
        _of("gtpengine", _TOOLS),
        *(570, 20, 350, 96, _BESIDE),
    ),
    "research": Box(
        "Research: studies of techniques", _of("gtpengine", _STUDIES), 570, 134, 350, 62, _BESIDE
    ),
    "game": Box("One game", _of("gtpengine", _GAME), 20, 176, 500, 46, _PERSON),
    "lab": Box(
        "The laboratory: techniques, all off", ("gtpengine.lab",), 570, 214, 350, 62, _BESIDE
    ),
    "search": Box(
        "The search as a whole: it chooses the player",
        (_MCTS, *_of(_MCTS, "search views report")),
        *(40, 274, 460, 46, _PLAYER),
    ),
    "by_network": Box("By network", (f"{_MCTS}.by_network",), 40, 348, 220, 78, _PLAYER),
    "by_playouts": Box("By playouts", (f"{_MCTS}.by_playouts",), 280, 348, 220, 78, _PLAYER),
    "worker": Box(
        "One worker: the four steps of a simulation",
        _of(_MCTS, "worker expansion"),
        *(40, 520, 460, 46, _PLAYER),
    ),
    "doors": Box("Doors: what the steps share", (f"{_MCTS}.doors",), 40, 596, 460, 46, _PLAYER),
    "tree": Box("One tree", (f"{_MCTS}.tree",), 40, 672, 220, 46, _PLAYER),
    "playout": Box("Playouts", _of(_MCTS, "playout moves"), 280, 672, 220, 46, _PLAYER),
    "params": Box("Parameters", (f"{_MCTS}.params",), 40, 748, 460, 46, _PLAYER),
    "knowledge": Box(
        "What is learned",
        _of("gtpengine", "network prediction patterns"),
        *(570, 748, 350, 46, _PERSON),
    ),
    "board": Box("The rules of Go", ("board_ext",), 570, 820, 350, 62, _PERSON),
}
"""By the name that arrows have."""

SEAM: Final = Box("The seam: struct Player", (), 40, 452, 320, 46, _SEARCH)
_FRAME: Final = Box("gtpengine/mcts", (), 20, 246, 500, 566, _SEARCH)

NOT_DRAWN: Final = ("gtpengine", *BASES, "gtpengine.programs", "gtpengine.building")
"""`base` serves every wing, `programs` runs other engines for judges and matches, `building` serves
setup.py, and the top module shows the library."""


@cache
def box_of(module: str) -> str:
    """Return the box that a module or a wing belongs to; "" for one that is not drawn."""
    owners = [
        (len(wing), name)
        for name, box in BOXES.items()
        for wing in (*box.wings, *NOT_DRAWN[1:])
        if f"{module}.".startswith(f"{wing}.")
    ]
    length, name = max(owners, default=(0, ""))
    return "" if any(len(wing) == length for wing in NOT_DRAWN if module.startswith(wing)) else name


def imports() -> dict[str, set[str]]:
    """Return which boxes each box imports from."""
    found: dict[str, set[str]] = {name: set() for name in BOXES}
    for module, targets in uses().items():
        for target in targets:
            if box_of(module) and box_of(target) and not module.startswith(f"{target}."):
                found[box_of(module)].add(box_of(target))
    return {name: targets - {name} for name, targets in found.items()}


def arrows() -> list[tuple[str, str]]:
    """Return the imports that do not follow from other imports."""
    below = imports()

    def reaches(name: str, target: str) -> bool:
        return target in below[name] or any(reaches(other, target) for other in below[name])

    return [
        (name, target)
        for name, targets in below.items()
        for target in sorted(targets)
        if not any(reaches(other, target) for other in targets - {target})
    ]


def questions() -> list[str]:
    """Return what a worker may ask a player: the functions of ``struct Player``."""
    text = (ROOT / "gtpengine/mcts/doors/search_state.pxd").read_text(encoding="utf-8")
    struct = text.partition("cdef struct Player:")[2].partition("cdef struct")[0]
    return re.findall(r"\(\*(\w+)\)", struct)


def answers(player: str) -> list[str]:
    """Return which of the questions a player answers."""
    text = (ROOT / f"gtpengine/mcts/{player}/player.pyx").read_text(encoding="utf-8")
    given = re.findall(r"^_player\.(\w+) =", text, re.MULTILINE)
    return [name for name in questions() if name in given]


def _wings(box: Box) -> Iterator[str]:
    """Yield the folders of a box, each with the folders inside that are in no other box."""
    for wing in box.wings:
        inside = [
            name.rpartition(".")[2]
            for name in ALLOWED
            if name.rpartition(".")[0] == wing and BOXES[box_of(name)] is box
        ]
        folder = (ROOT / folder_of(wing)).is_dir()
        if wing == _MCTS or not folder:
            continue
        yield wing.removeprefix(f"{_MCTS}.").removeprefix("gtpengine.").replace(".", "/")
        if wing in ("gtpengine.lab", "gtpengine.tools", "board_ext"):
            yield f"({' '.join(inside)})"


def _text(x: int, y: int, text: str, style: str) -> str:
    return f'<text x="{x}" y="{y}" class="{style}">{escape(text)}</text>'


def _draw_box(box: Box, lines: list[str]) -> Iterator[str]:
    yield (
        f'<rect x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" rx="6" '
        f'fill="{box.color}"/>'
    )
    yield _text(box.left + 10, box.top + 18, box.title, "title")
    for number, line in enumerate(lines):
        yield _text(box.left + 10, box.top + 35 + 16 * number, line, "code")


def _line(start: Box, end: Box, style: str) -> str:
    """Return an arrow from box to box, straight down, up or across."""
    left, right = max(start.left, end.left), min(start.right, end.right)
    if left < right:
        x = (left + right) // 2
        down = start.top < end.top
        points = (x, start.bottom if down else start.top, x, end.top if down else end.bottom)
    else:
        y = (max(start.top, end.top) + min(start.bottom, end.bottom)) // 2
        across = start.left < end.left
        points = (start.right if across else start.left, y, end.left if across else end.right, y)
    return '<line x1="{}" y1="{}" x2="{}" y2="{}" class="{}"/>'.format(*points, style)


_HEAD: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 890" font-family="sans-serif">
<style>
rect { stroke: #666 } line, path { stroke: #444; stroke-width: 1.5; fill: none }
.import { marker-end: url(#head) } .call { marker-end: url(#head); stroke-dasharray: 5 4 }
.title { font-size: 14px; font-weight: bold } .code { font-size: 12px; font-family: monospace }
.note { font-size: 12px; fill: #444 }
</style>
<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7"
orient="auto"><path d="M0,0 L8,4 L0,8 z" style="fill: #444"/></marker>
<rect width="940" height="890" fill="white" style="stroke: none"/>"""


def picture() -> str:
    """Return the picture as SVG."""
    doors, lab = BOXES["doors"], BOXES["lab"]
    parts = [_HEAD, *_draw_box(_FRAME, []), *_draw_box(SEAM, [" ".join(questions())])]
    for name, box in BOXES.items():
        words = " ".join(_wings(box))
        if name.startswith("by_"):
            words += f": {' '.join(answers(name))}"
        parts += _draw_box(box, wrap(words, box.width // 8))
    parts += [_line(BOXES[start], BOXES[end], "import") for start, end in arrows()]
    parts += [
        _line(BOXES["worker"], SEAM, "call"),
        _line(SEAM, BOXES["by_network"], "call"),
        _line(SEAM, BOXES["by_playouts"], "call"),
        f'<path d="M{doors.right},619 H745 V{lab.bottom}" class="call"/>',
        _text(530, 612, "hooks of techniques that are on", "note"),
        '<line x1="780" y1="352" x2="830" y2="352" class="import"/>',
        _text(840, 356, "imports", "note"),
        '<line x1="780" y1="376" x2="830" y2="376" class="call"/>',
        _text(840, 380, "calls", "note"),
        "</svg>\n",
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    print(picture(), end="")
