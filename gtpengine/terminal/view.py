"""What is to be seen of a game, whichever way it is drawn."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, points_to_vertices
from gtpengine.base import commandwords
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.game.results import result_words
from gtpengine.play.advice import Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.timing import time_text
from gtpengine.play.trouble import side

OWNED: Final = 0.5
"""Ownership from which a point is shown as somebody's."""

DEFAULT_STRENGTH: Final = {"rank": "15k"} if "rank" in ENGINE_PARAMS else {"level": "4"}
"""The strength of an engine that nobody asked to be of another."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board to draw: points count from A1 by rows.

    ``owners`` has the colour of each point's owner where that is shown, ``dead`` the stones that
    are marked dead, ``hint`` a point to show.
    """

    size: int
    stones: tuple[int, ...]
    last: int | None = None
    owners: tuple[int, ...] = ()
    dead: frozenset[int] = field(default_factory=frozenset)
    hint: int | None = None


def view_of(
    session: PlaySession, estimate: TerritoryEstimate | None = None, hint: Hint | None = None
) -> BoardDrawing:
    """Return the board of a game, with the dead stones and owners of its count, if there is one."""
    position, last, count = session.position, session.last_move, session.counted
    points = range(position.size**2)
    stones = tuple(position.color_at(point) for point in points)
    owners: tuple[int, ...] = ()
    dead: frozenset[int] = frozenset()
    if count is not None:
        owners, dead = count.owners, count.dead
    elif estimate is not None:
        owners = tuple(_owner(value) for value in estimate.ownership)
        dead = frozenset(p for p in points if stones[p] and owners[p] not in (EMPTY, stones[p]))
    marked = session.doubted, None if hint is None else hint.point
    return BoardDrawing(
        position.size,
        stones,
        None if last is None or last[1] == PASS else last[1],
        owners,
        dead,
        next((point for point in marked if point not in (None, PASS)), None),
    )


def _owner(value: float) -> int:
    return BLACK if value > OWNED else WHITE if value < -OWNED else EMPTY


def star_points(size: int) -> frozenset[int]:
    """Return the points that boards mark with a dot."""
    if size < 7:
        return frozenset()
    near = 2 if size < 12 else 3
    lines = [near, size - 1 - near]
    if size % 2 and size > 15:
        lines.append(size // 2)
    found = {row * size + column for row in lines for column in lines}
    if size % 2 and size > 7:
        found.add(size * size // 2)
    return frozenset(found)


def player_line(session: PlaySession, color: int, short: bool = False) -> str:
    """Return a line about a player: ``Black (you)  prisoners 3  9:58``, or ``Black +3 9:58``."""
    terms = session.terms
    if short:
        taken = f"{side(color)} +{session.prisoners[color == WHITE]}"
        return f"{taken} {time_text(session.clock(color))}".rstrip()
    who = terms.person or "you" if color == terms.color else terms.opponent
    parts = [f"{side(color)} ({who})", f"prisoners {session.prisoners[color == WHITE]}"]
    clock = time_text(session.clock(color))
    return "  ".join([*parts, clock] if clock else parts)


def turn_line(session: PlaySession) -> str:
    """Return a line about what is to be done now."""
    match session.stage:
        case Stage.OVER:
            return session.events_since()[-1].text if not session.result else over_line(session)
        case Stage.COUNTING:
            return "Both have passed. The engine looks for dead stones ..."
        case Stage.AGREEING:
            assert session.counted is not None
            return f"Both have passed: {session.counted.text} with the dead stones as marked."
    if session.question:
        return str(session.question)
    if session.due == "look":
        return "Looking at your move ..."
    number = len(session.position.moves) + 1
    if session.due:
        return f"Move {number}: the engine thinks ..."
    return f"Move {number}: your turn, {side(session.to_play)}."


def over_line(session: PlaySession) -> str:
    """Return the sentence about a finished game."""
    return f"The game is over: {result_words(session.result)}. {session.climbed}".rstrip()


def count_lines(session: PlaySession) -> list[str]:
    """Return what each side has in the count, if there is one."""
    count = session.counted
    sides = {} if count is None else count.sides
    return [f"{side(color)}: {one.text}" for color, one in sides.items()]


def terms_line(session: PlaySession) -> str:
    """Return a line about the terms of the game."""
    position = session.position
    handicap = f", handicap {position.handicap}" if position.handicap else ""
    size = position.size
    if stones := position.rules.capture:
        return f"{size}x{size}, {goal_text(stones)}{handicap}"
    return f"{size}x{size}, {position.rules.name}, komi {position.komi:g}{handicap}"


def goal_text(stones: int) -> str:
    """Return what wins a game that captures decide."""
    if stones == 1:
        return "atari go: the first capture wins"
    return f"who first captures {stones} stones wins"


def hint_line(hint: Hint, size: int) -> str:
    """Return a hint as a sentence, with the line expected from it on."""
    line = points_to_vertices(hint.line, size)
    best = points_to_vertices([hint.point], size)
    text = f"{_by('Hint', hint)}: {best}, {hint.win_rate:.0%} to win"
    if hint.score is not None:
        place = "ahead" if hint.score >= 0 else "behind"
        text = f"{text}, {abs(hint.score):.1f} points {place}"
    text = f"{text}; expected {line}." if len(hint.line) > 1 else f"{text}."
    return f"{text} {hint.note}".rstrip()


def _by(what: str, advice: Hint | TerritoryEstimate) -> str:
    return f"{what} of {advice.judge}" if advice.judge else what


def progress_line(session: PlaySession, look: SearchSnapshot) -> str:
    """Return how far the search for a hint is, and the move that is best so far."""
    who = f"{look.judge} looks" if look.judge else "Looking"
    most = "" if look.judge else f" of {session.hint_simulations:,}"
    best = points_to_vertices(look.line[:1], session.terms.size)
    done = f"{look.simulations:,}{most} simulations"
    return f"{who} for the best move: {done}{f', so far {best}' if best else ''} ..."


def estimate_line(estimate: TerritoryEstimate) -> str:
    """Return an estimate as a sentence."""
    by = f"{_by('Estimate', estimate)}: " if estimate.judge else ""
    return f"{by}{_estimate_text(estimate)} {estimate.note}".rstrip()


def _estimate_text(estimate: TerritoryEstimate) -> str:
    black = estimate.score >= 0
    rate = estimate.win_rate if black else 1.0 - estimate.win_rate
    if abs(estimate.score) < 0.05:
        return f"Both are about even; Black has {estimate.win_rate:.0%} to win."
    return (
        f"{side(BLACK if black else WHITE)} is about {abs(estimate.score):.1f} points ahead, "
        f"{rate:.0%} to win."
    )


def saved_line(session: PlaySession, path: Path) -> str:
    """Return what can be done next with a saved game, as a command to type."""
    game = commandwords.joined([str(path)])
    if session.stage is Stage.OVER:
        return f"To see where the game was lost: {program()} review {game}"
    return f"To go on: {program()} play {game}"


def program() -> str:
    """Return what to type to start the program again: its path where its name is not enough."""
    began = sys.argv[0]
    found = shutil.which("gtpengine")
    if Path(began).name != "gtpengine" or (found and Path(found).samefile(began)):
        return "gtpengine"
    return commandwords.joined([began])
