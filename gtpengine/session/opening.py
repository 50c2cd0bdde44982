"""Playing from opening books: which moves they have here, and which move to play.

A move may be played when its win rate is within a margin of the best one's: ``book_margin`` in
books of games, ``book_search_margin`` in books of searches. The draw among these is weighted by how
often they were played or visited; it depends on the seed, the number of games begun since it was
set, and the position. A book of games is silent when its best move won clearly less than all games
of the position did, or less than ``book_floor``. A book of corners has replies to the last move in
a corner. One of them may be to play elsewhere; when that is drawn, no book move is played.

The book is silent in handicap games, after its last move, when komi or rules do not fit, and after
``book_misses`` own moves in a row outside it. When komi or rules alone keep a book silent, or a
user's book is for boards of another size, the user is told once. Not done: superko and ladders are
ignored; books of whole positions have met them in games or searches, corners have not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_ext.coords import PASS, opponent, point_to_vertex
from board_ext.position import Position
from board_ext.rules import Rules, Scoring, rules_named
from gtpengine.base.files.userpath import user_path
from gtpengine.books.bookfile import Book, BookEntry, BookError, EntryMove, Header, standard_error
from gtpengine.books.canonical import (
    ELSEWHERE,
    TENUKI,
    Frame,
    board_frame,
    corner_frame,
    corner_of,
    mover_bit,
)
from gtpengine.books.shipped import shipped_books
from gtpengine.config.options import EngineOptions

ON: Final = "on"
OFF: Final = "off"

PRIOR_GAMES: Final = 20
"""Games with the position's mean result that are added to the games of a move."""

AREA_AND_TERRITORY: Final = 1.0
"""How much higher komi is for an equal game under area scoring: 7.5 against 6.5."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A book move: a point of the board, or PASS for a move elsewhere than in the corner.

    ``weight`` is the move's probability in the draw, 0 for a move that is too bad. ``win_rate`` is
    the mover's, by a search when ``visits`` count in this ``book``, by results when ``games`` do.
    """

    point: int
    weight: float
    win_rate: float
    games: int
    visits: int
    book: str

    def vertex(self, size: int) -> str:
        """Return the move's name on a board of ``size``."""
        return TENUKI if self.point == PASS else point_to_vertex(self.point, size)

    def reason(self) -> str:
        """Return why the book plays the move, as a part of a sentence."""
        if self.games:
            return f"played in {self.games} games, win rate {100 * self.win_rate:.0f} %"
        return f"win rate {100 * self.win_rate:.0f} % by search"


def fits(header: Header, position: Position, color: int, movers: int) -> bool:
    """Return whether a book's values apply to a game like this one.

    ``movers`` are the colours to move in the book. With the colours exchanged komi belongs to the
    other side; in corners komi does not matter.
    """
    if position.size not in header.sizes or position.handicap:
        return False
    exchanged = header.kind == "board" and not movers & mover_bit(color)
    ours = area_komi(-position.komi if exchanged else position.komi, position.rules)
    theirs = area_komi(header.komi, rules_named(header.rules))
    return abs(ours - theirs) <= header.komi_tolerance


def area_komi(komi: float, rules: Rules) -> float:
    """Return the komi under area scoring that matches ``komi`` under ``rules``."""
    return komi + (AREA_AND_TERRITORY if rules.scoring is Scoring.TERRITORY else 0.0)


def judged(
    entry: BookEntry, decides: str, margin: float, floor: float = 0.0
) -> list[tuple[EntryMove, float, float]]:
    """Return (move, weight, win rate) of each move that the book knows enough about.

    Weights add up to 1; a move more than ``margin`` below the best gets 0, except ELSEWHERE. The
    best is measured by its win rate less one standard error (of a coin, over its games or visits),
    so that a move with a lucky record does not shut the others out.

    In books of games all weights are 0 if no move reaches ``floor``, or the mean result of all
    games of the position less ``margin``: then moves that the book left out did better.
    """
    moves, mean = entry.moves, _mean(entry)
    rated = _of_searches(moves) if decides == "search" else _of_games(moves, mean)
    if decides == "games":
        reached = max((value for m, _, value, _ in rated if m.point != ELSEWHERE), default=1.0)
        if reached < max(floor, mean - margin):
            return [(m, 0.0, value) for m, _, value, _ in rated]
    best = max((sure for m, _, _, sure in rated if m.point != ELSEWHERE), default=0.0)
    drawn = [
        (m, weight if m.point == ELSEWHERE or value >= best - margin else 0.0, value)
        for m, weight, value, _ in rated
    ]
    whole = sum(weight for _, weight, _ in drawn)
    return [(m, weight / whole, value) for m, weight, value in drawn] if whole else []


def margin(decides: str, options: EngineOptions) -> float:
    """Return how far below the best a book move may be, by what ``decides`` in the book."""
    return options.book_search_margin if decides == "search" else options.book_margin


def _of_searches(moves: Sequence[EntryMove]) -> list[tuple[EntryMove, float, float, float]]:
    """Return (move, weight, win rate, its lower bound) of searched moves."""
    return [
        (m, float(m.visits), m.value, m.value - standard_error(m.visits))
        for m in moves
        if m.value is not None
    ]


def _mean(entry: BookEntry) -> float:
    """Return the mover's win rate over all games that met the position."""
    games, half_wins = entry.met
    return half_wins / (2 * games) if games else 0.5


def _of_games(
    moves: Sequence[EntryMove], mean: float
) -> list[tuple[EntryMove, float, float, float]]:
    """Return the same for moves of games, each with some games of the mean result added."""
    rated = []
    for m in moves:
        if m.games:
            number = m.games + PRIOR_GAMES
            value = (m.half_wins / 2 + PRIOR_GAMES * mean) / number
            rated.append((m, float(m.games), value, value - standard_error(number)))
    return rated


class OpeningBooks:
    """The books of a session, and their state in this game.

    ``tell`` hears once why a requested book is silent, where the user may not expect it.
    """

    def __init__(self, tell: Callable[[str], None] = lambda _: None) -> None:
        self._tell = tell
        self._told: set[str] = set()
        self._file: Book | None = None
        self._game = 0
        self._misses: list[int] = []

    def use(self, text: str) -> None:
        """Follow the parameter ``book``.

        :raises BookError: when the parameter's file is not a book.
        """
        word = text.strip()
        if not word:
            raise BookError("give on, off or a file of gtpengine book")
        named = word.lower() in (ON, OFF)
        self._file = None if named else Book.open(user_path(word), whole=True)
        self._misses.clear()
        self._told.clear()

    def begin_game(self) -> None:
        """Begin a game, or go on from another position: forget the misses."""
        self._misses.clear()

    def moves(self, position: Position, color: int, options: EngineOptions) -> list[BookMove]:
        """Return the moves of the first book that knows the position, best weights first.

        :raises BookError: when a shipped book is damaged.
        """
        for book in self._books(position.size, options):
            if position.size not in book.header.sizes:
                self._tell_once(_of_other_size(book, position.size))
                continue
            if book.header.moves and position.move_number >= book.header.moves:
                continue
            frame = _frame(book.header, position, color)
            if frame is None:
                continue
            entry = book.entry(frame.key)
            if entry.moves and not fits(book.header, position, color, entry.movers):
                if not position.handicap:
                    self._tell_once(_of_other_komi(book, position))
            elif entry.moves:
                decides = book.header.decides
                rated = judged(entry, decides, margin(decides, options), options.book_floor)
                found = [
                    BookMove(_point(frame, m), weight, value, m.games, m.visits, book.header.kind)
                    for m, weight, value in rated
                ]
                if found:
                    return sorted(found, key=lambda m: -m.weight)
        return []

    def choose(
        self, position: Position, color: int, options: EngineOptions, game: int = 0
    ) -> BookMove | None:
        """Return the book move to play; None when the books have no move to play.

        ``game`` is the number of games begun since the seed was set.

        :raises BookError: when a shipped book is damaged.
        """
        if options.book.lower() == OFF or position.rules.capture:
            return None
        self._game = game
        now = position.move_number
        # Taking back moves also takes back their misses.
        self._misses = [number for number in self._misses if number < now]
        if len(self._misses) >= options.book_misses:
            return None
        found = [m for m in self.moves(position, color, options) if m.weight > 0]
        chosen = self._draw(found, position, options) if found else None
        if chosen is None or chosen.point == PASS or not position.is_legal(chosen.point, color):
            self._misses.append(now)
            return None
        self._misses.clear()
        return chosen

    def _draw(
        self, found: Sequence[BookMove], position: Position, options: EngineOptions
    ) -> BookMove:
        state = f"{options.seed} {self._game} {position.situational_hash} {position.move_number}"
        return random.Random(state).choices(found, [m.weight for m in found])[0]

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self._tell(text)

    def _books(self, size: int, options: EngineOptions) -> Iterable[Book]:
        if options.book.lower() == OFF:
            return ()
        return shipped_books(size) if self._file is None else (self._file,)


def _point(frame: Frame, move: EntryMove) -> int:
    return PASS if move.point == ELSEWHERE else frame.to_board(move.point)


def _of_other_size(book: Book, size: int) -> str:
    sizes = " and ".join(f"{n}x{n}" for n in book.header.sizes)
    return (
        f"the book {Path(book.name).name} is for boards of {sizes} and knows no move on"
        f" {size}x{size}; give another, or on for the shipped books"
    )


def _of_other_komi(book: Book, position: Position) -> str:
    header = book.header
    points = f" within {header.komi_tolerance:g}" if header.komi_tolerance else ""
    return (
        f"the book {Path(book.name).name} is for komi {header.komi:g}{points} by {header.rules}"
        f" rules and not asked at komi {position.komi:g} by {position.rules.name} rules; set others"
        f" that fit, or give another book ({AREA_AND_TERRITORY:g} point less of komi is the same"
        " under territory scoring)"
    )


def _frame(header: Header, position: Position, color: int) -> Frame | None:
    """Return the part of the position that this kind of book is keyed by."""
    if header.kind == "board":
        return board_frame(position, color)
    moves = position.moves
    if not moves or moves[-1][0] != opponent(color) or moves[-1][1] == PASS:
        return None
    corner = corner_of(moves[-1][1], position.size, header.region)
    return None if corner is None else corner_frame(position, color, corner, header.region)
