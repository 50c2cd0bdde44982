"""Games with a referee: ordinary ends, every kind of failure, scoring."""

from __future__ import annotations

import dataclasses
import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gtpengine.tools.games.checking import record_fault
from gtpengine.tools.games.game import GameRecord, GameSettings, Opening, engine_seed
from gtpengine.tools.games.game_task import GameTask
from gtpengine.tools.games.openings import handicap_opening
from gtpengine.tools.games.referee import ForbiddenMoveError, chain_of, make_referee
from gtpengine.tools.games.sgf_out import record_to_sgf
from gtpengine.tools.running.engines import EngineSpec
from gtpengine.tools.running.runner import PoolWorker
from sgfmill import sgf

from board_ext.coords import point_to_vertex
from board_ext.rules import rules_named
from gtpengine.programs.gtp_client import GtpClient

Dummy = Callable[..., EngineSpec]


@pytest.fixture
def worker() -> Iterator[PoolWorker]:
    slot = PoolWorker(0)
    yield slot
    slot.close()


def play(
    worker: PoolWorker, black: EngineSpec, white: EngineSpec, seed: int = 1, **settings: object
) -> GameRecord:
    rules = GameSettings(**settings)  # type: ignore[arg-type]
    return GameTask(0, black, white, rules, Opening(), seed).run(worker)


def test_resignation_and_repeatability(worker: PoolWorker, dummy: Dummy) -> None:
    strong, weak = dummy("strong", "--elo 900"), dummy("weak", "--elo -900")
    for black, white, winner in ((strong, weak, "b"), (weak, strong, "w")):
        record = play(worker, black, white)
        assert (record.winner, record.termination) == (winner, "resign")
        assert record.result == f"{winner.upper()}+R"
        assert record.digest() == play(worker, black, white).digest()
    assert play(worker, strong, weak, 1).digest() != play(worker, strong, weak, 2).digest()


@pytest.mark.parametrize(
    ("fail", "termination"),
    [
        ("occupied@2", "illegal"),
        ("nonsense@1", "illegal"),
        ("crash@2", "crash"),
        ("garbage@2", "protocol"),
        ("hang@2", "hang"),
        ("refuse", "protocol"),
    ],
)
@pytest.mark.parametrize("color", ["b", "w"])
def test_failures_lose_the_game(
    worker: PoolWorker, dummy: Dummy, fail: str, termination: str, color: str
) -> None:
    bad, good = dummy("bad", f"--elo 900 --fail {fail}"), dummy("good", "--elo -900")
    black, white = (bad, good) if color == "b" else (good, bad)
    record = play(worker, black, white, hang_seconds=3.0)
    assert record.termination == termination
    assert record.winner == ("w" if color == "b" else "b")
    assert record.detail
    assert record.result[1:] in ("+F", "+T")
    # The next game of the same worker gets a fresh process and ends again.
    assert play(worker, good, good).termination == "resign"


def test_time_loss_and_clock_without_loss(worker: PoolWorker, dummy: Dummy) -> None:
    slow = dummy("slow", "--elo 900 --fail slow@2")
    fast = dummy("fast", "--elo -900")
    record = play(worker, slow, fast, time="1/move", lag=0.5)
    assert (record.termination, record.winner, record.result) == ("time", "w", "W+T")
    worker.close()
    assert play(worker, slow, fast, time="30").termination == "resign"


def test_internal_errors_are_noted_and_the_process_is_replaced(
    worker: PoolWorker, dummy: Dummy
) -> None:
    """The broken engine reports its error once in its life; every game must show it."""
    broken, good = dummy("broken", "--elo 900 --fail internal@2"), dummy("good", "--elo -900")
    for black, white, faults in ((broken, good, (1, 0)), (good, broken, (0, 1))):
        for seed in range(3):
            record = play(worker, black, white, seed)
            assert (record.termination, record.faults, record.failed) == ("resign", faults, True)
            assert record.detail == "broken: dummy: internal error, the game goes on: broken"
    record = play(worker, good, good)
    assert record.faults == (0, 0) and not record.failed


def test_engine_that_cannot_start_loses(worker: PoolWorker, dummy: Dummy) -> None:
    missing = EngineSpec("missing", "/no/such/program")
    record = play(worker, dummy(), missing)
    assert (record.termination, record.winner) == ("crash", "b")


def test_refused_size_makes_the_game_void(worker: PoolWorker, dummy: Dummy) -> None:
    record = play(worker, dummy("a"), dummy("b"), size=13)
    assert (record.termination, record.winner, record.result) == ("void", "", "Void")
    assert "unacceptable size" in record.detail


def test_passes_are_scored_with_claimed_dead_stones(worker: PoolWorker, dummy: Dummy) -> None:
    # One stone each, then passes: with no dead stones all points are neutral, komi decides.
    alive = dummy("alive", "--pass-after 1")
    record = play(worker, alive, dummy("alive-2", "--pass-after 1"))
    assert (record.termination, record.winner, record.score) == ("score", "w", -7.5)
    claims = dummy("claims", "--pass-after 1 --dead white")
    other = dummy("claims-2", "--pass-after 1 --dead white")
    assert play(worker, alive, alive).score == -7.5
    agreed = play(worker, claims, other)
    assert agreed.score == 81 - 7.5
    assert not agreed.disputed
    assert len(agreed.dead) == 1
    disputed = play(worker, claims, alive)
    assert disputed.disputed and disputed.score == -7.5
    assert disputed.dead == ()
    assert "disputed" in disputed.detail
    scored = play(worker, claims, alive, scorer=other)
    assert not scored.disputed and scored.score == 81 - 7.5


@pytest.mark.parametrize("rules", ["tromp-taylor", "cgos"])
def test_rules_that_count_all_stones_ask_nobody(
    worker: PoolWorker, dummy: Dummy, rules: str
) -> None:
    claims = dummy("claims", "--pass-after 1 --dead white")
    for scorer in (None, claims):
        record = play(worker, claims, dummy("alive", "--pass-after 1"), rules=rules, scorer=scorer)
        assert (record.score, record.disputed, record.detail) == (-7.5, False, "")


def test_the_move_limit_counts_by_the_rules(worker: PoolWorker, dummy: Dummy) -> None:
    # Two stones against one and no territory.
    for rules, score in (("chinese", 2 - 1 - 7.5), ("japanese", -7.5)):
        record = play(worker, dummy("a"), dummy("b"), max_moves=3, rules=rules)
        assert (record.termination, record.score) == ("move-limit", score)


def test_move_limit(worker: PoolWorker, dummy: Dummy) -> None:
    record = play(worker, dummy("a", "--pass-after 2"), dummy("b"), max_moves=3)
    assert (record.termination, len(record.moves)) == ("move-limit", 3)


def test_win_rates_reach_the_sgf(worker: PoolWorker, dummy: Dummy) -> None:
    black = dummy("black", "--elo 900 --winrate 62.5%")
    white = dummy("white", "--elo -900 --winrate 0.25")
    record = play(worker, black, white)
    assert [move.winrate for move in record.moves[:4]] == [0.625, 0.25, 0.625, 0.25]
    game = sgf.Sgf_game.from_bytes(record_to_sgf(record, "test"))
    assert game.get_root().get("RE") == "B+R"
    assert game.get_root().get("PB") == "black"
    comments = [node.get("C") for node in game.get_main_sequence()[1:]]
    assert "win rate 62.5 %" in comments[0]
    assert len(comments) == len(record.moves) - 1  # the resignation is no node


@pytest.mark.parametrize("kind", ["own", "sgfmill"])
def test_referee_knows_ko_suicide_and_superko(kind: str) -> None:
    simple = make_referee(kind, 5, rules_named("chinese"), 0.5)
    simple.set_up(["B1", "A2", "B3"], ["C1", "D2", "C3"])
    simple.play("w", "B2")  # in Black's mouth: no liberty but C2
    simple.play("b", "C2")  # takes it
    with pytest.raises(ForbiddenMoveError, match=r"(?i)ko"):
        simple.play("w", "B2")
    simple.play("w", "E5")
    simple.play("b", "E4")
    simple.play("w", "B2")  # the ko is no longer hot
    with pytest.raises(ForbiddenMoveError, match="occupied"):
        simple.play("b", "B2")
    with pytest.raises(ForbiddenMoveError, match="no vertex"):
        simple.play("b", "F1")
    corner = make_referee(kind, 5, rules_named("chinese"), 0.5)
    corner.set_up(["A2", "B1"], [])
    with pytest.raises(ForbiddenMoveError, match="suicide"):
        corner.play("w", "A1")
    assert chain_of(corner, "A2") == {"A2"} and chain_of(corner, "A1") == set()
    assert corner.score(()) == 24.5 and corner.score(["A2"]) == 24.5
    superko = make_referee(kind, 5, rules_named("tromp-taylor"), 0.5)
    superko.set_up(["B1", "A2", "B3"], ["C1", "D2", "C3", "B2"])
    superko.play("b", "C2")
    with pytest.raises(ForbiddenMoveError, match=r"(?i)repeat|ko"):
        superko.play("w", "B2")


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor", "aga", "new-zealand"])
def test_both_referees_agree_on_random_games(rules: str) -> None:
    rng = random.Random(9)
    for size in (3, 4, 5, 7):
        for _ in range(10):
            judges = [make_referee(k, size, rules_named(rules), 2.5) for k in ("own", "sgfmill")]
            for turn in range(60):
                color = "bw"[turn % 2]
                vertex = point_to_vertex(rng.randrange(-1, size * size), size)
                verdicts = []
                for judge in judges:
                    try:
                        judge.play(color, vertex)
                        verdicts.append(True)
                    except ForbiddenMoveError:
                        verdicts.append(False)
                assert verdicts[0] == verdicts[1], (size, turn, vertex)
                assert judges[0].score(()) == judges[1].score(())


@pytest.mark.parametrize(("rules", "score"), [("chinese", 78.5), ("tromp-taylor", 80.5)])
@pytest.mark.parametrize("kind", ["own", "sgfmill"])
def test_white_gets_points_for_handicap_stones(kind: str, rules: str, score: float) -> None:
    board = make_referee(kind, 9, rules_named(rules), 0.5)
    board.set_up(["C3", "G7"], [], 2)
    assert math.isclose(board.score(()), score)


def test_handicap_stones_are_told_and_written(dummy: Dummy, tmp_path: Path) -> None:
    knows = dummy("knows", "--pass-after 0 --handicap")
    not_knows = dummy("not", "--pass-after 0")
    task = GameTask(0, knows, not_knows, GameSettings(komi=0.5), handicap_opening(9, 2), 1)
    slot = PoolWorker(0, tmp_path)
    record = task.run(slot)
    slot.close()
    # White has no stone, so all points are Black's: less komi and a point for each handicap stone.
    assert (record.termination, record.result) == ("score", "B+78.5")
    assert [move.color for move in record.moves] == ["w", "b"]
    assert not record_fault(task, record)
    root = sgf.Sgf_game.from_bytes(record_to_sgf(record)).get_root()
    assert root.get("HA") == 2 and root.get("PL") == "w"
    assert root.get_setup_stones()[0] == {(2, 2), (6, 6)}
    text = "".join(file.read_text() for file in tmp_path.iterdir())
    sent = [line.split("> ", 1)[1] for line in text.splitlines() if "> " in line]
    assert [line for line in sent if "C3" in line or "G7" in line] == [
        "set_free_handicap G7 C3",
        "play b G7",
        "play b C3",
    ]


def test_territory_is_scored_by_our_board_alone() -> None:
    japanese = make_referee("own", 5, rules_named("japanese"), 0.5)
    for row in range(1, 6):
        japanese.play("b", f"B{row}")
        japanese.play("w", f"D{row}")
    japanese.play("b", "E3")  # a dead stone: one prisoner, one more point
    assert japanese.score(["E3"]) == 5 - (5 + 1) - 0.5
    with pytest.raises(ValueError, match="scores by area"):
        make_referee("sgfmill", 5, rules_named("japanese"), 0.5)


def test_our_engine_tells_about_its_searches(worker: PoolWorker) -> None:
    options = "--simulations 50 --memory 16 --set status_simulations=50"
    ours = EngineSpec("ours", f"{sys.executable} -m gtpengine {options}")
    record = play(worker, ours, ours, max_moves=6)
    assert record.termination == "move-limit"
    assert all(move.winrate is not None and 0 < move.winrate < 1 for move in record.moves)
    assert all(move.simulations == 50 for move in record.moves)
    assert all(move.comment.startswith("expected lead") for move in record.moves)


@pytest.mark.parametrize("number", ["nan", "inf", "1e19", "-1", "x"])
def test_numbers_that_make_no_sense_are_left_out(
    worker: PoolWorker, dummy: Dummy, number: str
) -> None:
    options = f"--elo 900 --search 'winrate {number} simulations {number} score {number}e5'"
    record = play(worker, dummy("odd", options), dummy("even", "--elo -900"))
    assert record.termination == "resign"
    assert {move.winrate for move in record.moves} == {None}
    assert all(move.simulations is None and "lead" not in move.comment for move in record.moves)
    json.loads(json.dumps(dataclasses.asdict(record), allow_nan=False))


def test_an_engine_that_does_not_name_dead_stones_is_waited_for_once(
    worker: PoolWorker, dummy: Dummy, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, asked = GtpClient.send, []

    def impatient(client: GtpClient, command: str, timeout: float | None = None) -> str:
        if command.startswith("final_status_list"):
            asked.append(client.name)
            timeout = 0.5 if client.name == "mute" else timeout
        return send(client, command, timeout)

    monkeypatch.setattr(GtpClient, "send", impatient)
    mute, other = dummy("mute", "--pass-after 1 --fail silent"), dummy("other", "--pass-after 1")
    records = [play(worker, mute, other) for _ in range(3)]
    assert [record.termination for record in records] == ["score"] * 3
    assert "mute: no reply in 0.5 s to 'final_status_list dead'" in records[0].detail
    assert [record.faults for record in records] == [(1, 0), (0, 0), (0, 0)]
    assert asked.count("mute") == 1 and asked.count("other") == 3


def test_equal_engines_play_two_different_games_in_a_pair(worker: PoolWorker, dummy: Dummy) -> None:
    assert engine_seed(5, "a") != engine_seed(5, "b") and 0 <= engine_seed(5, "a") < 2**31
    one, other = dummy("one"), dummy("other")
    games = [
        play(worker, *pair, seed=seed) for seed in range(8) for pair in ((one, other), (other, one))
    ]
    assert len({game.digest() for game in games}) > 14
