"""Who owns what at the end: life and death of every chain, and the score that follows.

The judgement starts from the ownership of points in a search (+1 Black, -1 White) and from proofs
(Benson's unconditional life). Ownership is averaged over chains, because a chain lives or dies as
one.

A seki is recognised when filling a shared liberty is self-atari for both sides, and, when reading
is asked for, by playing out the fight (``gtpengine.judge.seki``).

Not done: chains of one colour inside the same enclosed area are judged one by one.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from board_ext.coords import BLACK, EMPTY, WHITE, neighbours, opponent
from board_ext.legality import IllegalMoveError
from board_ext.position import Position
from board_ext.rules import Scoring
from gtpengine.game.ending import captured_score
from gtpengine.judge.seki import survivors


class Status(enum.Enum):
    """The fate of a chain when the game ends here; the value is GTP's word for it."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"


@dataclass(frozen=True, slots=True)
class FinalStatus:
    """All chains in the order of their lowest points, with their status."""

    chains: tuple[tuple[tuple[int, ...], Status], ...]

    def points(self, status: Status) -> list[int]:
        """Return the stones of all chains of this status."""
        return [point for chain, found in self.chains if found is status for point in chain]


def all_chains(position: Position) -> list[tuple[int, ...]]:
    """Return the chains on the board, points rising, ordered by their lowest points."""
    chains = []
    seen: set[int] = set()
    for point in range(position.size**2):
        if position.color_at(point) != EMPTY and point not in seen:
            chain = tuple(sorted(position.chain_at(point)))
            seen.update(chain)
            chains.append(chain)
    return chains


def judge(position: Position, ownership: Sequence[float], read_out: bool = False) -> FinalStatus:
    """Return the status of every chain; ``ownership`` has a value for each point, from A1 on.

    A chain is dead when its points, on average, belong to the opponent. With ``read_out`` small
    fights of chains that seem dead are read out, which may take some seconds.
    """
    proved_alive: set[int] = set()
    proved_dead: set[int] = set()
    for color in (BLACK, WHITE):
        alive, territory = position.unconditional_life(color)
        proved_alive.update(alive)
        proved_dead.update(p for p in territory if position.color_at(p) == opponent(color))
    status: dict[tuple[int, ...], Status] = {}
    for chain in all_chains(position):
        sign = 1.0 if position.color_at(chain[0]) == BLACK else -1.0
        own = sign * sum(ownership[point] for point in chain) / len(chain)
        dead = chain[0] in proved_dead or (chain[0] not in proved_alive and own < 0)
        status[chain] = Status.DEAD if dead else Status.ALIVE
    if read_out:
        doomed = {chain for chain, found in status.items() if found is Status.DEAD}
        read = survivors(position, status, doomed, proved_alive | proved_dead)
        status.update(dict.fromkeys(read.dead, Status.DEAD))
        status.update(dict.fromkeys(read.alive, Status.ALIVE))
        status.update(dict.fromkeys(read.seki, Status.SEKI))
    unproved = {
        chain
        for chain, found in status.items()
        if found is Status.ALIVE and chain[0] not in proved_alive
    }
    dead_points = {p for chain, found in status.items() if found is Status.DEAD for p in chain}
    for chain in find_seki(position, dead_points, unproved):
        status[chain] = Status.SEKI
    return FinalStatus(tuple(status.items()))


def all_alive(position: Position) -> FinalStatus:
    """Return the status under rules that know no dead stones."""
    return FinalStatus(tuple((chain, Status.ALIVE) for chain in all_chains(position)))


@dataclass(slots=True)
class TerritoryRegion:
    """A connected area of empty points and dead stones, and the living chains around it."""

    points: set[int]
    around: set[tuple[int, ...]]
    colors: set[int]


def regions(position: Position, dead: set[int]) -> list[TerritoryRegion]:
    """Return the areas of the board when the stones ``dead`` are no obstacle."""
    chain_of = {p: chain for chain in all_chains(position) for p in chain if p not in dead}
    found = []
    seen: set[int] = set()
    for start in range(position.size**2):
        if start in seen or start in chain_of:
            continue
        region = TerritoryRegion({start}, set(), set())
        stack = [start]
        while stack:
            for point in neighbours(stack.pop(), position.size):
                if point in chain_of:
                    region.around.add(chain_of[point])
                    region.colors.add(position.color_at(point))
                elif point not in region.points:
                    region.points.add(point)
                    stack.append(point)
        seen |= region.points
        found.append(region)
    return found


def find_seki(
    position: Position, dead: set[int], chains: set[tuple[int, ...]]
) -> set[tuple[int, ...]]:
    """Return the ``chains`` that live without two eyes because nobody can attack.

    Chains of a colour around the same own area form a group. A group is in seki when it has fewer
    than two eyes and shares liberties with an opposing group of the same kind, and filling any of
    them is suicide or self-atari for both sides.
    """
    areas = regions(position, dead)
    group_of: dict[tuple[int, ...], set[tuple[int, ...]]] = {chain: {chain} for chain in chains}
    for region in areas:
        if len(region.colors) == 1:
            members = [chain for chain in region.around if chain in group_of]
            merged = set().union(*(group_of[chain] for chain in members))
            if len(members) < len(region.around):
                continue  # connected to stones proved alive
            for chain in merged:
                group_of[chain] = merged

    def weak(chain: tuple[int, ...]) -> bool:
        if chain not in group_of:
            return False
        group = group_of[chain]
        eyes = 0
        for region in areas:
            if len(region.colors) == 1 and region.around & group:
                if not region.around <= chains:
                    return False
                # Four points make two eyes; three do if their owner plays first, so be careful.
                eyes += 1 if len(region.points) < 4 else 2
        return eyes < 2

    found: set[tuple[int, ...]] = set()
    for region in areas:
        if len(region.colors) != 2 or len(region.points) > 6:
            continue
        if region.points & dead:
            continue
        if all(weak(chain) for chain in region.around) and all(
            _is_self_atari(position, point, color)
            for point in region.points
            for color in (BLACK, WHITE)
            if any(position.color_at(n) == color for n in neighbours(point, position.size))
        ):
            for chain in region.around:
                found |= group_of[chain]
    return found


def _is_self_atari(position: Position, point: int, color: int) -> bool:
    trial = position.copy()
    try:
        trial.play(point, color)
    except IllegalMoveError:
        return True
    return len(trial.liberties_of(point)) <= 1


def score(position: Position, status: FinalStatus, ownership: Sequence[float] = ()) -> float:
    """Return Black's points minus White's, komi and handicap included, by the rules in force.

    Empty areas between both colours count nothing, as the rules say. With ``ownership`` (in a game
    that is not over) their points go to the colour that owns more than half of them.
    """
    if position.rules.capture:
        return captured_score(position)
    if not position.rules.removes_dead:
        return float(position.tromp_taylor_score())
    dead = status.points(Status.DEAD)
    estimate = 0
    if len(ownership):
        for region in regions(position, set(dead)):
            if len(region.colors) == 2:
                estimate += sum((ownership[p] > 0.5) - (ownership[p] < -0.5) for p in region.points)
    if position.rules.scoring is Scoring.TERRITORY:
        seki = status.points(Status.SEKI)
        return float(position.territory_score(dead, seki)) + estimate
    return float(position.area_score(dead)) + estimate


def owners(position: Position, status: FinalStatus) -> list[int]:
    """Return the owner of each point, from A1 on: BLACK, WHITE, or EMPTY for nobody.

    Living stones belong to their colour. An area of empty points and dead stones belongs to the
    only colour around it, unless stones there are in seki and the rules count territory.
    """
    found = [position.color_at(point) for point in range(position.size**2)]
    seki = set(status.points(Status.SEKI))
    territory = position.rules.scoring is Scoring.TERRITORY
    for region in regions(position, set(status.points(Status.DEAD))):
        held = len(region.colors) == 1
        if territory and any(chain[0] in seki for chain in region.around):
            held = False
        owner = next(iter(region.colors)) if held else EMPTY
        for point in region.points:
            found[point] = owner
    return found
