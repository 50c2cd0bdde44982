"""What a review says of a game: plain values, which a page, an SGF file and JSON are made of.

Vertices are GTP's (``"E5"``, ``"pass"``), colours ``"b"`` and ``"w"``. Numbers of a move are for
the side that plays it; numbers of a position are Black's.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from gtpengine.base.text.language import Text, later

GRADES: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""How good a move was, in words, the best one first."""

GRADE_NAMES: Final = {
    "best": later("best"),
    "good": later("good"),
    "inaccuracy": later("inaccuracy"),
    "mistake": later("mistake"),
    "blunder": later("blunder"),
}
"""What the grades are called."""

MATTERS: Final = ("mistake", "blunder")
"""Grades of the moves that a review lists."""

LEVELS: Final = 50
"""Ownership is told in steps of 2 / LEVELS."""

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy"


@dataclass(frozen=True, slots=True)
class ValueWithError:
    """A number and its standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """A move that was searched, and the line expected after it, beginning with the move."""

    move: str
    visits: int
    win_rate: float
    lead: float
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """A kind of mistake: its name, a sentence for the player, and the points that it is about."""

    name: str
    text: Text
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveReview:
    """What a review says of one move.

    ``candidates`` are the moves that were searched most, the best one first. ``lost_points`` and
    ``lost_win_rate`` compare what was played with what was best, both searched alike: 0 where the
    best move was played, and below 0 where the move is better than what the engine would play.
    ``counted_points`` is what a summary counts: the points lost, 0 where that is within the error.
    ``sure`` is the probability that the move lost anything at all. ``played`` is the line expected
    after the move. ``cost`` orders mistakes; 2 is a mistake, 4 a blunder. ``ownership`` has those
    after the move and after the best one, for mistakes alone (see ``packed``).
    """

    number: int
    color: str
    move: str
    best: str
    candidates: tuple[CandidateMove, ...]
    played: tuple[str, ...]
    lost_points: ValueWithError
    lost_win_rate: ValueWithError
    counted_points: float
    sure: float
    cost: float
    grade: str
    phase: str
    kinds: tuple[MistakeKind, ...] = ()
    ownership: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """How a player did in a part of the game; points are lost points a move."""

    moves: int
    points: ValueWithError
    best: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player of the game; ``phases`` maps opening, middle and end to a share."""

    color: str
    name: str
    rank: str
    whole: Share
    phases: dict[str, Share]
    worst: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A game reviewed.

    ``black`` and ``white`` are the stones before the first move. ``win_rate`` and ``lead`` are
    Black's in each position, from before the first move on, smoothed: one entry more than
    ``moves``. ``ownership`` has a text for each of these positions (see ``packed``). ``notes`` are
    sentences on what the reader should know of the record. ``judges`` names who searched each
    position, an empty text for this engine; it is empty where no other engine was asked.
    """

    title: str
    size: int
    komi: float
    rules: str
    handicap: int
    result: str
    date: str
    event: str
    black: tuple[str, ...]
    white: tuple[str, ...]
    players: dict[str, PlayerSummary]
    moves: tuple[MoveReview, ...]
    win_rate: tuple[ValueWithError, ...]
    lead: tuple[ValueWithError, ...]
    ownership: tuple[str, ...]
    notes: tuple[Text, ...]
    budget: Text
    judges: tuple[str, ...] = ()

    @property
    def mistakes(self) -> list[MoveReview]:
        """The moves that mattered, the costliest first."""
        found = [move for move in self.moves if move.grade in MATTERS]
        return sorted(found, key=lambda move: (-move.cost, move.number))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as values that ``json.dumps`` takes, numbers shortened."""
        whole: dict[str, Any] = _short(self)
        whole["mistakes"] = [move.number for move in self.mistakes]
        return whole


def _short(value: Any) -> Any:
    """Return a value with all in it as JSON's types: numbers shortened, texts as they are read."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Text):
        return str(value)
    if is_dataclass(value):
        return {one.name: _short(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, dict):
        return {key: _short(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_short(one) for one in value]
    return value


def packed(ownership: list[float]) -> str:
    """Return ownership, +1 Black's and -1 White's from A1 on, as a letter for each point."""
    return "".join(
        _LETTERS[round((min(max(value, -1.0), 1.0) + 1) * LEVELS / 2)] for value in ownership
    )


def unpacked(text: str) -> list[float]:
    """Return the ownership in a text of ``packed``."""
    return [_LETTERS.index(letter) * 2 / LEVELS - 1 for letter in text]
