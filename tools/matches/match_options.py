"""``gtpengine help match-options``: the options that all commands share which play matches."""

from __future__ import annotations

import argparse

from gtpengine.base.arguments.options import add_options
from gtpengine.base.arguments.parser import Parser, append

from .options import STATUS_HELP, TOPIC, EventOptions


def listing() -> str:
    """Return the options for a terminal, each with its text."""
    parser = Parser(prog="gtpengine match", usage=argparse.SUPPRESS, add_help=False)
    parser.description = (
        "The options of all commands that play matches: match, sprt, tournament, tune, screen and"
        " ablation."
    )
    append(parser, STATUS_HELP)
    add_options(parser, EventOptions)
    parser.fold(TOPIC)
    return parser.format_help()
