"""What is to be seen of a game, whichever way the board is drawn."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from board_ext.coords import BLACK, EMPTY, PASS, WHITE, points_to_vertices
from gtpengine.base.arguments import commandwords
from gtpengine.base.text.language import _, _n, joined, sentence, titled
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.game.results import result_words
from gtpengine.game.rulenames import rules_words
from gtpengine.play.advice import Hint, SearchSnapshot, TerritoryEstimate
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.timing import time_text
from gtpengine.play.trouble import side

OWNED: Final = 0.5
"""Ownership from which a point is shown as somebody's."""

DEFAULT_STRENGTH: Final = {"rank": "15k"} if "rank" in ENGINE_PARAMS else {"level": "4"}
"""The strength of an engine where the person names none."""


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
    """Return the board of a game, with the dead stones and owners of its count after a count."""
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


def player_line(session: PlaySession, color: int, short: bool = False) -> str:
    """Return a line about a player: ``Black (you)  prisoners 3  9:58``, or ``Black +3 9:58``."""
    terms = session.terms
    if short:
        taken = f"{side(color)} +{session.prisoners[color == WHITE]}"
        return f"{taken} {time_text(session.clock(color))}".rstrip()
    who = terms.person or _("you") if color == terms.color else terms.opponent
    parts = [
        f"{side(color)} ({who})",
        _("prisoners {count}", count=session.prisoners[color == WHITE]),
    ]
    clock = time_text(session.clock(color))
    return "  ".join([*parts, clock] if clock else parts)


def turn_line(session: PlaySession) -> str:
    """Return a line about what is to be done now."""
    match session.stage:
        case Stage.OVER:
            last = session.events_since()[-1].text
            return over_line(session) if session.result else str(last)
        case Stage.COUNTING:
            return _("Both have passed. The engine looks for dead stones ...")
        case Stage.AGREEING:
            assert session.counted is not None
            return _(
                "Both have passed: {result} with the dead stones as marked.",
                result=session.counted.text,
            )
    if session.question:
        return str(session.question)
    if session.due == "look":
        return _("Looking at your move ...")
    number = len(session.position.moves) + 1
    if session.due:
        return _("Move {number}: the engine thinks ...", number=number)
    return _("Move {number}: your turn, {color}.", number=number, color=side(session.to_play))


def over_line(session: PlaySession) -> str:
    """Return the sentence about a finished game."""
    over = _("The game is over: {result}.", result=result_words(session.result))
    return f"{over} {session.climbed}".rstrip()


def count_lines(session: PlaySession) -> list[str]:
    """Return what each side has in the count, if the game was counted."""
    count = session.counted
    sides = {} if count is None else count.sides
    return [titled(side(color), one.text) for color, one in sides.items()]


def terms_line(session: PlaySession) -> str:
    """Return a line about the terms of the game."""
    position = session.position
    parts = [f"{position.size}x{position.size}"]
    if stones := position.rules.capture:
        parts.append(goal_text(stones))
    else:
        parts.append(_("{rules} rules", rules=rules_words(position.rules.name)))
        parts.append(_("komi {komi:g}", komi=position.komi))
    if position.handicap:
        parts.append(_("handicap {stones}", stones=position.handicap))
    return joined(parts)


def goal_text(stones: int) -> str:
    """Return what wins a game that captures decide."""
    if stones == 1:
        return _("atari go: the first capture wins")
    return _n(
        "who first captures {count} stone wins", "who first captures {count} stones wins", stones
    )


def hint_line(hint: Hint, size: int) -> str:
    """Return a hint as a sentence, with the line expected from it on."""
    line = points_to_vertices(hint.line, size)
    best = points_to_vertices([hint.point], size)
    head = _("Hint of {judge}", judge=hint.judge) if hint.judge else _("Hint")
    parts = [_("{move}, {chance:.0%} to win", move=best, chance=hint.win_rate)]
    if hint.score is not None:
        points = abs(hint.score)
        ahead = _("{points:.1f} points ahead", points=points)
        parts.append(ahead if hint.score >= 0 else _("{points:.1f} points behind", points=points))
    if len(hint.line) > 1:
        parts.append(_("expected {moves}", moves=line))
    text = titled(head, sentence(parts))
    return f"{text} {hint.note}".rstrip()


def progress_line(session: PlaySession, look: SearchSnapshot) -> str:
    """Return how far the search for a hint is, and the move that is best so far."""
    best = points_to_vertices(look.line[:1], session.terms.size)
    done = _n("{number:,} simulation", "{number:,} simulations", look.simulations,
              number=look.simulations)  # fmt: skip
    if not look.judge:
        most = session.hint_simulations
        done = _("{number:,} of {most:,} simulations", number=look.simulations, most=most)
    found = [done, _("so far {move}", move=best)] if best else [done]
    head = _("{judge} looks for the best move", judge=look.judge or "gtpengine")
    return f"{titled(head, joined(found))} ..."


def estimate_line(estimate: TerritoryEstimate) -> str:
    """Return an estimate as a sentence."""
    who = _("Estimate of {judge}", judge=estimate.judge)
    by = f"{who}: " if estimate.judge else ""
    return f"{by}{_estimate_text(estimate)} {estimate.note}".rstrip()


def _estimate_text(estimate: TerritoryEstimate) -> str:
    black = estimate.score >= 0
    rate = estimate.win_rate if black else 1.0 - estimate.win_rate
    if abs(estimate.score) < 0.05:
        chance = estimate.win_rate
        return _("Both are about even; Black has {chance:.0%} to win.", chance=chance)
    return _(
        "{color} is about {points:.1f} points ahead, {chance:.0%} to win.",
        color=side(BLACK if black else WHITE),
        points=abs(estimate.score),
        chance=rate,
    )


def saved_line(session: PlaySession, path: Path) -> str:
    """Return what can be done next with a saved game, as a command to type.

    A finished game in which captures win, or one without analysis, has nothing to be reviewed.
    """
    game, terms = commandwords.joined([str(path)]), session.terms
    if session.stage is Stage.OVER:
        if terms.rule_set.capture or not terms.teaching.analysis:
            return ""
        command = f"{program()} review {game}"
        return _("To see where the game was lost: {command}", command=command)
    command = f"{program()} play {game}"
    return _("To go on: {command}", command=command)


def program() -> str:
    """Return what to type to start the program again: its path where its name is not enough."""
    began = sys.argv[0]
    found = shutil.which("gtpengine")
    if Path(began).name != "gtpengine" or (found and Path(found).samefile(began)):
        return "gtpengine"
    return commandwords.joined([began])
