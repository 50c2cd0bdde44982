"""What the first screen says of an event, in all the ways that it can end."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.games.game import GameRecord, GameSettings, Opening
from gtpengine.tools.games.schedule import match_games
from gtpengine.tools.report import texts
from gtpengine.tools.report.answers import EventVerdict, PlayedGames, of_games
from gtpengine.tools.report.engine_labels import differences, named_by, options
from gtpengine.tools.running.engines import EngineIdentity
from gtpengine.tools.statistics.stats import Estimate
from gtpengine.tools.storage.store import Entrant, Store

from tests.tools.report.report_store import SETTINGS, entrant


def answer_of(
    folder: Path,
    pairs: list[str],
    *,
    kind: str = "match",
    name: str = "m",
    scheduled: int = 0,
    terminations: str = "resign",
) -> EventVerdict:
    """Return the answer of a match in which the first engine wins the games ``1`` of each pair."""
    settings = dict(SETTINGS)
    if kind == "sprt":
        settings["sprt"] = [0, 100, 0.05, 0.05]
    with Store(folder / "s.sqlite") as store:
        event, _ = store.open_event(name, kind, settings, [entrant("a", "--k 1"), entrant("b")])
        store.schedule(event, match_games(0, scheduled or len(pairs), [Opening()], 1))
        scores = "".join(pairs)
        for claim, score in zip(store.claim(event, len(scores)), scores, strict=True):
            plan = claim.plan
            record = GameRecord(
                "ab"[plan.black], "ab"[plan.white], GameSettings(), plan.opening, plan.seed
            )
            first = "b" if plan.black == 0 else "w"
            second = "w" if first == "b" else "b"
            record.winner = {"1": first, "0": second, "=": ""}[score]
            record.termination, record.started = terminations, "2026-01-01T00:00:00"
            assert store.finish(claim, record)
        return of_games(store, PlayedGames.read(store, event))


def facts(answer: EventVerdict) -> dict[str, str]:
    return {fact.name: fact.value for fact in answer.facts}


@pytest.mark.parametrize(
    ("pairs", "verdict", "tone"),
    [
        (["11"] * 30 + ["10"] * 10, "Passed", "good"),
        (["00"] * 30 + ["10"] * 10, "Failed", "bad"),
        (["10", "11"], "Undecided", "open"),
    ],
)
def test_a_test_says_its_verdict(tmp_path: Path, pairs: list[str], verdict: str, tone: str) -> None:
    answer = answer_of(tmp_path, pairs, kind="sprt")
    assert (answer.verdict, answer.tone) == (verdict, tone)
    assert answer.kind == "SPRT" and "LLR" in facts(answer)
    assert "(\N{MINUS SIGN}2.94 to 2.94)" in facts(answer)["LLR"]


@pytest.mark.parametrize(
    ("pairs", "meaning", "tone"),
    [
        (["11"] * 8 + ["10"] * 4, "a is stronger", "good"),
        (["00"] * 8 + ["10"] * 4, "a is weaker", "bad"),
        (["10"] * 8 + ["=1", "=0"], "no difference shown", "plain"),
    ],
)
def test_a_match_says_its_elo(tmp_path: Path, pairs: list[str], meaning: str, tone: str) -> None:
    answer = answer_of(tmp_path, pairs)
    assert (answer.meaning, answer.tone) == (meaning, tone)
    assert facts(answer)["Elo"].startswith(answer.verdict.removesuffix(" Elo"))
    assert answer.apart == [("a", "/bin/a --k 1"), ("b", "/bin/b")]


def test_figures_of_a_match(tmp_path: Path) -> None:
    answer = answer_of(tmp_path, ["11", "10", "=1", "00"], scheduled=6)
    found = facts(answer)
    assert found["Games"] == "8: W 4 · D 1 · L 3"
    assert found["Pairs"] == "1 0 1 1 1"
    assert found["To play"] == "4 games" and answer.meaning.endswith("so far")
    assert "nElo" in found and "Begun" in found


def test_a_match_won_in_all_games_has_no_infinite_verdict(tmp_path: Path) -> None:
    assert answer_of(tmp_path, ["11"] * 4).verdict == "Won all 8"


@pytest.mark.parametrize("kind", ["match", "sprt"])
def test_a_match_of_failures_has_no_verdict(tmp_path: Path, kind: str) -> None:
    answer = answer_of(tmp_path, ["11"] * 40, kind=kind, terminations="crash")
    assert (answer.verdict, answer.tone) == ("No verdict", "trouble")
    assert answer.meaning == "80 of 80 games failed or are void"
    assert facts(answer)["Trouble"] == "80 failed"


def test_names_made_of_hashes_are_no_headings(tmp_path: Path) -> None:
    assert answer_of(tmp_path, ["10"], name="match-a-b-0123abcd").title == "a against b"
    own = answer_of(tmp_path, ["10"], name="does it help?")
    assert (own.title, own.engines) == ("does it help?", "a against b")


@pytest.mark.parametrize(
    ("commits", "title"),
    [
        ([["ab", "Faster captures"], ["cd", "Base"]], "Faster captures"),
        ([["ab", "Faster captures"]], "a against b"),
        ([["ab", 1], ["cd", "Base"]], "a against b"),
        ("damaged", "a against b"),
    ],
)
def test_commits_are_named_by_their_subjects(tmp_path: Path, commits: object, title: str) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        settings = {**SETTINGS, "commits": commits}
        entrants = [entrant("a", "--k 1"), entrant("b")]
        event, _ = store.open_event("sprt-a-b-0123abcd", "sprt", settings, entrants)
        answer = of_games(store, PlayedGames.read(store, event))
    assert answer.title == title
    known = title == "Faster captures"
    assert answer.commits == ([("a", "Faster captures"), ("b", "Base")] if known else [])
    assert bool(answer.apart) != known


def test_engines_are_told_apart_by_what_differs() -> None:
    assert options("e --a 1 --set x=2 --flag file") == ["e", "--a 1", "--set x=2", "--flag file"]
    same = [entrant("e", "--a 1 --b 2"), entrant("e", "--a 1 --b 3")]
    assert differences(same) == ["--b 2", "--b 3"]
    assert differences(same[:1]) == [""]
    assert differences([]) == []
    assert named_by("e-b-2", "--b 2") and not named_by("e", "--b 2")


def test_engines_that_differ_by_revision_say_it() -> None:
    def of(revision: str) -> Entrant:
        return Entrant(entrant("e").spec, EngineIdentity("e", "1", revision))

    assert differences([of("abc"), of("")]) == ["revision abc", "no revision"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.6, "60 s"), (95, "1 min 35 s"), (7300, "2 h 1 min"), (90000, "1 d 1 h")],
)
def test_durations(seconds: float, text: str) -> None:
    assert texts.duration(seconds) == text


def test_numbers_as_texts() -> None:
    assert texts.signed(-0.3) == texts.signed(0.0) == "0"
    assert texts.signed(-12.4) == "\N{MINUS SIGN}12" and texts.signed(12.4) == "+12"
    assert texts.with_interval(Estimate(1, float("-inf"), float("inf"))) == (
        "+1 (\N{MINUS SIGN}\N{INFINITY} to +\N{INFINITY})"
    )
    assert [texts.points(x) for x in (0, 0.5, 1, 12.5)] == ["0", "0½", "1", "12½"]
    assert texts.date(0) == "" and texts.date(1e300) == ""
    assert texts.date(1_700_000_000) == "2023-11-14 22:13"
    assert texts.joined(list("abcdef"), "tournament") == "a, b, c, d and 2 more"
    assert texts.joined(["a"], "regress") == "a"
