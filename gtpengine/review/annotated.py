"""A review as an SGF file: the record as it was, with comments, variations and win rates.

Everything that the record had stays, in UTF-8. Added are comments (C) in the main line,
Black's win rate in percent as Sabaki's graph reads it (SBKV), marks of bad and doubtful moves (BM,
DO), and a variation for the better line of each move that lost something. By a seal in the root the
next review knows whether somebody has changed the file.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import vertex_to_point
from gtpengine.review.figures import ahead, blacks, compared
from gtpengine.review.model import MoveReview, Review, ValueWithError, counted
from gtpengine.review.record import ReviewRecord
from gtpengine.sgf.parse import first_tree
from gtpengine.sgf.points import move_points, name_of
from gtpengine.sgf.seal import sealed
from gtpengine.sgf.tree import SgfNode

COLORS: Final = {"b": "Black", "w": "White"}

MARKS: Final = {"inaccuracy": ("DO", b""), "mistake": ("BM", b"1"), "blunder": ("BM", b"2")}
"""The property that marks a move of a grade; SGF allows one of ``JUDGEMENTS`` on a move."""

JUDGEMENTS: Final = ("BM", "DO", "IT", "TE")


def annotated(record: ReviewRecord, review: Review) -> bytes:
    """Return the record with the review in it, as SGF."""
    root = first_tree(record.data).root
    root.add_text("C", _head(review))
    _rate(root, review.win_rate[0])
    reviewed = iter(review.moves)
    line = list(root.main_line())
    for parent, node in zip([None, *line], line, strict=False):
        for _ in move_points(node, record.size):
            move = next(reviewed, None)
            if move is None:
                return sealed(root)
            node.add_text("C", _comment(review, move))
            _rate(node, review.win_rate[move.number])
            if move.grade in MARKS:
                _mark(node, move.grade)
                if parent is not None:
                    _vary(parent, review, move)
    return sealed(root)


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


def _rate(node: SgfNode, rate: ValueWithError) -> None:
    node.set_raw("SBKV", f"{100 * rate.value:.2f}".encode())


def _mark(node: SgfNode, grade: str) -> None:
    if not any(name in node for name in JUDGEMENTS):
        node.set_raw(*MARKS[grade])


def _vary(parent: SgfNode, review: Review, move: MoveReview) -> None:
    """Add the better line as the last variation."""
    better = compared(review, move).rows[0]
    node, color = parent, move.color
    for vertex in better.line:
        point = vertex_to_point(vertex, review.size)
        node = node.add_child({color.upper(): [name_of(point, review.size)]})
        color = "w" if color == "b" else "b"
    if node is not parent:
        rate = f"{better.figures.percent} % for {COLORS[move.color]}"
        parent.children[-1].add_text("C", f"better: {better.move}, {rate}")
