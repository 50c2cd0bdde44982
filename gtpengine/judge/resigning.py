"""When to resign: not because of one strange search, nor before the game has begun."""

from __future__ import annotations

from board_ext.coords import WHITE
from gtpengine.game.handicap import handicap_stones
from gtpengine.judge.situation import Situation


def looks_lost(situation: Situation) -> bool:
    """Return whether win rate and score are below their thresholds after enough simulations.

    White's threshold is lower in handicap games, which begin lost for White.
    """
    options, report = situation.options, situation.report
    if not options.resign or report.visits < options.resign_simulations:
        return False
    best = report.moves[0] if report.moves else None
    value = report.value if best is None else max(best.value, report.value)
    score = report.score if best is None else max(best.score, report.score)
    threshold: float = options.resign
    if situation.color == WHITE:
        threshold *= options.resign_handicap ** handicap_stones(situation.position)
    return value < threshold and -score >= options.resign_score


def may_resign(situation: Situation, low_streak: int) -> bool:
    """Return whether to resign: lost for long enough, in a game that is long enough.

    White waits longer in handicap games.
    """
    options, position = situation.options, situation.position
    if not options.resign or low_streak < options.resign_moves:
        return False
    shortest: float = options.resign_length * position.size**2
    if situation.color == WHITE:
        shortest += options.resign_handicap_moves * handicap_stones(position)
    return position.move_number >= max(shortest, 4.0)
