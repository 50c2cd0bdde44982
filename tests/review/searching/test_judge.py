"""Another engine judges a review; what it leaves is judged by ours, and the page says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.programs.other_engine import OtherEngine
from gtpengine.review.reviewer import review_game
from gtpengine.review.searching.judge import judges_note
from gtpengine.review.searching.model import unpacked
from tests.programs.judges import OURS, judge, spoiling
from tests.review.games import SETTINGS, SHORT, record, short_review

FAILS = [
    ("if len(asked['moves']) > 4: sys.exit(3)", "ended (exit status 3)"),
    ("if len(asked['moves']) > 4: told['id'] = 'x'", "nobody asked"),
    ("if len(asked['moves']) > 4: told['ownership'].pop()", "48 owners for 49 points"),
    ("if len(asked['moves']) > 4: told['rootInfo']['winrate'] = math.nan", "nan is no number"),
    ("if len(asked['moves']) > 4: told = {'id': told['id'], 'error': 'no'}", "answers 'no'"),
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("game.sgf").write_bytes(SHORT)


@pytest.fixture
def engines() -> Iterator[list[OtherEngine]]:
    started: list[OtherEngine] = []
    yield started
    for engine in started:
        engine.close()


def command(*words: str) -> int:
    return main(["review", "game.sgf", *words, "--simulations", "4", "--threads", "1"])


def page() -> str:
    return Path("reviews/game.html").read_text(encoding="utf-8")


def test_its_values_lead_and_owners_are_the_reviews(engines: list[OtherEngine]) -> None:
    engines.append(OtherEngine(judge(), "--engine"))
    review = review_game(record(), replace(SETTINGS, judge=engines[0]))
    assert review.judges == (engines[0].name,) * 11
    assert str(review.notes[-1]) == f"{engines[0].name} judged all positions."
    # It says the same of all positions, and that no move loses anything.
    assert all(one.value == pytest.approx(0.75, abs=0.01) for one in review.win_rate)
    assert all(one.value == pytest.approx(4.0, abs=0.1) for one in review.lead)
    assert not review.mistakes
    for text in review.ownership:
        assert unpacked(text)[0] == -1.0 and unpacked(text)[48] == 1.0


@pytest.mark.parametrize(("change", "why"), FAILS)
def test_positions_that_it_leaves_are_judged_by_ours(
    change: str, why: str, engines: list[OtherEngine]
) -> None:
    engines.append(OtherEngine(spoiling(change), "--engine"))
    review = review_game(record(), replace(SETTINGS, judge=engines[0]))
    # Of position 4 it judges the position, but the question had four moves, not more.
    assert review.judges == (engines[0].name,) * 5 + ("",) * 6
    assert "gtpengine judged those after move 5-10. (" in str(review.notes[-1])
    assert why in str(review.notes[-1])
    ours = short_review()
    assert review.moves[6].candidates == ours.moves[6].candidates
    assert review.moves[2].candidates != ours.moves[2].candidates


def test_the_cache_keeps_both_apart(engines: list[OtherEngine]) -> None:
    folder = Path("kept")
    engines.append(OtherEngine(spoiling(FAILS[2][0]), "--engine"))
    settings = replace(SETTINGS, cache=folder, judge=engines[0])
    review = review_game(record(), settings)
    kept = {
        path: [json.loads(line) for line in path.read_text().split("\n") if line]
        for path in folder.glob("*.jsonl")
    }
    names = [{one["judge"] for one in lines} for lines in kept.values()]
    assert sorted(map(sorted, names)) == sorted([[""], [engines[0].name]])
    before = {path: path.read_bytes() for path in kept}
    again = review_game(record(), settings)
    assert again.moves == review.moves and again.judges == review.judges
    for path, data in before.items():
        assert path.read_bytes().split() == data.split()  # nothing is kept twice
    # Ours alone does not take what the other engine found.
    assert review_game(record(), replace(SETTINGS, cache=folder)) == short_review()


def test_the_command_says_who_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--engine", judge()) == 0
    out, err = capsys.readouterr()
    assert out == "reviews/game.html\n"
    assert "1.99 with b6-test judges\n" in err
    assert "1.99 with b6-test judged all positions." in page()
    assert "weaker than a professional" not in page()
    assert "1.99 with b6-test judged all positions." in Path("reviews/game.sgf").read_text()


@pytest.mark.parametrize(
    ("engine", "why"),
    [
        ("no-such-engine analysis", "no-such-engine: no such program"),
        (judge("sys.exit(4)"), "ended (exit status 4)"),
        (judge("time.sleep(1000)"), "no answer of the other engine in 2 s"),
    ],
)
def test_an_engine_that_does_not_start_costs_no_review(
    engine: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("--engine", engine, "--engine-patience", "2") == 1
    out, err = capsys.readouterr()
    assert out == "reviews/game.html\n"
    assert why in err and "gtpengine judges all positions" in err
    assert "gtpengine (" in page() and ") judged all positions." in page() and why in page()


def test_an_engine_that_dies_is_in_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--engine", spoiling(FAILS[0][0])) == 1
    assert "gtpengine judged those after move 5-10" in capsys.readouterr().err
    assert "gtpengine judged those after move 5-10" in page()


def test_our_own_analysis_as_the_judge() -> None:
    """A whole review by a program that is no stub."""
    assert command("--engine", OURS) == 0
    assert "judged all positions." in page()


def test_positions_are_named_in_runs() -> None:
    assert str(judges_note(("x", "", "", "", "x", ""), "x", ["no"])) == (
        "x judged 2 of 6 positions; gtpengine judged those after move 1-3, 5. (no)"
    )
    assert "those after move 0." in str(judges_note(("", "x"), "x", []))
