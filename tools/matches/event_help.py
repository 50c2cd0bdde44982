"""What the help of commands that play matches says alike, and what it leaves to a topic."""

from __future__ import annotations

import argparse
from typing import Final

from gtpengine.base.parser import Parser

TOPIC: Final = "match-options"
_SELDOM: Final = (
    "--name --engines --lag --hang --max-moves --scorer --referee --seed --cores-per-game"
    " --on-failure --cluster --priority --verbose --gtp-log"
)

#: The exit status, for the help of the commands that play.
STATUS_HELP = (
    "exit status: 0 all games were played and no engine failed; 1 an engine or the scorer failed"
    " (crash, hang, time loss, illegal move, broken protocol, internal error), a game is void, or a"
    " failure stopped the event; 2 the command or the machine does not allow it; 130 interrupted"
)


def fold_seldom(parser: argparse.ArgumentParser) -> None:
    """Leave the shared options that are seldom given to the help of the topic."""
    if isinstance(parser, Parser):
        parser.fold(TOPIC, *_SELDOM.split())
