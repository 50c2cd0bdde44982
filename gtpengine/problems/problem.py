"""A problem: a position in which a player lost much, and what the review says of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from board_ext.coords import parse_color
from board_ext.position import Position
from gtpengine.base.text.language import NO_TEXT, Text, joined, later
from gtpengine.game.replay import position_tree, replayed
from gtpengine.game.sgf import read_game
from gtpengine.review.mistakes.kinds import NAMES
from gtpengine.review.searching.model import GRADES, MoveReview, Review
from gtpengine.review.searching.record import ReviewRecord
from gtpengine.sgf.tree import write

PASS_NAME: Final = "pass"

SURE: Final = 0.95
"""Probability that a move lost anything from which it becomes a problem."""

BLUNDER: Final = GRADES[-1]

FEWEST: Final = 3
"""Problems that a game gives where it has as many sure mistakes."""

NO_WORDS: Final = "a better move"
"""The kind of a mistake for which the review has no words."""

KINDS: Final = {**NAMES, NO_WORDS: later("a better move")}
"""What the kinds are called."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A problem. ``sgf`` is the game up to the position, its last move included.

    ``played`` is the mistake with the line that punishes it, ``best`` the better line; moves are
    vertices. Losses are the player's. ``game`` and ``number`` say where it is from.
    """

    sgf: bytes
    color: str
    kind: str
    phase: str
    text: Text
    played: tuple[str, ...]
    best: tuple[str, ...]
    lost_points: float
    lost_win_rate: float
    game: str
    number: int

    @property
    def key(self) -> str:
        """What problems with the same position and the same mistake have in common."""
        position = self.position()
        told = f"{position.size} {position.situational_hash} {self.played[0]}"
        return hashlib.sha256(told.encode()).hexdigest()[:24]

    def position(self) -> Position:
        """Return the position, the player to move."""
        return position_of(self.sgf, self.color)


def position_of(sgf: bytes, color: str) -> Position:
    """Return the position at the end of a record, ``color`` (b or w) to move.

    :raises SgfError: when it cannot be replayed.
    """
    game = read_game(sgf)
    terms = game.terms()
    position = replayed(game, terms.rules, terms.komi)
    position.to_play = parse_color(color)
    return position


def unnamed(player: str, records: Iterable[ReviewRecord]) -> Text:
    """Return that no record names the player, and whom they name; an empty text where one does, or
    where everybody is wanted.

    :param player: name of the player, in any case; both players' when empty.
    """
    names = {record.texts.get(name, "").strip() for record in records for name in ("PB", "PW")}
    if not player or player.strip().lower() in {name.lower() for name in names}:
        return NO_TEXT
    return later(
        "nobody is called {name} in these records: they name {names}",
        name=repr(player),
        names=joined(sorted(names - {""})) or "-",
    )


def problems_of(
    record: ReviewRecord, review: Review, player: str = "", most: int = 5
) -> list[OwnMistake]:
    """Return the problems of a reviewed game, the costliest first.

    They are mistakes that the review is sure of: those for which it has words, and blunders without
    words; where these are few, other mistakes up to ``FEWEST``. What may be chance of the search is
    left out; so is a mistake at the first move, and one where a pass was played or best.

    :param player: name of the player, in any case; both players' when empty.
    :param most: problems of a game.
    """
    wanted = {
        color
        for color, one in review.players.items()
        if not player or one.name.strip().lower() == player.strip().lower()
    }
    sure = [
        move
        for move in review.mistakes
        if move.sure >= SURE
        and move.color in wanted
        and move.number > 1
        and PASS_NAME not in (move.best, move.move)
    ]
    clear = [move for move in sure if move.kinds or move.grade == BLUNDER][:most]
    others = [move for move in sure if move not in clear]
    clear += others[: max(0, min(FEWEST, most) - len(clear))]
    positions = list(record.positions())
    return [_problem(record, positions[move.number - 1], move) for move in sure if move in clear]


def _problem(record: ReviewRecord, position: Position, move: MoveReview) -> OwnMistake:
    best = next((c.line for c in move.candidates if c.move == move.best), (move.best,))
    return OwnMistake(
        sgf=write([position_tree(position)]),
        color=move.color,
        kind=move.kinds[0].name if move.kinds else NO_WORDS,
        phase=move.phase,
        text=_sentences([kind.text for kind in move.kinds]),
        played=move.played if move.played[:1] == (move.move,) else (move.move,),
        best=best,
        lost_points=round(move.lost_points.value, 1),
        lost_win_rate=round(move.lost_win_rate.value, 3),
        game=_title(record),
        number=move.number,
    )


def _sentences(texts: Sequence[Text]) -> Text:
    """Return texts as one, to be kept and read in any language."""
    names = [f"text{number}" for number in range(len(texts))]
    joined = " ".join(f"{{{name}}}" for name in names)
    return Text(joined, dict(zip(names, texts, strict=True)))


def _title(record: ReviewRecord) -> str:
    names = [record.texts.get(name, "").strip() for name in ("PB", "PW")]
    date = record.texts.get("DT", "").strip()
    title = " - ".join(names) if all(names) else record.name
    return joined([title, date])
