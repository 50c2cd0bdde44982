"""Games that take no time, to measure what handing them out costs."""

from __future__ import annotations

from gtpengine.tools.games.game import GameRecord, MoveRecord
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.running.runner import PoolWorker


class InstantGame(GameTask):
    """A game that takes no time; ``max_moves`` of its settings is its length."""

    def run(self, _worker: PoolWorker) -> GameRecord:
        record = GameRecord(
            self.black.name, self.white.name, self.settings, self.opening, self.seed
        )
        record.winner, record.termination, record.started = "b", "resign", "2000-01-01"
        record.moves = [
            MoveRecord("bw"[ply % 2], _vertex(ply), 1.0, 0.5)
            for ply in range(self.settings.max_moves)
        ]
        return record


def _vertex(ply: int) -> str:
    """Return the next point of 9x9, row by row: with colours in turn all are legal."""
    return f"{'ABCDEFGHJ'[ply % 9]}{ply // 9 + 1}" if ply < 81 else "pass"
