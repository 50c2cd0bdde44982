"""KaTrain 1.20 without its window, with gtpengine as its engine; exits with 1 when anything fails.

    python3 -m venv kt
    kt/bin/pip install --no-deps katrain==1.20.0
    kt/bin/pip install kivy pysgf "chardet<6"
    kt/bin/python docs/samples/drive_katrain.py ".venv/bin/gtpengine analysis --positions 2"

KaTrain's own KataGoEngine starts the command and talks to it, its Game and GameNode keep the
analysis, generate_ai_move asks its AIs; only the window's controls are a stand-in.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from unittest.mock import MagicMock

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", HOME=tempfile.mkdtemp())

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import (
    AI_DEFAULT,
    AI_HANDICAP,
    AI_JIGO,
    AI_LOCAL,
    AI_POLICY,
    AI_SCORELOSS,
    AI_SIMPLE_OWNERSHIP,
    AI_TERRITORY,
    OUTPUT_ERROR,
)
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game
from pysgf import Move

sys.stderr = sys.__stderr__  # Kivy took it

AIS = (
    AI_DEFAULT, AI_HANDICAP, AI_SCORELOSS, AI_TERRITORY, AI_LOCAL, AI_POLICY, AI_JIGO,
    AI_SIMPLE_OWNERSHIP,
)  # fmt: skip
PATIENCE = 300.0
VISITS = 300


class KaTrain(KaTrainBase):
    """The program without its window: collects the errors that it would show."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        super().__init__(force_package_config=True, debug_level=0)
        self.controls = MagicMock()

    def log(self, message: object, level: int = 1) -> None:
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def update_state(self, *_args: object, **_more: object) -> None:
        """Nothing is drawn."""


def wait(engine: KataGoEngine, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    time.sleep(0.3)
    while not reached():
        assert engine.katago_process and engine.katago_process.poll() is None, "the engine ended"
        assert time.monotonic() < end, "queries are left without an answer"
        time.sleep(0.1)


def wait_until_idle(engine: KataGoEngine) -> None:
    wait(engine, engine.is_idle)


def play(katrain: KaTrain, engine: KataGoEngine, size: int, rules: str) -> None:
    """A game with all that KaTrain asks an engine for."""
    game = Game(katrain, engine, game_properties={"SZ": size, "KM": 6.5, "RU": rules})
    for vertex in ("C3", "G7" if size == 9 else "Q16", "D5"):
        game.play(Move.from_gtp(vertex, player=game.current_node.next_player))
    wait_until_idle(engine)
    node = game.current_node
    assert node.analysis_complete and node.analysis["root"]["visits"] == VISITS
    assert len(node.ownership) == size**2 and len(node.policy) == size**2 + 1
    assert node.candidate_moves and node.points_lost is not None
    print(f"{size}x{size}: score {node.score:.1f}, points lost {node.points_lost:.1f}")
    for name in AIS:
        move, _ = generate_ai_move(game, name, katrain.config(f"ai/{name}") or {})
        print(f"  {name} {move.gtp()}")
    wait_until_idle(engine)
    for more in ("equalize", "alternative", "sweep") if size == 9 else ("equalize", "alternative"):
        game.analyze_extra(more)
    wait_until_idle(engine)
    before = game.current_node.analysis["root"]["visits"]
    game.current_node.analyze(engine, ponder=True)
    wait(engine, lambda: game.current_node.analysis["root"]["visits"] > before + VISITS)
    engine.stop_pondering()
    wait_until_idle(engine)
    engine.on_new_game()


def main(command: str) -> int:
    katrain = KaTrain()
    config = {
        **katrain.config("engine"),
        "backend": "custom",
        "altcommand": command,
        "max_visits": VISITS,
        "fast_visits": 100,
        "max_time": 60,
        "allow_recovery": False,
        "_enable_ownership": True,
    }
    engine = KataGoEngine(katrain, config)
    try:
        play(katrain, engine, 9, "chinese")
        play(katrain, engine, 19, "japanese")
    finally:
        engine.shutdown(finish=None)
    print(f"{len(katrain.errors)} errors", *katrain.errors, sep="\n")
    return 1 if katrain.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
