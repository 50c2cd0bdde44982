"""``gtpengine help match-options``: the options that all commands share which play matches."""

from __future__ import annotations

import argparse

from gtpengine.base.parser import Parser

from .event_cli import add_game_arguments
from .event_help import TOPIC


def listing() -> str:
    """Return the options for a terminal, each with its text."""
    parser = Parser(prog="gtpengine match", usage=argparse.SUPPRESS, add_help=False)
    parser.description = (
        "The options of all commands that play matches: match, sprt, tournament, tune, screen and"
        " ablation."
    )
    add_game_arguments(parser)
    parser.fold(TOPIC)
    return parser.format_help()
