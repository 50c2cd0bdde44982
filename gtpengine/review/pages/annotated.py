"""A review as an SGF file: the record as it was, with comments, variations and win rates.

Everything that the record had stays, in UTF-8. Added are comments (C) in the main line,
Black's win rate in percent as Sabaki's graph reads it (SBKV), marks of bad and doubtful moves (BM,
DO), and a variation for the better line of each move that lost something. By a seal in the root the
next review knows whether somebody has changed the file.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import vertex_to_point
from gtpengine.base.text.language import _, _n, later
from gtpengine.review.pages.figures import ahead, blacks, compared
from gtpengine.review.searching.model import GRADE_NAMES, MoveReview, Review, ValueWithError
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.sgf.parse import first_tree
from gtpengine.sgf.points import move_points, name_of
from gtpengine.sgf.seal import sealed
from gtpengine.sgf.tree import SgfNode

COLORS: Final = {"b": later("Black"), "w": later("White")}

MARKS: Final = {"inaccuracy": ("DO", b""), "mistake": ("BM", b"1"), "blunder": ("BM", b"2")}
"""The property that marks a move of a grade; SGF allows one of ``JUDGEMENTS`` on a move."""

JUDGEMENTS: Final = ("BM", "DO", "IT", "TE")


def annotated(record: ReviewRecord, review: Review) -> bytes:
    """Return the record together with the review, as SGF."""
    root = first_tree(record.data).root
    root.add_text("C", _head(review))
    _rate(root, review.win_rate[0])
    reviewed = iter(review.moves)
    line = list(root.main_line())
    for parent, node in zip([None, *line], line, strict=False):
        for _point in move_points(node, record.size):
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
    lines = [
        _n(
            "Reviewed by gtpengine, {budget}: {count} move lost much.",
            "Reviewed by gtpengine, {budget}: {count} moves lost much.",
            len(review.mistakes),
            budget=review.budget,
        )
    ]
    for color, name in COLORS.items():
        whole = review.players[color].whole
        lines.append(
            _(
                "{name}: {points:.1f} points lost a move, mistakes: {mistakes},"
                " blunders: {blunders}",
                name=name,
                points=whole.points.value,
                mistakes=whole.mistakes,
                blunders=whole.blunders,
            )
        )
    return "\n".join([*lines, *map(str, review.notes)])


def _comment(review: Review, move: MoveReview) -> str:
    shown, rate = blacks(review, move.number), review.win_rate[move.number]
    lines = [
        _(
            "Black wins {chance:.0%} (±{error:.0f}), {lead}",
            chance=shown.percent / 100,
            error=100 * rate.error,
            lead=ahead(shown.points),
        )
    ]
    if move.grade in MARKS:
        lost = compared(review, move).lost
        lines.append(
            _(
                "{grade}: {move} loses {points:.1f} (±{error:.1f}) points and {chance:.0%}"
                " (±{percent:.0f}) against {best}",
                grade=GRADE_NAMES[move.grade],
                move=move.move,
                points=lost.points,
                error=move.lost_points.error,
                chance=lost.percent / 100,
                percent=100 * move.lost_win_rate.error,
                best=move.best,
            )
        )
        lines += [str(kind.text) for kind in move.kinds]
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
        text = _(
            "better: {move}, {color} wins {chance:.0%}",
            move=better.move,
            color=COLORS[move.color],
            chance=better.figures.percent / 100,
        )
        parent.children[-1].add_text("C", text)
