"""What a problem of life and death asks: which group, where is played, and who moves.

Nobody tells a program where a problem ends. The reader of fights finds the points that both sides
reach (`board_ext/solvers/fights/fight.pxd`); a person may name them instead. Empty points around
count as stones of the attacker, but for those where the group has escaped. So each answer is about
the region shown, and nothing else.

Which chains of the wall may be captured decides how large a region is: in the narrowest one only
those that have all their liberties inside. What lives in a region lives in a larger one, too, as a
rule; what dies in a larger one dies in a smaller one. An *opened* region has chains of
the wall with four liberties, but nothing behind them. One with a *border* (`border.py`) gives the
attacker no stones that are not on the board.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import MOST_POINTS, Reader
from gtpengine.lifedeath.border import with_border

FEW: Final = (0, 3, 5)
"""Most liberties of a chain of the wall that may be captured: from a narrow to a wide region."""

USUAL: Final = FEW[1]
"""What `Reader.fight` takes by itself."""

OPENED: Final = 4
"""Most liberties of a chain of the wall that is put into a region with its liberties alone."""

LARGEST: Final = MOST_POINTS
"""Most points of a region."""


class NoProblemError(ValueError):
    """A position in which nothing is found to be read; the text says what to do.

    ``suggested`` is the vertex that a search of the whole board suggests, if there was one.
    """

    def __init__(self, text: str, suggested: str | None = None) -> None:
        super().__init__(text)
        self.suggested = suggested


@dataclass(frozen=True, slots=True)
class Question:
    """A fight with the side to move.

    ``target`` has the stones of the ``defender`` that are attacked, more than half of which have to
    live. ``region`` has the points on which both sides play, ``exits`` the points around where the
    group has escaped, ``border`` those on which the attacker alone plays. ``board`` is the position
    with stones around the region, as it is read: what has no liberty there cannot be played, and is
    taken.
    """

    position: Position
    defender: int
    target: tuple[int, ...]
    region: tuple[int, ...]
    exits: tuple[int, ...]
    border: tuple[int, ...]
    board: Position = field(compare=False)

    @property
    def mover(self) -> int:
        """The colour to move."""
        return self.position.to_play

    @property
    def attacker(self) -> int:
        """The colour that attacks."""
        return opponent(self.defender)

    @property
    def fight(self) -> tuple[tuple[int, ...], ...]:
        """What ``Reader.solve`` takes."""
        return self.target, self.region, self.exits, self.border

    def after(self, point: int) -> Question:
        """Return the question after a move, or a pass, of the side to move.

        :raises IllegalMoveError: when the rules forbid the move.
        """
        position, board = self.position.copy(), self.board.copy()
        board.play(point)
        position.play(point)
        return replace(self, position=position, board=board)

    def moves(self) -> list[int]:
        """Return the legal moves: in the region, and the attacker's on the border beside a stone of
        the defender."""
        legal = {*self.position.legal_moves()} & {*self.board.legal_moves()}
        points = [*self.region]
        if self.mover == self.attacker:
            points += [point for point in self.border if self._is_liberty(point)]
        return [point for point in sorted(points) if point in legal]

    def _is_liberty(self, point: int) -> bool:
        """Return whether a point lies beside a stone of the defender."""
        around = neighbours(point, self.position.size)
        return any(self.position.color_at(beside) == self.defender for beside in around)


def question_of(
    position: Position,
    defender: int,
    target: Collection[int],
    region: Collection[int],
    exits: Collection[int],
    border: Collection[int] = (),
) -> Question:
    """Return a question with its board.

    :raises NoProblemError: when the points, with stones that have no liberty elsewhere, are too
        many.
    """
    fight = target, region, exits, border
    try:
        board = Reader(8).walled(position, defender, fight)
        Reader(8).walled(board, defender, fight)  # stones of the wall may add points
    except ValueError as error:
        raise NoProblemError(str(error)) from None
    return Question(
        position,
        defender,
        tuple(sorted(target)),
        tuple(sorted(region)),
        tuple(sorted(exits)),
        tuple(sorted(border)),
        board,
    )


def opened(question: Question) -> Question:
    """Return the question with chains of the wall that have few liberties in the region.

    The region grows by their stones and liberties, and by nothing that lies behind.
    """
    position = question.position
    region = set(question.region)
    for point in question.region:
        for beside in neighbours(point, position.size):
            if position.color_at(beside) == question.attacker:
                liberties = position.liberties_of(beside)
                if len(liberties) <= OPENED:
                    region.update(position.chain_at(beside), liberties)
    exits = [point for point in question.exits if point not in region]
    return _other(question, region, exits)


def bordered(question: Question) -> Question:
    """Return the question with a border."""
    q = question
    region, border = with_border(q.position, q.attacker, q.region, q.exits)
    return _other(question, region, q.exits, border)


def _other(
    question: Question,
    region: Collection[int],
    exits: Collection[int],
    border: Collection[int] = (),
) -> Question:
    """Return the question on other points, or the same one where these are too many."""
    q = question
    try:
        return question_of(q.position, q.defender, q.target, region, exits, border)
    except NoProblemError:
        return question


def find_groups(position: Position) -> list[dict[int, Question]]:
    """Return what a position may ask, the likeliest group first: its questions by `FEW`."""
    groups: dict[tuple[int, ...], dict[int, Question]] = {}
    for few in (USUAL, *FEW):
        for question in find_questions(position, few):
            groups.setdefault(question.target, {})[few] = question
    return list(groups.values())


def find_questions(position: Position, few: int = USUAL) -> Iterator[Question]:
    """Yield what a position may ask, the likeliest first: groups that are shut in, the largest
    first, each alone and then with the chains around. Chains of the wall with ``few`` liberties may
    be captured."""
    reader = Reader(8)
    found: list[Question] = []
    for wide in (False, True):
        seen: set[int] = set()
        for stone in range(position.size**2):
            if position.color_at(stone) == EMPTY or stone in seen:
                continue
            fight = reader.fight(position, stone, wide, few)
            if fight is None:
                seen.update(position.chain_at(stone))
                continue
            seen.update(fight[0])
            with contextlib.suppress(NoProblemError):  # too many stones around
                question = question_of(position, position.color_at(stone), *fight)
                if question not in found:
                    found.append(question)
    yield from sorted(found, key=lambda q: (bool(q.exits), -len(q.target)))


def given_question(
    position: Position, region: Collection[int], defender: int | None = None
) -> Question:
    """Return the question of a region that a person names.

    Stones that have all their liberties in the region may be captured and belong to it. Without a
    ``defender`` that is the colour with the larger part of its stones there inside.

    :raises NoProblemError: when the region has no stone of the defender, or too many points.
    """
    inside = set(region)
    for point in range(position.size**2):
        taken = position.color_at(point) != EMPTY and point not in inside
        if taken and inside.issuperset(position.liberties_of(point)):
            inside.update(position.chain_at(point))
    if len(inside) > LARGEST:
        raise NoProblemError(
            f"the region has {len(inside)} points: name at most {LARGEST}, those of one fight"
        )
    if defender is None:
        defender = max((BLACK, WHITE), key=lambda color: _share(position, inside, color))
    target = {p for p in inside if position.color_at(p) == defender}
    if not target:
        raise NoProblemError("the region has no stones: name the group's stones, too")
    return question_of(position, defender, target, inside, ())


def _share(position: Position, inside: set[int], color: int) -> tuple[float, int]:
    """Return which part of the stones of a colour in a region and beside it stand inside, and how
    many do."""
    near = inside | {q for p in inside for q in neighbours(p, position.size)}
    own = [p for p in near if position.color_at(p) == color]
    within = sum(p in inside for p in own)
    return within / max(1, len(own)), within
