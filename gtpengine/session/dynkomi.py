"""Dynamic komi: a komi for the search alone, by which the game is still open.

A search that wins, or loses, all its simulations cannot tell moves apart. So komi is shifted while
one side is far ahead (Baudis 2011, "Balancing MCTS by dynamically adjusting the komi value"):

- *linear*: in handicap games from 13x13 on, by a number of points for each stone, less what komi
  already makes up for; the shift gets smaller with every move;
- *situational*: by what the lead in the last search has above a margin; the shift gets smaller
  towards the end.

Scores that the engine shows and judges by use the true komi; win rates are the search's. In
even games *linear* does nothing.
"""

from __future__ import annotations

from typing import Final

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.config.options import DynamicKomi, EngineOptions
from gtpengine.game.handicap import HANDICAP_KOMI, handicap_stones
from gtpengine.mcts.report.report import SearchReport

LINEAR_FROM: Final = 13
"""Smallest board size where linear shifts: on 9x9 it costs Elo (docs/journal.md)."""


def komi_offset(position: Position, last: SearchReport | None, options: EngineOptions) -> float:
    """Return the points to add to komi in the search of ``position``, a whole number.

    ``last`` is the search before this search. With whole numbers few results in a reused tree would
    come out differently.
    """
    fade = _rest_of_game(position, options.dynamic_komi_until)
    if options.dynamic_komi is DynamicKomi.OFF or fade == 0.0:
        return 0.0
    stones = handicap_stones(position)
    if stones >= 2 and position.size >= LINEAR_FROM:
        ahead = options.dynamic_komi_stone * stones - (position.komi - HANDICAP_KOMI)
        return float(round(max(0.0, ahead) * fade))
    if options.dynamic_komi is DynamicKomi.LINEAR or last is None or last.size != position.size:
        return 0.0
    lead = last.score if last.to_play == BLACK else -last.score
    excess = max(0.0, abs(lead) - options.dynamic_komi_margin)
    return float(round(excess * fade)) * (1.0 if lead > 0 else -1.0)


def _rest_of_game(position: Position, until: float) -> float:
    """Return the rest of the game: 1 on the empty board, 0 from ``until`` of its points on."""
    if until <= 0.0:
        return 0.0
    return max(0.0, 1.0 - position.move_number / (until * position.size**2))
