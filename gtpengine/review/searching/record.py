"""A game to review: read from SGF and replayed, or refused with a sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from board_ext.position import Position
from board_ext.rules import RULES, Rules, Scoring
from gtpengine.base.text.language import Text, later
from gtpengine.game.replay import replayed, vertices_of
from gtpengine.game.rulenames import record_rules, rules_words
from gtpengine.game.sgf import SetUp, SgfGame, SgfMove, read_game, read_games
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.tree import write

PLAIN: Final = 200
"""Most characters of a name or another text that is shown."""


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """A game of Go with moves.

    ``data`` is the whole SGF game, with comments and variations; ``moves`` are (colour, point) of
    its main line, ``notes`` sentences on what is not as usual. ``texts`` are SGF properties of the
    root, such as PB and BR.
    """

    name: str
    data: bytes
    rules: Rules
    komi: float
    start: Position
    moves: tuple[tuple[int, int], ...]
    texts: dict[str, str]
    notes: tuple[Text, ...]

    @property
    def size(self) -> int:
        """The number of lines of the board."""
        return self.start.size

    def positions(self) -> Iterator[Position]:
        """Yield the position before each move, its player to move, and the position at the end."""
        position = self.start.copy()
        for color, point in self.moves:
            position.to_play = color
            yield position.copy()
            position.play(point, color)
        yield position

    def stones(self, color: int) -> list[str]:
        """Return the stones of a colour before the first move."""
        return vertices_of(self.start, color)


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that cannot be reviewed, and the reason."""

    name: str
    reason: str


MOST_GAMES: Final = 5_000
"""Most games of a file."""


def read_record(data: bytes, name: str = "game", rules: str | None = None) -> ReviewRecord:
    """Return the main line of the first game in SGF data.

    :param rules: the name of the rules; when None, those that the record names, else Chinese ones.
    :raises SgfError: when there is nothing to review; the message says why, and what to do.
    """
    return _record(read_game(data), name, _named(rules))


def read_records(data: bytes, name: str, rules: str | None = None) -> list[ReviewRecord | Refused]:
    """Return all games in SGF data, with a reason for each game that cannot be reviewed.

    :raises SgfError: when ``rules`` are not known.
    """
    under = _named(rules)
    found: list[ReviewRecord | Refused] = []
    for number, game in enumerate(read_games(data), 1):
        if number > MOST_GAMES:
            found.append(Refused(name, f"more than {MOST_GAMES:,} games; divide the file"))
            break
        alone = number == 1 and not (isinstance(game, SgfGame) and game.more)
        own = name if alone else f"{name}-{number}"
        try:
            if isinstance(game, SgfError):
                raise game
            found.append(_record(game, own, under))
        except SgfError as error:
            found.append(Refused(own, str(error)))
    return found


def _named(rules: str | None) -> Rules | None:
    """Return the rules that the user chose.

    :raises SgfError: when they are not known.
    """
    if rules is None:
        return None
    found, _ = record_rules(rules)
    if found is None:
        raise SgfError(f"unknown rules {rules!r}: --rules knows {', '.join(RULES)}")
    return found


def _record(game: SgfGame, name: str, rules: Rules | None) -> ReviewRecord:
    """Return a game to review.

    :raises SgfError: when there is nothing to review.
    """
    terms = game.terms(rules)
    if terms.rules.capture:
        raise SgfError(f"a game by the rules {terms.rules.name}, which is not reviewed")
    notes = [*terms.notes, *_notes(game, terms.rules)]
    first = next((i for i, step in enumerate(game.steps) if isinstance(step, SgfMove)), None)
    if first is None:
        raise SgfError(
            "stones are set up, but there are no moves to review" if game.steps else "no moves"
        )
    start = replayed(game, terms.rules, terms.komi, 1)
    moves: list[tuple[int, int]] = []
    position = start.copy()
    for step in game.steps[first:]:
        if isinstance(step, SetUp) and len(moves) < game.moves:
            notes.append(
                later(
                    "Stones are set up after move {number}, so the review ends there.",
                    number=len(moves),
                )
            )
            break
        if not isinstance(step, SgfMove):
            continue
        try:
            position.play(step.point, step.color)
        except ValueError as error:
            if not moves:
                raise SgfError(f"move 1: {error}; which rules? give --rules") from None
            notes.append(
                later(
                    "Move {number} cannot be played ({why}), so the review ends before this move.",
                    number=step.number,
                    why=str(error),
                )
            )
            break
        moves.append((step.color, step.point))
    colors = [color for color, _ in moves]
    if any(one == other for one, other in pairwise(colors)):
        notes.append(later("In this record a player moves twice in a row."))
    texts = {key: text[:PLAIN] for key, text in game.texts.items()}
    data = write([game.root])
    return ReviewRecord(
        name, data, terms.rules, terms.komi, start, tuple(moves), texts, tuple(notes)
    )


def _notes(game: SgfGame, rules: Rules) -> list[Text]:
    """Return what the reader should know of a game."""
    notes: list[Text] = []
    if game.handicap >= 2:
        notes.append(
            later(
                "A game with {stones} handicap stones: Black leads from the start, so early"
                " mistakes show in points rather than in the win rate.",
                stones=game.handicap,
            )
        )
    if rules.scoring is Scoring.TERRITORY:
        notes.append(
            later(
                "Under {rules} rules the engine counts territory; a point may be misjudged where"
                " only the last neutral points are left.",
                rules=rules_words(rules.name),
            )
        )
    return notes
