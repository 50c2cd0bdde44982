"""One move of the engine at a rank, for comparisons with people."""

from __future__ import annotations

from board_ext.coords import PASS, RESIGN
from board_ext.position import Position
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.session.engine import Engine
from gtpengine.session.rankscale import strongest


class EngineDraws:
    """The engine as a drawer of moves: called with a position and a rank, as a person's are
    compared (``rank_likeness.Draw``). It never resigns, and needs whole ranks."""

    def __init__(self, seed: int) -> None:
        self._engine = Engine()
        self._engine.set_parameter("resign", "off")
        self._engine.set_seed(seed)

    def __call__(self, position: Position, rank: float) -> list[tuple[int, float]]:
        """Return the one move, with probability 1; ranks above the strongest count as that."""
        engine = self._engine
        played = min(round(rank), strongest(position.size))
        engine.set_parameter("rank", rank_name(max(played, rank_number("25k"))))
        engine.new_game(position.size)
        for color, point in position.moves:
            engine.play(point, color)
        move = engine.reg_genmove(position.to_play)
        return [(PASS if move == RESIGN else move, 1.0)]
