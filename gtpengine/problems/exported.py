"""Problems as SGF: one game each, the better line and the punishment as variations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from board_ext.coords import BLACK, WHITE, vertex_to_point
from gtpengine.base.text.language import _
from gtpengine.game.sgf import game_tree
from gtpengine.problems.problem import KINDS, OwnMistake
from gtpengine.sgf.points import name_of
from gtpengine.sgf.tree import SgfNode, write

RIGHT: Final = "RIGHT"
"""What programs for problems look for in the comment of a line that solves one."""


def exported(problems: Iterable[OwnMistake]) -> bytes:
    """Return problems as SGF. Each begins with its position as set-up stones."""
    return write([_tree(problem) for problem in problems])


def _tree(problem: OwnMistake) -> SgfNode:
    position = problem.position()
    size, points = position.size, range(position.size**2)
    root = game_tree(
        size,
        position.komi,
        position.rules.name,
        0,
        [p for p in points if position.color_at(p) == BLACK],
        [p for p in points if position.color_at(p) == WHITE],
        position.to_play,
        texts={"GN": _("{game}, move {number}", game=problem.game, number=problem.number)},
    )
    root.set_raw("PL", problem.color.upper().encode())
    side = _("Black") if problem.color == "b" else _("White")
    kind = KINDS.get(problem.kind, problem.kind)
    root.add_text(
        "C", _("{color} to move. Kind of mistake in the game: {kind}.", color=side, kind=kind)
    )
    _line(root, problem.best, problem.color, size).add_text("C", RIGHT)
    lost = _(
        "Played in the game: loses {points:.1f} points, {chance:.0%} to win.",
        points=problem.lost_points,
        chance=problem.lost_win_rate,
    )
    _line(root, problem.played, problem.color, size).add_text("C", f"{lost} {problem.text}".strip())
    return root


def _line(root: SgfNode, line: Iterable[str], color: str, size: int) -> SgfNode:
    """Add a variation; return its first node."""
    node, first = root, None
    for vertex in line:
        node = node.add_child({color.upper(): [name_of(vertex_to_point(vertex, size), size)]})
        first = first or node
        color = "w" if color == "b" else "b"
    assert first is not None
    return first
