"""A review as an SGF file: the record as it was, with comments, variations and win rates.

Everything that the record had stays, in its own encoding. Added are comments (C) in the main line,
Black's win rate in percent as Sabaki's graph reads it (SBKV), marks of bad and doubtful moves (BM,
DO), and a variation for the better line of each move that lost something. What is added is ASCII,
so it is the same in every encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from board_ext.coords import PASS, vertex_to_point
from gtpengine.review.figures import ahead, blacks, compared
from gtpengine.review.model import Estimate, MoveReview, Review, counted
from gtpengine.review.record import Record

COLORS: Final = {"b": "Black", "w": "White"}

MARKS: Final = {"inaccuracy": ("DO", b""), "mistake": ("BM", b"1"), "blunder": ("BM", b"2")}
"""The property that marks a move of a grade; SGF allows one of ``JUDGEMENTS`` on a move."""

JUDGEMENTS: Final = ("BM", "DO", "IT", "TE")


def annotated(record: Record, review: Review) -> bytes:
    """Return the record with the review in it, as SGF."""
    from sgfmill import sgf

    game = sgf.Sgf_game.from_bytes(record.data)
    node = game.get_root()
    _say(node, _head(review))
    _rate(node, review.win_rate[0])
    reviewed = iter(review.moves)
    while len(node):
        parent, node = node, node[0]
        if not (node.has_property("B") or node.has_property("W")):
            continue
        move = next(reviewed, None)
        if move is None:
            break
        _say(node, _comment(review, move))
        _rate(node, review.win_rate[move.number])
        if move.grade in MARKS:
            _mark(node, move.grade)
            _vary(parent, review, move)
    return bytes(game.serialise())


def _head(review: Review) -> str:
    count = counted(len(review.mistakes), "move")
    lines = [f"Reviewed by gtpengine, {review.budget}: {count} lost much."]
    for color, name in COLORS.items():
        whole = review.players[color].whole
        lines.append(
            f"{name}: {whole.points.value:.1f} points lost a move,"
            f" {counted(whole.mistakes, 'mistake')}, {counted(whole.blunders, 'blunder')}"
        )
    return "\n".join([*lines, *review.notes])


def _comment(review: Review, move: MoveReview) -> str:
    shown, rate = blacks(review, move.number), review.win_rate[move.number]
    lines = [f"Black {shown.percent} % (+-{100 * rate.error:.0f}), {ahead(shown.points)}"]
    if move.grade in MARKS:
        lost = compared(review, move).lost
        lines.append(
            f"{move.grade}: {move.move} loses {lost.points:.1f}"
            f" (+-{move.lost_points.error:.1f}) points and {lost.percent} %"
            f" (+-{100 * move.lost_win_rate.error:.0f}) against {move.best}"
        )
        lines += [kind.text for kind in move.kinds]
    return "\n".join(lines)


def _say(node: Any, text: str) -> None:
    """Add a text to the comment of a node."""
    before = node.get_raw("C") if node.has_property("C") else b""
    node.set_raw("C", (before + b"\n\n" if before else b"") + text.encode("ascii", "replace"))


def _rate(node: Any, rate: Estimate) -> None:
    node.set_raw("SBKV", f"{100 * rate.value:.2f}".encode())


def _mark(node: Any, grade: str) -> None:
    if not any(node.has_property(name) for name in JUDGEMENTS):
        node.set_raw(*MARKS[grade])


def _vary(parent: Any, review: Review, move: MoveReview) -> None:
    """Add the better line as the last variation."""
    better = compared(review, move).rows[0]
    _say(
        _line(parent, move.color, better.line, review.size),
        f"better: {better.move}, {better.figures.percent} % for {COLORS[move.color]}",
    )


def _line(parent: Any, color: str, line: Sequence[str], size: int) -> Any:
    """Add moves below a node; return the first of them."""
    first = None
    for vertex in line:
        parent = parent.new_child()
        point = vertex_to_point(vertex, size)
        parent.set_move(color, None if point == PASS else divmod(point, size))
        first = first or parent
        color = "w" if color == "b" else "b"
    return first
