"""Engines of others, as programs that are started and asked: GNU Go, KataGo, Leela Zero and so on.

::

    import gtpengine
    from gtpengine import engines

    position = gtpengine.Position(9)
    with engines.GtpEngine("gnugo --mode gtp") as gnugo:
        print(gnugo.name, gnugo.version)
        while not position.is_over:
            move = gnugo.play(position, seconds=1)
            if move == "resign":
                break
            position.play(move)

- ``GtpEngine``: any engine that speaks GTP: ``play``, ``analyse``, ``analysis``, ``send``.
- ``AnalysisEngine``: a program that speaks KataGo's JSON, asked about many positions at a time.
- ``Analysis``: an analysis that runs; it is gone through with ``for`` or ``async for``.
- ``GameClock``: the time of an engine in a game.
- ``EngineError``: whatever goes wrong with an engine, in kinds.

``docs/guides/engines.md`` teaches it step by step.
"""

from gtpengine.engines.analysis import Analysis as Analysis
from gtpengine.engines.analysis_engine import AnalysisEngine as AnalysisEngine
from gtpengine.engines.gtp_engine import GtpEngine as GtpEngine
from gtpengine.programs.engine_errors import CommandFailedError as CommandFailedError
from gtpengine.programs.engine_errors import EngineError as EngineError
from gtpengine.programs.engine_errors import EngineStartError as EngineStartError
from gtpengine.programs.engine_errors import EngineTerminatedError as EngineTerminatedError
from gtpengine.programs.engine_errors import EngineTimeoutError as EngineTimeoutError
from gtpengine.programs.engine_errors import ProtocolError as ProtocolError
from gtpengine.programs.game_clock import GameClock as GameClock

__all__ = [
    "Analysis",
    "AnalysisEngine",
    "CommandFailedError",
    "EngineError",
    "EngineStartError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "GameClock",
    "GtpEngine",
    "ProtocolError",
]
