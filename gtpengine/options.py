"""The parameters of the engine that are not the search's: limits, manners, names.

``gtpengine-param`` and ``--set`` show them in one list with those of the search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from board_ext.rules import RULES
from gtpengine.paramspec import ParamSet, ParamSpec, param_table

if TYPE_CHECKING:
    from gtpengine.settings import Settings

ENGINE_PARAMS: Final = param_table(
    [
        ParamSpec(
            "simulations", int, 0, 1, 2_000_000_000, zero_is_off=True,
            doc="simulations for each move",
        ),
        ParamSpec(
            "time_per_move", float, 0.0, 0.001, 86_400, zero_is_off=True,
            doc="seconds for each move",
        ),
        ParamSpec(
            "default_simulations", int, 10_000, 1, 2_000_000_000,
            doc="simulations for each move when there is no other limit and no clock",
        ),
        ParamSpec(
            "analysis_simulations", int, 0, 1, 2_000_000_000, zero_is_off=True,
            doc="simulations after which an analysis rests until the next command",
        ),
        ParamSpec("threads", int, 1, 1, 256, doc="search threads"),
        ParamSpec("memory", int, 512, 16, 1_048_576, doc="megabytes for the search tree"),
        ParamSpec("seed", int, 1, 0, 2**63 - 1, doc="seed of all randomness"),
        ParamSpec("rules", str, "chinese", choices=tuple(RULES), doc="rules of the game"),
        ParamSpec(
            "lag", float, 0.15, 0.0, 60.0,
            doc="seconds kept back for each move under a clock, for the way to the referee",
            source="leela-zero/leela-zero#1776; CGOS gives 0.25 s",
        ),
        ParamSpec(
            "resign", float, 0.1, 0.001, 0.5, zero_is_off=True,
            doc="win rate below which the engine resigns",
        ),
        ParamSpec(
            "resign_moves", int, 3, 1, 100,
            doc="own moves in a row that must look lost before the engine resigns",
        ),
        ParamSpec(
            "resign_simulations", int, 200, 1, 2_000_000_000,
            doc="simulations that a verdict about resigning needs",
        ),
        ParamSpec(
            "resign_length", float, 0.2, 0.0, 10.0,
            doc="moves before the first resignation, as a part of the points of the board",
        ),
        ParamSpec(
            "pass_early", bool, True,
            doc="pass before the opponent when the game is decided and a pass costs nothing",
        ),
        ParamSpec(
            "cleanup", bool, False,
            doc="capture all dead stones before passing (for CGOS)",
        ),
        ParamSpec(
            "status_simulations", int, 3000, 1, 2_000_000_000,
            doc="simulations behind final_score and final_status_list",
        ),
        ParamSpec(
            "live_gfx", str, "off", choices=("off", "moves", "variation"),
            doc="what GoGui draws while genmove thinks",
        ),
        ParamSpec("engine_name", str, "gtpengine", doc="answer to the GTP command name"),
        ParamSpec(
            "engine_version", str, "",
            doc="answer to the GTP command version; empty = the version of the package",
        ),
    ]
)  # fmt: skip


class EngineOptions(ParamSet):
    """The values of ``ENGINE_PARAMS``."""

    def __init__(self) -> None:
        super().__init__(ENGINE_PARAMS)

    @classmethod
    def from_settings(cls, settings: Settings) -> EngineOptions:
        """What the command line chose; ``settings.parameters`` are left to the engine."""
        options = cls()
        options.assign("simulations", settings.simulations or 0)
        options.assign("time_per_move", settings.time_per_move or 0.0)
        options.assign("threads", settings.threads)
        options.assign("memory", settings.memory)
        options.assign("seed", settings.seed)
        options.assign("rules", settings.rules)
        options.assign("resign", settings.resign or 0.0)
        return options
