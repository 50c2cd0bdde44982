"""Threads that share out tasks: every tool works alone, ends with the crew, and errors are told."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from gtpengine.base.system.crew import Crew


class Bell:
    """A tool that notes whether two tasks ever had it at once."""

    def __init__(self) -> None:
        self.busy = threading.Lock()
        self.ended = threading.Event()
        self.closed = False

    def stop(self) -> None:
        self.ended.set()

    def close(self) -> None:
        self.closed = True


def squared(number: int) -> Callable[[Bell], int]:
    def task(bell: Bell) -> int:
        assert bell.busy.acquire(blocking=False)
        bell.busy.release()
        return number**2

    return task


def test_every_task_is_done_once_and_the_tools_are_closed() -> None:
    bells = [Bell() for _ in range(3)]
    with Crew(bells, "bells") as crew:
        assert sorted(crew.run([squared(n) for n in range(50)])) == [n**2 for n in range(50)]
        assert list(crew.run([])) == []
        assert list(crew.run([squared(7)])) == [49], "a crew takes tasks more than once"
    assert all(bell.closed for bell in bells)


def test_an_error_is_raised_where_the_results_are_read_and_ends_the_others() -> None:
    def wrong(_: Bell) -> int:
        raise KeyError("wrong")

    def endless(bell: Bell) -> int:
        assert bell.ended.wait(60), "nobody has stopped it"
        return 0

    bells = [Bell(), Bell()]
    with pytest.raises(KeyError, match="wrong"), Crew(bells, "bells") as crew:
        list(crew.run([endless, wrong, endless]))
    assert all(bell.closed for bell in bells)


def test_what_a_look_raises_ends_the_tasks_that_run() -> None:
    begun = threading.Event()

    def endless(bell: Bell) -> int:
        begun.set()
        assert bell.ended.wait(60), "nobody has stopped it"
        return 0

    def look() -> None:
        if begun.is_set():
            raise InterruptedError

    bells = [Bell(), Bell()]
    with pytest.raises(InterruptedError), Crew(bells, "bells") as crew:
        list(crew.run([endless], look))
    assert all(bell.closed for bell in bells)
