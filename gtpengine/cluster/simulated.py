"""A network in simulated time, with delay and faults, to test and measure a cluster in one process.

Orders and answers are pickled as on a real network, and their bytes are counted. Messages on a link
arrive in order. What is sent over a cut link arrives when it is mended, as with TCP; a dead member
answers nothing, until somebody finds out.
"""

from __future__ import annotations

import heapq
import pickle
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from gtpengine.cluster.messages import MemberAnswer, Order


class Exchanges(Protocol):
    """A member, or a reducer."""

    def exchange(self, order: Order) -> MemberAnswer: ...


class SimulatedNetwork:
    """The simulated time, in seconds, and what is under way."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def clock(self) -> float:
        """Return the simulated time."""
        return self.now

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something later."""
        self._number += 1
        heapq.heappush(self._events, (self.now + seconds, self._number, act))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        end = self.now + seconds
        while self._events and self._events[0][0] <= end:
            self.now, _, act = heapq.heappop(self._events)
            act()
        self.now = end


class SimulatedLink:
    """The way to a member in this process: ``delay`` seconds in each direction."""

    def __init__(
        self, network: SimulatedNetwork, name: str, member: Exchanges, delay: float = 0.0
    ) -> None:
        self.name = name
        self.member = member
        self.delay = delay
        self.bytes_sent = self.bytes_heard = self.messages = 0
        self.closed = False
        self._network = network
        self._cut = self._dead = False
        self._held: list[Callable[[], None]] = []
        self._waiting: list[Future[MemberAnswer]] = []

    def exchange(self, order: Order) -> Future[MemberAnswer]:
        """Send an order; the answer comes in simulated time."""
        packed = pickle.dumps(order)
        self.bytes_sent += len(packed)
        self.messages += 1
        future: Future[MemberAnswer] = Future()
        self._waiting.append(future)
        self._travel(lambda: self._arrived(packed, future))
        return future

    def close(self) -> None:
        """Note that the hub has let the member go."""
        self.closed = True

    def cut(self) -> None:
        """Hold back all messages from now on."""
        self._cut = True

    def mend(self) -> None:
        """Let messages pass again, those held back first."""
        self._cut = False
        held, self._held = self._held, []
        for act in held:
            act()

    def die(self) -> None:
        """Let the member answer nothing any more; nobody knows yet."""
        self._dead = True

    def found_dead(self) -> None:
        """Tell the hub that the member died."""
        self._dead = True
        for future in self._waiting:
            if not future.done():
                future.set_exception(ConnectionError(f"{self.name} died"))

    def _travel(self, act: Callable[[], None]) -> None:
        if self._cut:
            self._held.append(lambda: self._travel(act))
        else:
            self._network.after(self.delay, lambda: self._held.append(act) if self._cut else act())

    def _arrived(self, packed: bytes, future: Future[MemberAnswer]) -> None:
        if self._dead:
            return
        try:
            answer = self.member.exchange(pickle.loads(packed))
        except Exception as error:
            self._travel(lambda failure=error: self._fail(future, failure))  # type: ignore[misc]
            return
        packed_answer = pickle.dumps(answer)
        self.bytes_heard += len(packed_answer)
        self._travel(lambda: self._answered(future, packed_answer))

    def _answered(self, future: Future[MemberAnswer], packed: bytes) -> None:
        if not self._dead and not future.done():
            future.set_result(pickle.loads(packed))

    def _fail(self, future: Future[MemberAnswer], error: Exception) -> None:
        if not self._dead and not future.done():
            future.set_exception(error)
