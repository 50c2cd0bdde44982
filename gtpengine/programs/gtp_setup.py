"""What is told to a GTP engine before the first move."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from gtpengine.programs.engine_errors import CommandFailedError
from gtpengine.programs.gtp_client import GtpClient

_RULES: Final = ("kata-set-rules", "kgs-rules")
"""Commands that set the rules, the one that knows more of them first."""


def begin_game(client: GtpClient, size: int, rules: str, komi: float) -> None:
    """Begin a game on an empty board. An engine that does not know the rules keeps its own.

    :raises EngineError: if it refuses the size or the komi, or does not answer
    """
    client.send(f"boardsize {size}")
    client.send("clear_board")
    for name in _RULES:
        if client.knows(name):
            with contextlib.suppress(CommandFailedError):
                client.send(f"{name} {rules}")
                break
    client.send(f"komi {komi:g}")


def put_stones(
    client: GtpClient, black: Sequence[str], white: Sequence[str], handicap: bool
) -> None:
    """Put stones on the empty board; ``handicap`` says whether Black's are handicap stones.

    No order of them captures any, because each chain has a liberty at the end.

    :raises EngineError: if the engine refuses a stone or does not answer
    """
    if handicap and client.knows("set_free_handicap"):
        client.send(f"set_free_handicap {' '.join(black)}")
        black = ()
    for color, vertices in (("b", black), ("w", white)):
        for vertex in vertices:
            client.send(f"play {color} {vertex}")
