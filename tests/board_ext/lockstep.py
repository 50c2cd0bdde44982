"""Random games played by our ``Position`` and by the oracles at the same time.

    python -m tests.board_ext.lockstep --moves 1000000 --seed 1

Any difference raises ``AssertionError`` with the game that led to it. What is compared after each
move: stones, captured stones, ko point (sgfmill); the complete list of legal moves (OpenSpiel,
as long as its rules agree); repetition of boards and situations (sgfmill's boards, remembered);
every incremental field of our board (``Position.check``); at intervals the area score.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import time
from collections import Counter
from collections.abc import Iterator

from board_ext.coords import (
    BLACK,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WHITE,
    neighbours,
    opponent,
    point_to_vertex,
)
from board_ext.legality import IllegalReason
from board_ext.position import Position
from board_ext.rules import TROMP_TAYLOR, Ko, Rules
from tests.board_ext.oracles import HAS_OPENSPIEL, OpenSpielOracle, SgfmillOracle

RULE_VARIANTS = tuple(
    dataclasses.replace(TROMP_TAYLOR, name=f"{ko.value}-{suicide}", ko=ko, suicide=suicide)
    for ko in Ko
    for suicide in (False, True)
)
# Moves between two comparisons of the area score, which is slow in sgfmill.
SCORE_INTERVAL = 16


class LockstepGame:
    """One random game under one rule set."""

    def __init__(self, size: int, rules: Rules, rng: random.Random) -> None:
        self.rng = rng
        self.rules = rules
        self.position = Position(size, rules, komi=0.0)
        self.sgfmill = SgfmillOracle(size)
        # It cannot play suicide, so it follows the other rule sets alone.
        follows = HAS_OPENSPIEL and not rules.suicide
        self.openspiel = OpenSpielOracle(size) if follows else None
        self.counts: Counter[str] = Counter()

    def play(self, limit: int) -> Counter[str]:
        """Play until two passes or *limit* moves, passes not counted; what was compared."""
        passes = 0
        while passes < 2 and self.counts["moves"] < limit:
            color = self.position.to_play
            if self.rng.random() < 0.01:
                color = opponent(color)
            legal = self.position.legal_moves(color)
            assert legal == self.position.legal_mask(color)[:-1].nonzero()[0].tolist()
            self._compare_legality(legal, color)
            if legal and (self.rng.random() >= 0.01 or passes):
                self._play(self._choose(legal), color)
                passes = 0
            else:
                self._play(PASS, color)
                passes += 1
        return self.counts

    def _choose(self, legal: list[int]) -> int:
        """Any legal move, or often one near the last move, which leads to captures and kos."""
        moves = self.position.moves
        if moves and moves[-1][1] != PASS and self.rng.random() < 0.4:
            near = neighbours(moves[-1][1], self.position.size)
            near += [p for point in near for p in neighbours(point, self.position.size)]
            local = sorted(set(near).intersection(legal))
            if local:
                return self.rng.choice(local)
        return self.rng.choice(legal)

    def _compare_legality(self, legal: list[int], color: int) -> None:
        position, ko = self.position, self.rules.ko
        legal_set = set(legal)
        forbidden: dict[IllegalReason, set[int]] = {reason: set() for reason in IllegalReason}
        for point, stone in enumerate(self.sgfmill.stones):
            if point in legal_set:
                continue
            reason = position.illegal_reason(point, color)
            assert reason is not None
            assert (reason is IllegalReason.OCCUPIED) == bool(stone)
            if stone:
                continue
            forbidden[reason].add(point)
            self.counts[reason.name.lower()] += 1
            if reason is IllegalReason.KO:
                assert point == self.sgfmill.ko_point
            elif reason is IllegalReason.SUPERKO:
                assert self.sgfmill.repeats(point, color, ko)
            else:
                assert reason is IllegalReason.SUICIDE
        self._compare_suicide(sorted(forbidden[IllegalReason.SUICIDE]), color)
        expected = self.openspiel.legal_moves(color) if self.openspiel else None
        if self.openspiel and expected is not None:
            superko = forbidden[IllegalReason.SUPERKO]
            assert expected == sorted(legal_set | superko)
            assert all(self.openspiel.repeats(point) for point in superko)
            self.counts["legality compared"] += 1

    def _compare_suicide(self, refused: list[int], color: int) -> None:
        """All points by the stones around them, and one of them in turn by a play of sgfmill's."""
        if not self.rules.suicide:
            assert refused == self.sgfmill.suicides(color)
        if refused:
            point = refused[self.counts["moves"] % len(refused)]
            assert self.sgfmill.is_suicide(point, color)

    def _play(self, point: int, color: int) -> None:
        position, sgfmill = self.position, self.sgfmill
        before = sum(position.prisoners)
        captured = position.play(point, color)
        taken = sgfmill.play(point, color)
        assert sum(position.prisoners) - before == taken
        own_suicide = point != PASS and sgfmill.stones[point] == 0
        assert captured == (0 if own_suicide else taken)
        assert position.stones().ravel().tolist() == sgfmill.stones
        if point != PASS:
            assert position.ko_point == sgfmill.ko_point
            assert not (self.rules.ko is Ko.POSITIONAL and sgfmill.repeated_board)
            assert not (self.rules.ko is Ko.SITUATIONAL and sgfmill.repeated_situation)
            self.counts["moves"] += 1
            self.counts["captured"] += taken
            self.counts["suicides"] += own_suicide
            self.counts["repetitions"] += sgfmill.repeated_board
        else:
            assert position.ko_point is None
        position.check()
        if self.counts["moves"] % SCORE_INTERVAL == 0:
            assert position.area_score() == sgfmill.area_score()
            self.counts["scores"] += 1
        if self.openspiel is not None and self.openspiel.play(point, color):
            assert sgfmill.repeated_board


def lockstep(size: int, moves: int, seed: int) -> Counter[str]:
    """Games on one size, the rule sets in turn, until *moves* moves; what was compared."""
    rng = random.Random(f"{seed}/{size}")
    total: Counter[str] = Counter()
    while total["moves"] < moves:
        rules = RULE_VARIANTS[total["games"] % len(RULE_VARIANTS)]
        game = LockstepGame(size, rules, rng)
        # Long enough for boards to fill and empty several times.
        limit = min(moves - total["moves"], 4 * size * size + 20)
        try:
            total += game.play(limit)
        except AssertionError as error:
            raise AssertionError(
                f"size {size}, rules {rules.name}, seed {seed}, game {total['games']}: "
                f"{_game_text(game.position)}"
            ) from error
        total["games"] += 1
    return total


def shares(moves: int) -> Iterator[tuple[int, int]]:
    """Each size with its share of *moves*, as even as can be."""
    sizes = range(MIN_SIZE, MAX_SIZE + 1)
    for index, size in enumerate(sizes):
        yield size, moves // len(sizes) + (index < moves % len(sizes))


def _game_text(position: Position) -> str:
    names = {BLACK: "b", WHITE: "w"}
    return " ".join(f"{names[c]} {point_to_vertex(p, position.size)}" for c, p in position.moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=1_000_000, help="over all sizes together")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    start = time.perf_counter()
    total: Counter[str] = Counter()
    for size, moves in shares(arguments.moves):
        counts = lockstep(size, moves, arguments.seed)
        total += counts
        print(f"{size:2}x{size:<2}", dict(counts), flush=True)
    print("total", dict(total), f"{time.perf_counter() - start:.0f} s, no difference")
    if not HAS_OPENSPIEL:
        print("open_spiel is not installed: legality was not compared")


if __name__ == "__main__":
    main()
