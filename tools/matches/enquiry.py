"""What the engines of an event are asked before its first game.

Each says who it is. Our own engines also say which of their settings do not do what they seem to:
those of a search that does not play, and those that take the lead from the network. Games with such
settings would measure something else, so they are refused. Two of our own engines are compared in a
short game, too: settings that change nothing are found before thousands of games.
"""

from __future__ import annotations

from typing import Final

from gtpengine.tools.games.game import EnginePlayer, GameSettings, Opening
from gtpengine.tools.running.engines import (
    REMARKS,
    EngineIdentity,
    EngineSpec,
    identity_of,
    remarks_of,
    start_engine,
    told_if_slow,
)

from gtpengine.programs.gtp_client import GtpClient

MOVES: Final = 40
SIMULATIONS: Final = 50
"""Moves of the game in which two engines are compared, and simulations of each."""

SEED: Final = 1

#: Parameters that may differ between engines that search alike.
_FREE: Final = (" engine_name ", " engine_version ", " seed ")
_FIXED: Final = (f"simulations {SIMULATIONS}", "time_per_move off", "threads 1")


_NEEDED: Final = ("gtpengine-param", "gtpengine-gogui_param", "gtpengine-last_search")


def enquire(spec: EngineSpec, settings: GameSettings, opening: Opening) -> EngineIdentity:
    """Start an engine, and return what it says about itself.

    :raises EngineError: if it does not start or does not answer
    :raises ValueError: if it has settings that do not do what they seem to in these games
    """
    limit = settings.hang_seconds
    with told_if_slow(spec.name, limit), start_engine(spec, limit=limit) as client:
        identity = identity_of(spec, client)
        if client.knows(REMARKS):
            EnginePlayer(client, spec, "b").prepare(settings, opening, SEED)
            if remarks := remarks_of(spec, client):
                raise ValueError("; ".join(remarks))
    return identity


def alike(first: EngineSpec, second: EngineSpec, settings: GameSettings, opening: Opening) -> str:
    """Return why the games of two engines may measure nothing but chance; empty if they need not.

    Only our own engines are compared.

    :raises EngineError: if one does not start or does not answer
    """
    ours, theirs = (_fingerprint(spec, settings, opening) for spec in (first, second))
    if not ours or ours != theirs:
        return ""
    return (
        f"{first.name} and {second.name} searched alike in a game of {MOVES} moves, with"
        f" {SIMULATIONS} simulations a move and one seed: what they differ in changes nothing there"
    )


def _fingerprint(spec: EngineSpec, settings: GameSettings, opening: Opening) -> list[str]:
    """Return the limits of an engine and what its searches in a short game found; empty for an
    engine that is not ours, or that gets a clock, which decides how long it thinks."""
    if settings.time != "none":
        return []
    with start_engine(spec, limit=settings.hang_seconds) as client:
        if not all(client.knows(command) for command in _NEEDED):
            return []
        found = [*_options(client), spec.command.split()[0]]
        for setting in _FIXED:
            client.send(f"gtpengine-param {setting}")
        player = EnginePlayer(client, spec, "b")
        player.prepare(settings, opening, 0)
        client.send(f"set_random_seed {SEED}")
        color = "w" if (len(opening.moves) + bool(opening.handicap)) % 2 else "b"
        for _ in range(MOVES):
            found.append(client.send(f"genmove {color}"))
            found.append(client.send("gtpengine-last_search").partition(" seconds")[0])
            color = "b" if color == "w" else "w"
    return found


def _options(client: GtpClient) -> list[str]:
    """Return the engine's own parameters, such as limits and threads, a line each."""
    ours = client.send("gtpengine-gogui_param engine").split("\n")
    return [line for line in ours if not any(name in line for name in _FREE)]
