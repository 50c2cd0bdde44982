"""What the store has of matches: the newest that is worth it, and which games count."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import cast

import pytest
from gtpengine.tools.storage.store import Event, Result, Store

from gtpengine.lab.study.figures.results import KIND, cell_settings
from gtpengine.lab.study.figures.stored import (
    as_text,
    date_of,
    estimate_of,
    events_of,
    newest,
    tell,
)
from tests.lab.study.examples import add_event, table_in

WON = (1.0, 1.0)


@dataclasses.dataclass(frozen=True)
class One:
    name: str
    games: int
    failures: int = 0


def test_the_newest_with_games_enough_or_else_the_newest() -> None:
    found = {"c": None, "b": One("b", 2), "a": One("a", 8)}
    events = cast(list[Event], list(found))

    def read(event: Event) -> One | None:
        return found[cast(str, event)]

    assert newest(events, read, 8) == found["a"]
    assert newest(events, read, 9) == found["b"]
    assert newest(events[:1], read, 1) is None
    assert newest([], read, 1) is None


def test_events_are_found_by_their_settings_the_newest_first(tmp_path: Path) -> None:
    first, second, *_ = table_in(tmp_path).cells()
    with Store(tmp_path / "store.sqlite") as store:
        events = [add_event(store, first, [WON], version) for version in "123"]
        add_event(store, second, [WON])
        found = events_of(store, KIND)
        assert len(found) == 2
        mine = found[as_text(dict(reversed(cell_settings(first).items())))]
        assert {event.name for event in mine} == {event.name for event in events}
        assert [e.created for e in mine] == sorted((e.created for e in events), reverse=True)
        assert events_of(store, "match") == {}
        assert date_of(dataclasses.replace(events[0], created=86400.0 * 366)) == "1971-01-02"


def test_a_void_game_does_not_count() -> None:
    won = Result(0, 0, 0, 0, 1, "b", "score")
    drawn = dataclasses.replace(won, number=1, winner="")
    games, both = estimate_of([won, drawn])
    assert (games, both.value) == (2, 0.75)
    games, one = estimate_of([won, dataclasses.replace(drawn, termination="void")])
    assert (games, one.value) == (1, 1.0)


def test_a_game_of_a_pair_that_is_not_complete_does_not_count() -> None:
    won = Result(0, 0, 0, 0, 1, "b", "score")
    drawn = dataclasses.replace(won, number=1, winner="")
    begun = dataclasses.replace(won, number=2, pair=1)
    assert estimate_of([won, drawn, begun]) == estimate_of([won, drawn])


def test_failures_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell([One("a", 4)], 3) == 0
    assert capsys.readouterr().err == "1 of 3 matches have games, 0 games failed\n"
    assert tell([One("a", 4, 1), One("b", 2, 2)], 2) == 1
    assert capsys.readouterr().err == "2 of 2 matches have games, 3 games failed\n"
