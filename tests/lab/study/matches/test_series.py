"""A series of matches: what is told of each, where it stops, and its exit status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gtpengine.tools.matches.campaign import Interrupt
from gtpengine.tools.matches.options import StoreOptions
from gtpengine.tools.storage.store import Store

from gtpengine.lab.study.matches import series
from gtpengine.lab.study.matches.arguments import PartOptions, PlayingOptions
from gtpengine.lab.study.matches.playing import MatchState, StudyMatch
from gtpengine.lab.study.tables.reading import MatchEnding

Play = Callable[[str, Interrupt], MatchState]


def match_of(_: Store, name: str) -> StudyMatch | None:
    if name == "none":
        return None
    return StudyMatch(name, "study", {}, 9, None, "empty", ("a=x", "b=y"), MatchEnding(0.1, 2, 4))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def run(play: Play, hours: float | None = None, names: tuple[str, ...] = ("one", "two")) -> int:
        def played(
            _: Store, interrupt: Interrupt, __: Any, match: StudyMatch, *___: Any
        ) -> MatchState:
            return play(match.title, interrupt)

        monkeypatch.setattr(series, "play", played)
        part = PartOptions(hours=hours)
        playing = PlayingOptions(place=StoreOptions(store=tmp_path / "store.sqlite"))
        shown = {"one": "4 games", "two": ""}
        return series.play_all(part, playing, names, match_of, lambda _, name: shown[name])

    return run


def test_each_match_is_told(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(lambda name, _: MatchState(name == "one", 0)) == 0
    told = capsys.readouterr()
    assert told.out == "one: 4 games\ntwo: no game counts; not ended\n"
    assert told.err == "match 1 of 2: one\nmatch 2 of 2: two\n"


def test_failures_make_the_status_1(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(lambda name, _: MatchState(True, 3 if name == "one" else 1)) == 1
    assert "warning: 4 games failed or are void" in capsys.readouterr().err


def test_a_match_of_several_rounds_counts_its_failures_once(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(lambda *_: MatchState(True, 3), names=("one", "two", "one")) == 1
    assert "warning: 6 games failed or are void" in capsys.readouterr().err


def test_what_has_no_match_now_is_passed_over(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(lambda *_: MatchState(True, 0), names=("none", "one")) == 0
    assert capsys.readouterr().out == "one: 4 games\n"


def test_no_match_is_begun_after_an_interrupt(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def play(_: str, interrupt: Interrupt) -> MatchState:
        interrupt.count = 1
        return MatchState(False, 1)

    assert run(play) == 130
    told = capsys.readouterr()
    assert told.out == "one: 4 games; not ended\n"
    assert "interrupted; the same command continues it" in told.err


def test_hours_that_are_over_are_no_failure(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    def play(name: str, _: Interrupt) -> MatchState:
        raise AssertionError(name)

    assert run(play, 0.0) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "the hours are over; the same command continues\n")
