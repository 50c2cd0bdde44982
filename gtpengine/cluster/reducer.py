"""A reducer: a member to the head, and the hub of a group of members.

It has no tree, only shared statistics, in which it adds up what its members tell before it answers.
So the head talks with as many as it can serve, however many machines there are.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from gtpengine.base.system import threads
from gtpengine.cluster.group import Link, SharingPolicy, group_of
from gtpengine.cluster.member import SILENCE
from gtpengine.cluster.messages import MemberAnswer, Order, SearchTask

TICK: Final = 0.05
"""Most seconds between looks at the members."""


class Reducer:
    """Stands for the members that it is given.

    A thread of its own tends them once ``begin`` was called; else only ``exchange`` does.
    """

    def __init__(self, policy: SharingPolicy, clock: Callable[[], float] = time.monotonic) -> None:
        self._group = group_of(policy, clock)
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._group.on_answer = self._wake.set
        self._task: SearchTask | None = None
        self._told = 0
        self._silent = 0.0
        self._closed = False
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Tend the members from now on."""
        self._thread = threads.begin(self._tend, name="reducer")[0]

    def add(self, link: Link) -> None:
        """Let a member take part."""
        with self._lock:
            self._group.add(link)

    def exchange(self, order: Order) -> MemberAnswer:
        """Pass an order on, and answer with what the members have told since the last one.

        :raises RuntimeError: when the first order has no task.
        """
        with self._lock:
            group = self._group
            self._silent = 0.0
            if order.anew:
                group.anew()
                self._task = None
            if order.task is not None:
                self._task, self._told = order.task, 0
                group.begin(order.task, None)
            task = self._task
            if task is None:
                raise RuntimeError("a reducer's first order needs a task")
            if order.news is not None:
                group.hear_local(order.news)
            if order.task is not None or order.search != group.searching:
                (group.go if order.search else group.rest)()
            group.step()
            done, self._told = group.of_task - self._told, group.of_task
            news = group.local_news()
            return MemberAnswer(task.number, task.lineage, task.moves, done, news, group.members)

    def close(self) -> None:
        """Let the members go."""
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            threads.end(self._thread)
        self._group.close()

    def _tend(self) -> None:
        while not self._closed:
            self._wake.wait(TICK)
            self._wake.clear()
            with self._lock:
                self._group.step()
                self._silent += TICK
                if self._silent > SILENCE and self._group.searching:
                    self._group.rest()
