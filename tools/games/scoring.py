"""Who won, after both engines passed. The engines name the dead stones, the referee counts.

Rules that count all stones (Tromp-Taylor, CGOS) leave nothing to decide. Otherwise the scorer
engine decides, if there is one. Without one both players are asked, and the result stands if both
answers give the same winner. If they do not, the game is scored with all stones alive and marked
as disputed. If only one of them can answer, its word stands, with a note. An engine that fails here
loses no game, but the verdict says that it failed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

from gtpengine.programs.engine_errors import (
    CommandFailedError,
    EngineError,
    ProtocolError,
)
from gtpengine.programs.gtp_client import GtpClient

from .referee import ForbiddenMoveError, Referee, chain_of

SCORER = "scorer"
"""The name of the scorer among those that failed."""


@dataclasses.dataclass(frozen=True, slots=True)
class ScoringResult:
    """A score and how it came about.

    ``score`` is Black minus White with komi; ``dead`` are the stones taken off. ``failed`` are
    those that crashed, were silent or gave no vertices: b, w, `SCORER`.
    """

    score: float
    dead: tuple[str, ...]
    disputed: bool
    detail: str
    failed: frozenset[str] = frozenset()


def settle(
    referee: Referee,
    clients: Mapping[str, GtpClient],
    scorer: Callable[[], GtpClient] | None,
    moves: Sequence[tuple[str, str]],
) -> ScoringResult:
    """Score the finished game on ``referee``'s board. Nothing an engine says raises an error.

    ``scorer`` starts the scorer. ``moves`` are all stones and moves of the game, for the scorer to
    replay.
    """
    if not referee.rules.removes_dead:
        return _verdict(referee, frozenset(), False, "")
    notes: list[str] = []
    failed: set[str] = set()
    if scorer is not None:
        try:
            return _scored(referee, scorer(), moves)
        except EngineError as error:
            notes.append(f"scorer failed: {error}")
            failed.add(SCORER)
    claims: dict[str, frozenset[str]] = {}
    for color, client in clients.items():
        try:
            answer = dead_stones(client, referee)
        except EngineError as error:
            notes.append(str(error))
            failed.add(color)
            continue
        if answer is not None:
            claims[color] = answer
    return dataclasses.replace(_agreed(referee, claims, notes), failed=frozenset(failed))


def _scored(referee: Referee, client: GtpClient, moves: Sequence[tuple[str, str]]) -> ScoringResult:
    """Return the verdict of the scorer.

    :raises EngineError: if it names no dead stones
    """
    client.send(f"boardsize {referee.size}")
    client.send("clear_board")
    client.send(f"komi {referee.komi:g}")
    for color, vertex in moves:
        client.send(f"play {color} {vertex}")
    dead = dead_stones(client, referee)
    if dead is None:
        silent = "gave no answer before and is not asked again"
        raise CommandFailedError(
            client.name, silent if client.mute else "does not list dead stones"
        )
    return _verdict(referee, dead, False, f"scored by {client.name}")


def _agreed(
    referee: Referee, claims: Mapping[str, frozenset[str]], notes: Sequence[str]
) -> ScoringResult:
    """Return the verdict from the dead stones that players claim; ``notes`` begin its detail."""
    notes = list(notes)
    if not claims:
        notes.append("no dead stones claimed, all stones alive")
        return _verdict(referee, frozenset(), False, "; ".join(notes))
    if len(claims) < 2:
        notes.append(f"only {', '.join(claims)} listed dead stones")
    verdicts = [_verdict(referee, dead, False, "") for dead in claims.values()]
    said = ", ".join(f"{c} says {v.score:+zg}" for c, v in zip(claims, verdicts, strict=True))
    if len({_sign(verdict.score) for verdict in verdicts}) == 1:
        if len({verdict.dead for verdict in verdicts}) > 1:
            notes.append(f"dead stones differ: {said}")
        return dataclasses.replace(verdicts[0], detail="; ".join(notes))
    notes.append(f"winner disputed: {said}; all stones alive")
    return _verdict(referee, frozenset(), True, "; ".join(notes))


def dead_stones(client: GtpClient, referee: Referee) -> frozenset[str] | None:
    """Return the engine's dead stones, as whole chains; None if it cannot say.

    One vertex of a chain is enough, as some engines answer. Empty points are dropped.

    :raises EngineError: if the engine ends, does not answer, or names something else than points
    """
    if not client.usable or not client.knows("final_status_list"):
        return None
    try:
        text = client.send("final_status_list dead")
    except CommandFailedError:
        return None
    dead: set[str] = set()
    for word in text.upper().split():
        if word not in dead:
            try:
                dead |= chain_of(referee, word)
            except ForbiddenMoveError as error:
                raise ProtocolError(client.name, f"dead stones {text[:200]!r}: {error}") from None
    return frozenset(dead)


def _verdict(referee: Referee, dead: frozenset[str], disputed: bool, detail: str) -> ScoringResult:
    stones = tuple(sorted(dead))
    return ScoringResult(referee.score(stones), stones, disputed, detail)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
