"""A game as a page to step through, in a notebook or in a file: it needs no network.

The board is that of the web pages. The page stands in a frame of its own, so that neither its
style nor its keys meet those of the notebook.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from string import Template
from typing import Any, Final

from gtpengine.library.games.gamenode import GameNode
from gtpengine.library.positions.position import Position
from gtpengine.library.searches.report import Report
from gtpengine.library.values.checks import several
from gtpengine.web.parts import part

_HINTS: Final = 3
"""Moves of a report that are shown."""

_LETTERS: Final = ".bw"


class Html(str):
    """The text of an HTML page; a notebook shows it in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        page = self.replace("&", "&amp;").replace("'", "&#39;")
        return (
            f"<iframe title=\"A game to step through\" srcdoc='{page}'"
            ' style="width: 100%; max-width: 500px; height: 660px; border: 0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<HTML, {len(self)} characters>"


def viewer(
    title: str,
    positions: Sequence[Position],
    nodes: Iterable[GameNode],
    reports: Sequence[Report] = (),
) -> Html:
    """Return the page of a game: its positions from the start on, and the nodes of its main line.

    ``reports`` are of the positions, from the first on.

    :raises ValueError: when a report is not of the position at its place
    """
    reports = several("reports", Report, reports)
    if len(reports) > len(positions):
        raise ValueError(f"{len(reports)} reports for {len(positions)} positions of the game")
    steps = [_step(number, position) for number, position in enumerate(positions)]
    for number, (step, position, report) in enumerate(zip(steps, positions, reports, strict=False)):
        if report.position != position:
            raise ValueError(f"report {number} is not of the position after {number} moves")
        step |= _reported(report)
    number = 0
    for node in nodes:
        number += len(node.moves)
        steps[number]["comment"] = "\n".join(filter(None, (steps[number]["comment"], node.comment)))
    return Html(_page(title, steps, positions[0].size))


def _step(number: int, position: Position) -> dict[str, Any]:
    """Return what the page shows of a position."""
    stones = "".join(_LETTERS[stone] for stone in position.stones().ravel())
    step: dict[str, Any] = {
        "stones": stones,
        "text": "Start",
        "comment": "",
        "hints": [],
        "last": None,
    }
    if number and position.moves:
        color, point = position.moves[-1]
        step["last"] = {"color": color[0], "vertex": point}
        step["text"] = f"Move {number}: {color} {point}"
    return step


def _reported(report: Report) -> dict[str, Any]:
    """Return what a report adds to a position."""
    sides = f"Black {report.black_win_rate:.0%}, {report.black_score_lead:+.1f} points"
    best = f"best {report.best_move}" if report.moves else "nothing to play"
    hints = [
        {"vertex": move.move, "text": f"{100 * move.win_rate:.0f}", "best": place == 0}
        for place, move in enumerate(report.moves[:_HINTS])
    ]
    return {"comment": f"{sides}; {best}", "hints": hints}


def _page(title: str, steps: list[dict[str, Any]], size: int) -> str:
    """Return the whole page; no text of a record is more than a text in it."""
    data = json.dumps({"size": size, "steps": steps}, separators=(",", ":"))
    for sign in "<>&":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    styles = "".join(part(name) for name in ("palette.css", "board.css", "steps.css"))
    scripts = "".join(part(name) for name in ("texts.js", "board.js", "steps.js"))
    return Template(part("game.html")).substitute(
        title=escape(title), styles=styles, data=data, scripts=scripts
    )
