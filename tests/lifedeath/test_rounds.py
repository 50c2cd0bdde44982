"""Rounds: who is asked when, and with how much time."""

from __future__ import annotations

import time

import pytest

from gtpengine.lifedeath import rounds
from gtpengine.lifedeath.rounds import FAVOURED, PARTS, ask_in_rounds


class Clock:
    """A clock that goes on when somebody is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(rounds, "time", self)

    def monotonic(self) -> float:
        return self.now


def test_an_item_that_needs_a_moment_is_answered_whatever_the_others_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    needed = {"hard": 99.0, "easy": 0.2, "none": 0.0}
    answered = []

    def ask(item: str, until: float) -> float | None:
        taken = min(needed[item], until - clock.now)
        needed[item] -= taken
        clock.now += taken
        if needed[item] > 1e-9:
            return needed[item]
        answered.append(item)
        return None

    ask_in_rounds(["hard", "easy", "none"], clock.now + 4, ask)
    assert answered == ["none", "easy"]
    assert clock.now == pytest.approx(104)


def test_those_that_look_nearest_come_first_in_later_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    asked: list[int] = []
    shares: list[float] = []

    def ask(item: int, until: float) -> float | None:
        asked.append(item)
        shares.append(until - clock.now)
        return -item

    items = list(range(8))
    ask_in_rounds(items, clock.now + 4, ask)
    assert asked == items + items[::-1] * (len(PARTS) - 1)
    assert shares[0] == pytest.approx(4 * PARTS[0] / len(items))
    assert shares[len(items)] == pytest.approx(4 * PARTS[1] / FAVOURED)


def test_without_time_each_is_asked_all_the_same() -> None:
    asked = []
    ask_in_rounds([1, 2], time.monotonic() - 1, lambda item, _: asked.append(item))
    assert asked == [1, 2]
