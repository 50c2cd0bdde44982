"""Moves and games of the engine at a rank, for comparisons with people."""

from __future__ import annotations

from board_ext.coords import BLACK, PASS, RESIGN, opponent
from board_ext.position import Position
from board_ext.rules import CHINESE, Rules
from gtpengine.game.ranks import rank_name, rank_number
from gtpengine.session.engine import Engine
from gtpengine.session.rankscale import strongest

from .rank_likeness import LONGEST


class EngineDraws:
    """The engine as a drawer of moves: called with a position and a rank, as a person's are
    compared (``rank_likeness.Draw``): it does not resign then. It needs whole ranks.

    :param rules: the rules of whole games.
    :param komi: their komi; None is the komi of the rules.
    """

    def __init__(self, seed: int, rules: Rules = CHINESE, komi: float | None = None) -> None:
        self._rules, self._komi = rules, rules.komi if komi is None else komi
        self._engine, self._player = Engine(), Engine()
        self._engine.set_parameter("resign", "off")
        for engine in (self._engine, self._player):
            engine.set_seed(seed)

    def __call__(self, position: Position, rank: float) -> list[tuple[int, float]]:
        """Return the one move, with probability 1; ranks above the strongest count as that."""
        engine = self._engine
        _begin(engine, position.size, rank, position.rules, position.komi)
        for color, point in position.moves:
            engine.play(point, color)
        move = engine.reg_genmove(position.to_play)
        return [(PASS if move == RESIGN else move, 1.0)]

    def whole_game(self, size: int, rank: float) -> tuple[int, bool]:
        """Play a game against itself, and resign in it (``rank_likeness.WholeGame``)."""
        engine = self._player
        _begin(engine, size, rank, self._rules, self._komi)
        color, passes = BLACK, 0
        while passes < 2 and engine.position.move_number < LONGEST * size * size:
            move = engine.genmove(color)
            if move == RESIGN:
                return engine.position.move_number, False
            passes = passes + 1 if move == PASS else 0
            color = opponent(color)
        return engine.position.move_number - passes, True


def _begin(engine: Engine, size: int, rank: float, rules: Rules, komi: float) -> None:
    played = min(round(rank), strongest(size))
    engine.set_parameter("rank", rank_name(max(played, rank_number("25k"))))
    engine.use_rules(rules)
    engine.set_komi(komi)
    engine.new_game(size)
