"""Drawings for GoGui on stderr during a search for a move, by the option ``live_gfx``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gtpengine.base.streams.stderrline import say
from gtpengine.config.options import LiveGfx
from gtpengine.gtp.dialects.gogui_views import moves_gfx, variation_gfx
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.analysis import PLAIN, RunningSearch, SearchRequest
from gtpengine.session.engine import Engine

SECONDS: Final = 0.5

DRAWINGS: Final[dict[LiveGfx, Callable[[SearchReport], str]]] = {
    LiveGfx.MOVES: moves_gfx,
    LiveGfx.VARIATION: variation_gfx,
}


def drawing_request(engine: Engine) -> SearchRequest:
    """Return the request of a genmove, with drawings when they are switched on."""
    draw = DRAWINGS.get(engine.options.live_gfx)
    if draw is None:
        return PLAIN

    def watch(search: RunningSearch) -> None:
        while not search.finished.wait(SECONDS):
            _draw(draw(search.snapshot()))
        say("gogui-gfx: CLEAR")

    return SearchRequest(watch=watch)


def _draw(commands: str) -> None:
    say(f"gogui-gfx:\n{commands}\n")
