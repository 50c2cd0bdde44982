"""Job-level search: which position a member is to search next (Liang, Wei and Wu 2015, "Job-Level
UCT Search for Solving Hex"; Wu et al. 2013 for jobs).

The hub's statistics are a small tree over moves. Its leaves are positions that nobody has searched
yet. A job is such a position, searched with a fixed number of simulations. Its simulations count at
the position, at each move that led there, and for the moves tried in it, which are the next leaves.
A job under way counts as lost for those who play into it, so that members spread.

A way down goes by UCT, with a job as the unit of visits. The paper asks each job for one move and
adds the next one later; here a node with the worth of *n* jobs has sqrt(n) candidates, rounded
up: those with the most simulations (progressive widening, Coulom 2007).

Not done: RAVE statistics count for the moves tried in a job, not for those that led there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from board_ext.coords import PASS
from board_ext.position import Position
from gtpengine.cluster.digests.exchange import ENTRY, Digest, Origin
from gtpengine.cluster.group import Connection, Group, SharingPolicy
from gtpengine.cluster.messages import MemberAnswer, SearchTask
from gtpengine.mcts.params.search_params import SearchParams

EXPLORATION: Final = 0.2
"""The weight of the bonus for moves that were searched little, in win rates; not tuned."""

WIN: Final = 65536
"""The reward of a win (``gtpengine.cluster.digests.exchange.NodeChange``)."""

Path = tuple[int, ...]
"""Moves from the root."""

Moves = Callable[[Path], Mapping[int, tuple[int, int]]]
"""The moves tried at a node: point -> visits and reward, as `SharedStatistics.moves`."""


@dataclass
class SearchJob:
    """A position below the position of a task, how many of its simulations are done, and their
    task."""

    task: SearchTask
    of: int
    done: int = 0

    def path(self, task: SearchTask) -> Path | None:
        """Return the moves from the position of a task to this one; None when none lead here."""
        return self.task.moves_since(task.lineage, task.moves)


class JobGroup(Group):
    """A hub that gives each member positions to search; the head's tree learns what they find."""

    def __init__(
        self,
        policy: SharingPolicy,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(policy, clock, note)
        self.jobs: dict[Connection, SearchJob] = {}
        self.given = 0

    @property
    def told(self) -> tuple[float, int]:
        return 0.0, 1  # all moves of a job's position

    def params_of_members(self, params: SearchParams) -> dict[str, object]:
        return {spec.name: value for spec, value in params}

    def _news_for(self, _connection: Connection) -> Digest | None:
        return None

    def _task_of(self, connection: Connection) -> SearchTask | None:
        if not self._has_its_task(connection):
            self.jobs.pop(connection, None)  # what it did is not under way any more
            self.jobs[connection] = self._next_job()
        return self.jobs[connection].task

    def _has_its_task(self, connection: Connection) -> bool:
        job = self.jobs.get(connection)
        if job is None or self._task is None or job.done >= self.policy.job:
            return False
        return job.path(self._task) is not None

    def _next_job(self) -> SearchJob:
        """Return a job that is under way from now on. Jobs have numbers below the numbers of
        tasks."""
        task, shared = self._task, self._shared
        assert task is not None and shared is not None
        paths = [job.path(task) for job in self.jobs.values()]
        under_way = [path for path in paths if path is not None]
        path = next_job(shared.moves, task.position, under_way, self.policy.job)
        self.given += 1
        return SearchJob(after(task, path, -1 - self.given), task.number)

    def _most_of(self, _connection: Connection) -> int:
        return self.policy.job

    def _task_of_answer(self, connection: Connection, answer: MemberAnswer) -> int:
        job = self.jobs.get(connection)
        if job is None:
            return answer.number
        job.done += answer.simulations
        return job.of

    def _note_news(self, connection: Connection, answer: MemberAnswer) -> bool:
        task, shared, job = self._task, self._shared, self.jobs.get(connection)
        assert task is not None and shared is not None
        path = None if job is None else job.path(task)
        if path is None or answer.news is None:
            return super()._note_news(connection, answer)
        heard = shared.heard(connection, below_root(answer.news, path, task.origin))
        self.traffic.nodes_heard += heard
        return heard > 0

    def _drop(self, connection: Connection, why: str) -> None:
        super()._drop(connection, why)
        self.jobs.pop(connection, None)


group = JobGroup


def after(task: SearchTask, path: Path, number: int) -> SearchTask:
    """Return the task of the position after these moves. It keeps the origin: nobody is told
    anything of such a position.

    :raises IllegalMoveError: when a move is not legal.
    """
    position = task.position.copy()
    for point in path:
        position.play(point)
    avoid = {key: depth - len(path) for key, depth in task.avoid.items() if depth > len(path)}
    moves = (*task.moves, *path)
    return replace(task, number=number, moves=moves, position=position, avoid=avoid)


def next_job(moves: Moves, position: Position, under_way: Sequence[Path], size: int) -> Path:
    """Return the moves from ``position`` to the one to be searched next.

    ``under_way`` are the jobs that others have, ``size`` is the number of simulations of a job. Two
    get the same position only where no other is left.
    """
    board = position.copy()
    path: Path = ()
    while True:
        rated = _candidates(moves, board, path, under_way, size)
        if not rated:
            return path
        point = max(rated, key=lambda move: (rated[move], -move))
        path = (*path, point)
        board.play(point)


def below_root(digest: Digest, path: Path, origin: Origin) -> Digest:
    """Return what a member tells of the position after these moves as a digest of the root.

    All its simulations count for these moves, too: each reward is for the side that moved.
    """
    told = digest.table()
    if not path or not len(told):
        return digest
    table = np.zeros(len(path) + len(told), ENTRY)
    table[len(path) :] = told
    table["parent"][len(path) :] += len(path)
    visits, reward, score = (int(told[0][name]) for name in ("visits", "reward", "score"))
    for row in range(len(path) + 1):
        same_side = (len(path) - row) % 2 == 0
        table[row]["parent"] = row - 1
        table[row]["point"] = path[row - 1] if row else PASS
        table[row]["visits"] = visits
        table[row]["reward"] = reward if same_side else visits * WIN - reward
        table[row]["score"] = score
    return Digest(origin, table.tobytes())


def _candidates(
    moves: Moves, board: Position, path: Path, under_way: Sequence[Path], size: int
) -> dict[int, float]:
    """Return the moves that a way may follow from a node, and their upper confidence bounds."""
    tried = {point: sums for point, sums in moves(path).items() if sums[0]}
    jobs = sum(visits for visits, _ in tried.values()) / size + _below(under_way, path)
    passed = bool(board.moves) and board.moves[-1][1] == PASS
    rated: dict[int, float] = {}
    for point in sorted(tried, key=lambda move: (-tried[move][0], move)):
        if len(rated) >= math.sqrt(jobs):
            break
        after = (*path, point)
        ends = passed and point == PASS
        if ends or not board.is_legal(point) or (after in under_way and not moves(after)):
            continue
        visits, reward = tried[point]
        here = visits / size + _below(under_way, after)
        bonus = EXPLORATION * math.sqrt(math.log(1.0 + jobs) / here)
        rated[point] = reward / (WIN * size * here) + bonus
    return rated


def _below(under_way: Sequence[Path], path: Path) -> int:
    """Return how many jobs are under way at a node or below it."""
    return sum(other[: len(path)] == path for other in under_way)
