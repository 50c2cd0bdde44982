"""From records to a person's ranks: which games count, and what they say."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from gtpengine.base.text.language import Text, later
from gtpengine.game.ranks import rank_number
from gtpengine.personrank.estimate import PersonRank, estimated
from gtpengine.personrank.figures import LEAST_MOVES, GameFigures, figures_of
from gtpengine.personrank.people import NAMES, name_of, person_in, rank_of, same_name
from gtpengine.personrank.table import BOARDS, shipped_table
from gtpengine.review.searching.record import Refused, ReviewRecord

LAST: Final = 50
"""Games of a board that count, the newest ones, where the person says nothing else. What people
of one rank differ by is most of the error then, and that stays with more games."""

_DATE: Final = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


_Moves: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""Size of a board, and (colour, point) of the moves of a game."""


@dataclass(frozen=True, slots=True)
class UncountedGame:
    """A game that does not count, and why."""

    name: str
    reason: Text | str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranks of a person: ``ranks`` by board (9 or 19).

    ``played`` counts the games by board, of which the newest count. ``said`` are the ranks that the
    records give the person, the weakest first.
    """

    person: str
    ranks: dict[int, PersonRank]
    played: dict[int, int]
    said: tuple[str, ...]
    left_out: tuple[UncountedGame, ...]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game of the person, and the person's colour."""

    record: ReviewRecord
    color: int


def ranking(
    read: Iterable[ReviewRecord | Refused],
    player: str,
    last: int = LAST,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Ranking:
    """Return the ranks of a person.

    :param player: the person's name; when empty, the name that is in all records.
    :param last: how many games of each board count, the newest ones.
    :param progress: is told how many games are done, and of how many.
    :raises NobodyError: when it is not clear whose rank is wanted.
    :raises ValueError: when the package's data are damaged.
    """
    found = list(read)
    left_out = [UncountedGame(one.name, one.reason) for one in found if isinstance(one, Refused)]
    records = [one for one in found if isinstance(one, ReviewRecord)]
    if not records:
        return Ranking(player, {}, {}, (), tuple(left_out))
    person = person_in(records, player)
    games = _games_of(records, person, left_out)
    counted = {board: own[-last:] for board, own in games.items()}
    of = sum(map(len, counted.values()))
    ranks: dict[int, PersonRank] = {}
    done = 0
    for board, own in sorted(counted.items()):
        figures: list[GameFigures] = []
        for game in own:
            figures += figures_of(game.record, (game.color,)).values()
            done += 1
            progress(done, of)
        ranks[board] = estimated(figures, shipped_table(board))
    said = {rank_of(game.record, game.color) for own in counted.values() for game in own}
    return Ranking(
        person,
        ranks,
        {board: len(own) for board, own in games.items()},
        tuple(sorted(said - {""}, key=_strength)),
        tuple(left_out),
    )


def _strength(said: str) -> tuple[float, str]:
    """Return what sorts ranks as records write them, the weakest first, what is no rank last."""
    try:
        return rank_number(said.rstrip("?* ")), said
    except ValueError:
        return math.inf, said


def _games_of(
    records: Sequence[ReviewRecord], person: str, left_out: list[UncountedGame]
) -> dict[int, list[_Game]]:
    """Return the person's games by board, the newest last; put the others into ``left_out``."""
    found: dict[int, list[_Game]] = {}
    seen: set[_Moves] = set()
    beginnings = _beginnings(records)
    for record in records:
        colors = [color for color in NAMES if same_name(name_of(record, color), person)]
        if not colors:
            continue
        reason = _why_not(record, colors)
        if reason is None and (record.size, record.moves) in seen:
            reason = later("the same game again")
        if reason is None and (record.size, record.moves) in beginnings:
            reason = later("the beginning of another game")
        if reason is not None:
            left_out.append(UncountedGame(record.name, reason))
            continue
        seen.add((record.size, record.moves))
        found.setdefault(record.size, []).append(_Game(record, colors[0]))
    for own in found.values():
        own.sort(key=lambda game: _date(game.record))
    return found


def _beginnings(records: Sequence[ReviewRecord]) -> set[_Moves]:
    """Return the games that another one goes on from: saved before they were over."""
    games = sorted({(record.size, record.moves) for record in records})
    return {
        (size, moves)
        for (size, moves), (other, longer) in pairwise(games)
        if size == other and longer[: len(moves)] == moves
    }


def _why_not(record: ReviewRecord, colors: Sequence[int]) -> Text | None:
    """Return why a game tells nothing of its player of ``colors``; None if it tells something."""
    if len(colors) > 1:
        return later("both players have this name")
    if record.size not in BOARDS:
        return later("ranks on {size} are not known", size=f"{record.size}x{record.size}")
    if sum(color == colors[0] and point >= 0 for color, point in record.moves) < LEAST_MOVES:
        return later("fewer than {count} moves", count=LEAST_MOVES)
    return None


def _date(record: ReviewRecord) -> str:
    """Return when a game was played, as text that sorts; empty where the record does not say."""
    found = _DATE.match(record.texts.get("DT", "").strip())
    return found[0] if found else ""
