"""The engine's session: limits, clocks, streaks, caches; with a searcher that knows nothing."""

from __future__ import annotations

import dataclasses
import threading
import time

import numpy as np
import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.clock.timeman import UNLIMITED, gtp_settings
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.settings import Settings
from gtpengine.gtp.front_end import make_engine
from gtpengine.judge.life import Status
from gtpengine.mcts.report.report import SearchReport
from gtpengine.session.engine import Engine
from tests.session.fake_searcher import FakeSearcher, fake_engine


def searcher_of(engine: Engine) -> FakeSearcher:
    """The searcher, made if need be."""
    if engine.searching.searcher is None:
        engine.reg_genmove(BLACK)
    assert isinstance(engine.searching.searcher, FakeSearcher)
    return engine.searching.searcher


def lost(_position: Position, report: SearchReport) -> SearchReport:
    """Every move loses."""
    moves = tuple(move._replace(value=0.01, score=-20.0) for move in report.moves)
    ownership = np.zeros_like(report.ownership)
    return dataclasses.replace(report, moves=moves, value=0.01, score=-20.0, ownership=ownership)


def test_settings_become_options() -> None:
    settings = Settings(
        boardsize=13,
        options=(("simulations", "77"), ("threads", "3"), ("memory", "99"), ("seed", "5"),
                 ("rules", "aga"), ("resign", "off")),
        parameters=(("lag", "0.5"), ("rules", "japanese")),
    )  # fmt: skip
    engine = make_engine(settings)
    assert engine.position.size == 13
    assert engine.rules.name == "japanese"
    assert engine.position.komi == 6.5
    assert engine.limits(BLACK).simulations == 77
    assert (engine.options.threads, engine.options.memory, engine.options.seed) == (3, 99, 5)
    assert engine.options.resign is None
    assert engine.options.lag == 0.5
    assert make_engine(Settings(komi=0.0, options=(("rules", "japanese"),))).position.komi == 0
    with pytest.raises(ParamError, match="did you mean lag"):
        make_engine(Settings(parameters=(("lagg", "1"),)))


def test_the_searcher_gets_the_options() -> None:
    engine = fake_engine()
    for name, text in (("threads", "4"), ("memory", "128"), ("seed", "77")):
        engine.set_parameter(name, text)
    searcher = searcher_of(engine)
    assert (searcher.threads, searcher.memory_mb, searcher.seed) == (4, 128, 77)
    assert searcher.limits[-1].simulations == engine.options.default_simulations


def test_engine_and_search_share_one_name_space() -> None:
    engine = fake_engine()
    assert not set(ENGINE_PARAMS) & set(engine.search_params.table)
    with pytest.raises(ParamError):
        engine.parameter("no_such_thing")


# --- limits and clocks ------------------------------------------------------------------------


def test_no_clock_means_the_default_number_of_simulations() -> None:
    engine = fake_engine()
    limits = engine.limits(BLACK)
    assert (limits.simulations, limits.seconds) == (engine.options.default_simulations, None)


def test_fixed_limits_are_only_cut_by_the_clock() -> None:
    engine = fake_engine()
    engine.set_parameter("simulations", "1000")
    engine.set_time(gtp_settings(600, 0, 0))
    limits = engine.limits(BLACK)
    assert limits.simulations == 1000
    assert limits.seconds is not None
    assert limits.seconds > 20
    engine.report_time(BLACK, 0.5, 0)
    late = engine.limits(BLACK).seconds
    assert late is not None
    assert late < 0.3


def test_the_clock_runs_without_reports() -> None:
    def slow(_position: Position, report: SearchReport) -> SearchReport:
        time.sleep(0.05)
        return report

    engine = fake_engine(slow)
    engine.set_time(gtp_settings(100, 0, 0))
    before = engine.limits(BLACK).seconds
    for _ in range(3):
        engine.genmove(BLACK)
    after = engine.limits(BLACK).seconds
    assert before is not None
    assert after is not None
    assert engine._clocks[BLACK].left < 99.9
    assert engine._clocks[WHITE].left == 100


def test_repeated_settings_do_not_restart_clocks_but_new_ones_do() -> None:
    engine = fake_engine()
    settings = gtp_settings(100, 0, 0)
    engine.set_time(settings)
    engine.report_time(WHITE, 7, 0)
    engine.set_time(settings)
    assert engine._clocks[WHITE].left == 7
    engine.set_time(gtp_settings(200, 0, 0))
    assert engine._clocks[WHITE].left == 200
    engine.report_time(WHITE, 7, 0)
    engine.new_game()
    assert engine._clocks[WHITE].left == 200
    engine.set_time(UNLIMITED)
    assert engine.limits(WHITE).seconds is None


def test_a_longer_time_for_each_move_is_used_at_once() -> None:
    """Not only a shorter one (leela-zero/leela-zero#691)."""
    engine = fake_engine()
    for seconds in (1, 5, 2, 30):
        engine.set_time(gtp_settings(0, seconds, 1))
        planned = engine.limits(BLACK).seconds
        assert planned is not None
        assert 0.5 * seconds < planned < seconds
        engine.genmove(BLACK)


# --- resigning --------------------------------------------------------------------------------


def test_resigns_after_some_lost_moves_in_a_row_but_not_at_once() -> None:
    engine = fake_engine(lost)
    answers: list[int] = []
    color = BLACK
    while not answers or answers[-1] != RESIGN:
        answers.append(engine.genmove(color))
        color = WHITE if color == BLACK else BLACK
    # 0.2 of 81 points; both sides looked lost from their first move on.
    assert len(answers) == 18
    assert engine.position.move_number == 17


def test_undo_forgets_the_streak_and_reg_genmove_does_not_add_to_it() -> None:
    engine = fake_engine(lost)
    for _ in range(20):
        engine.play(PASS, BLACK)
        engine.play(PASS, WHITE)
    engine.play(40, WHITE)
    for _ in range(5):
        assert engine.reg_genmove(BLACK) != RESIGN
    assert engine.genmove(BLACK) != RESIGN
    assert engine.genmove(BLACK) != RESIGN
    engine.undo()
    assert engine.genmove(BLACK) != RESIGN
    assert engine.genmove(BLACK) != RESIGN
    assert engine.genmove(BLACK) == RESIGN


def test_resigning_can_be_switched_off() -> None:
    engine = fake_engine(lost, size=5)
    engine.set_parameter("resign", "off")
    answers = [engine.genmove(color) for color in (BLACK, WHITE) * 30]
    assert RESIGN not in answers
    assert answers[-2:] == [PASS, PASS]


# --- status -----------------------------------------------------------------------------------


def test_after_two_passes_status_and_score_agree_where_all_stones_count() -> None:
    def white_owns_all(_position: Position, report: SearchReport) -> SearchReport:
        return dataclasses.replace(report, ownership=-np.ones_like(report.ownership))

    engine = fake_engine(white_owns_all)
    engine.play(0, BLACK)
    engine.play(40, WHITE)
    dead = [((0,), Status.DEAD), ((40,), Status.ALIVE)]
    alive = [((0,), Status.ALIVE), ((40,), Status.ALIVE)]
    for rules in ("chinese", "tromp-taylor", "cgos"):
        engine.set_rules(rules)
        assert list(engine.final_status().chains) == dead  # the game goes on
        engine.play(PASS, BLACK)
        engine.play(PASS, WHITE)
        removed = rules == "chinese"
        assert list(engine.final_status().chains) == (dead if removed else alive)
        assert engine.final_score() + engine.position.komi == (-81 if removed else 0)
        engine.undo(2)


def test_the_status_is_searched_once_for_a_position() -> None:
    engine = fake_engine()
    engine.play(40, BLACK)
    searcher = searcher_of(engine)
    searcher.limits.clear()
    for _ in range(3):
        engine.final_score()
        engine.final_status()
    assert [limits.simulations for limits in searcher.limits] == [engine.options.status_simulations]
    engine.play(41, WHITE)
    engine.final_status()
    assert len(searcher.limits) == 2
    engine.undo()
    engine.play(42, WHITE)
    engine.final_status()
    engine.set_parameter("rules", "japanese")
    engine.final_score()
    assert len(searcher.limits) == 4


def test_status_and_genmove_after_two_passes_search_an_unfinished_game() -> None:
    seen: list[int] = []

    def note(position: Position, report: SearchReport) -> SearchReport:
        seen.append(position.move_number)
        return report

    engine = fake_engine(note)
    engine.play(40, BLACK)
    engine.play(PASS, WHITE)
    engine.play(PASS, BLACK)
    engine.final_score()
    engine.genmove(WHITE)
    assert seen[0] == 0
    assert seen[1] == 0


# --- interruption -----------------------------------------------------------------------------


def test_finishing_quickly_stops_this_search_and_shortens_the_next() -> None:
    engine = fake_engine(endless=True)
    answers: list[int] = []
    thinking = threading.Thread(target=lambda: answers.append(engine.genmove(BLACK)))
    thinking.start()
    while engine.searching.searcher is None or not searcher_of(engine).searching.wait(0.01):
        pass
    begin = time.monotonic()
    engine.finish_quickly()
    thinking.join(10)
    assert not thinking.is_alive()
    engine.genmove(WHITE)
    engine.final_score()
    assert time.monotonic() - begin < 5
    assert [limits.simulations for limits in searcher_of(engine).limits[1:]] == [1, 1]


def test_an_illegal_choice_is_replaced() -> None:
    def occupied(_position: Position, report: SearchReport) -> SearchReport:
        move = report.moves[0]._replace(point=40, visits=10**6)
        return dataclasses.replace(report, moves=(move,))

    engine = fake_engine(occupied)
    engine.play(40, WHITE)
    move = engine.genmove(BLACK)
    assert move not in (40, RESIGN)
    assert engine.position.moves[-1] == (BLACK, move)


def test_what_fails_after_the_search_does_not_cost_its_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def best_last(_position: Position, report: SearchReport) -> SearchReport:
        return dataclasses.replace(report, moves=(report.moves[-1],))

    def fail(*_: object) -> int:
        raise RuntimeError("a rule is broken")

    notes: list[str] = []
    engine = fake_engine(best_last)
    engine.note = notes.append
    monkeypatch.setattr("gtpengine.judge.endgame.decide", fail)
    move = engine.genmove(BLACK)
    wanted = engine.last_search
    assert wanted is not None
    assert move == wanted.moves[0].point
    assert any("a rule is broken" in note for note in notes)


def test_the_clock_runs_from_the_arrival_of_the_command() -> None:
    engine = fake_engine()
    engine.set_time(gtp_settings(100, 0, 0))
    engine.genmove(BLACK, arrival=time.monotonic() - 10)
    assert 88 < engine._clocks[BLACK].left < 90.1
    engine.genmove(WHITE)
    assert engine._clocks[WHITE].left > 99


def test_every_option_has_a_doc() -> None:
    assert all(spec.doc for spec in ENGINE_PARAMS.values())


def test_what_comes_before_a_search_counts_as_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = fake_engine()
    engine.options.assign("time_per_move", 1.0)
    searcher = engine.searching.ready()
    assert isinstance(searcher, FakeSearcher)
    place = searcher.set_position

    def slow(*args: object) -> None:
        time.sleep(0.1)
        place(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(searcher, "set_position", slow)
    engine.genmove(BLACK)
    seconds = searcher.limits[-1].seconds
    assert seconds is not None
    assert seconds <= 0.9


def test_with_a_clock_the_models_are_read_before_it_runs() -> None:
    engine = fake_engine()
    engine.new_game(7)
    searching = engine.searching
    engine.set_time(gtp_settings(60, 0, 0))
    searcher = searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.position.size == 7
    engine.new_game(13)
    assert searcher.position.size == 13


def test_with_a_fixed_time_for_each_move_the_models_are_read_before_the_first() -> None:
    engine = fake_engine()
    engine.set_parameter("time_per_move", "0.5")
    engine.new_game(7)
    searcher = engine.searching.searcher
    assert isinstance(searcher, FakeSearcher)
    assert searcher.position.size == 7


def test_an_interrupt_that_comes_as_a_move_ends_leaves_the_next_one_whole() -> None:
    engine = fake_engine()
    engine.options.assign("simulations", 50)
    engine.genmove(BLACK)
    searching = engine.searching
    # What the reader does when it has looked just before the move ended.
    with searching.choosing():
        pass
    searching._move_is_due = True
    engine.genmove(WHITE)
    assert searcher_of(engine).limits[-1].simulations == 50


def test_the_status_is_searched_without_a_network_and_moves_with_it() -> None:
    searched: list[str] = []

    def note(position: Position, report: SearchReport) -> SearchReport:
        assert position.size == 9
        fake = engine.searching.searcher
        assert isinstance(fake, FakeSearcher)
        searched.append(fake.params.network)
        return report

    engine = fake_engine(note)
    engine.final_score()
    engine.genmove(BLACK)
    engine.set_parameter("rank", "9k")
    engine.final_score()
    assert searched[:2] == ["none", "shipped"]
    assert set(searched[2:]) == {"none"}
