"""A game with a person, without a screen; searches are short."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from board_ext.coords import BLACK, PASS, RESIGN, WHITE, vertex_to_point
from board_ext.legality import IllegalReason
from gtpengine.clock.timeman import TimeSystem
from gtpengine.play.advice import SearchSnapshot
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.terms import PlaySettings, parse_clock
from gtpengine.play.trouble import IllegalError, PlayError

FAST = {"simulations": "60", "status_simulations": "300", "memory": "16"}


class Hand:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def session(size: int = 5, hand: Hand | None = None, **terms: object) -> PlaySession:
    terms = {"options": FAST, **terms}
    return PlaySession(
        PlaySettings(size, **terms),  # type: ignore[arg-type]
        hint_simulations=200,
        monotonic=hand or Hand(),
    )


def stage(game: PlaySession) -> Stage:
    return game.stage


def at(vertex: str, size: int = 5) -> int:
    return vertex_to_point(vertex, size)


def of_moves(moves: str, size: int = 5, **rest: object) -> PlaySession:
    """A game gone on with after moves of alternating colours, Black first; the person moves."""
    nodes = "".join(f";{'BW'[i % 2]}[{_sgf(move, size)}]" for i, move in enumerate(moves.split()))
    return PlaySession.from_sgf(
        f"(;GM[1]SZ[{size}]KM[0.5]{nodes})",
        PlaySettings(options=FAST),
        hint_simulations=200,
        **rest,
    )


def _sgf(vertex: str, size: int) -> str:
    if vertex == "pass":
        return ""
    row, column = divmod(at(vertex, size), size)
    return "abcdefghijklmnopqrs"[column] + "abcdefghijklmnopqrs"[size - 1 - row]


def test_the_person_and_the_engine_take_turns() -> None:
    game = session()
    assert (stage(game), game.due, game.to_play) == (Stage.PLAYING, "", BLACK)
    game.play(at("C3"))
    assert (game.due, game.last_move) == ("move", (BLACK, at("C3")))
    with pytest.raises(PlayError, match="engine's turn"):
        game.play(at("C4"))
    move = game.engine_move()
    assert move is not None and game.due == ""
    assert game.last_move == (WHITE, move)
    with pytest.raises(PlayError, match="not the engine's turn"):
        game.engine_move()


def test_the_engine_begins_against_white_and_in_a_handicap_game() -> None:
    assert session(color=WHITE).due == "move"
    game = session(9, handicap=4)
    assert game.due == "move" and game.position.handicap == 4 and game.position.komi == 0.5
    game.engine_work()
    assert game.due == "" and game.to_play == BLACK
    assert session(9, handicap=2, color=WHITE).due == ""


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_boards_of_every_size(size: int) -> None:
    game = session(size, options={**FAST, "simulations": "2"})
    game.play(at("C3", size))
    assert game.engine_move() is not None


def of_stones(text: str) -> PlaySession:
    return PlaySession.from_sgf(
        f"(;GM[1]SZ[5]{text})", PlaySettings(options=FAST), hint_simulations=50
    )


def test_illegal_moves_are_explained() -> None:
    game = of_stones("PL[W]AB[ad][bc][cd][be]")
    with pytest.raises(IllegalError, match="stone on B3 already") as occupied:
        game.play(at("B3"))
    assert occupied.value.reason is IllegalReason.OCCUPIED
    with pytest.raises(IllegalError, match="B2 is suicide"):
        game.play(at("B2"))
    with pytest.raises(IllegalError, match="not on the board"):
        game.play(77)
    # White has three sides of B2 and takes the stone on C2 from there.
    shape = "AB[bd][cc][dd][ce]AW[ad][bc][be];W[cd]"
    for rules, word in (("chinese", "takes back the ko"), ("tromp-taylor", "B2 .* ko")):
        ko = of_stones(f"RU[{rules}]{shape}")
        assert ko.terms.color == BLACK
        with pytest.raises(IllegalError, match=word):
            ko.play(at("B2"))


def test_undo_takes_back_the_answer_too() -> None:
    game = session()
    with pytest.raises(PlayError, match="no move of yours"):
        game.undo()
    game.play(at("C3"))
    game.engine_work()
    assert game.undo() == 2
    assert game.position.moves == [] and game.due == ""
    game.play(at("C3"))
    assert game.undo() == 1
    game.play(at("B3"))
    game.engine_work()
    assert game.position.moves[0] == (BLACK, at("B3"))


def test_undo_keeps_the_engines_first_move() -> None:
    game = session(color=WHITE)
    game.engine_work()
    with pytest.raises(PlayError):
        game.undo()
    game.play(next(iter(game.position.legal_moves(WHITE))))
    game.engine_work()
    game.undo()
    assert len(game.position.moves) == 1 and game.due == ""


def test_a_hint_is_of_full_strength_and_changes_nothing() -> None:
    game = session(options={**FAST, "level": "1"})
    hint = game.hint()
    assert hint is not None and hint.simulations > 100
    assert hint.line[0] == hint.point and 0 <= hint.win_rate <= 1
    assert game.position.moves == []
    game.play(hint.point)
    with pytest.raises(PlayError, match="engine's turn"):
        game.hint()


def test_the_same_moves_come_with_and_without_hints() -> None:
    def played(hints: bool) -> list[tuple[int, int]]:
        game = session(options={**FAST, "level": "3"})
        for vertex in ("C3", "B2"):
            if hints:
                game.hint()
                game.estimate()
            if game.position.is_legal(at(vertex)):
                game.play(at(vertex))
            else:
                game.play(PASS)
            game.engine_work()
        return game.position.moves

    assert played(True) == played(False)


def test_an_estimate_has_an_owner_for_each_point() -> None:
    game = session()
    game.play(at("C3"))
    found = game.estimate()
    assert found is not None and len(found.ownership) == 25
    assert found.score > 0 and found.win_rate > 0.5


WALLS = "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1"


def finished(extra: str = "") -> PlaySession:
    return of_moves(f"{WALLS} {extra} pass pass".replace("  ", " "))


def test_two_passes_a_count_and_an_agreement() -> None:
    game = finished()
    assert stage(game) is Stage.COUNTING and game.due == "count"
    with pytest.raises(PlayError, match="agree on the score"):
        game.play(at("A1"))
    game.engine_work()
    assert stage(game) is Stage.AGREEING and game.counted is not None
    assert game.counted.score == 4.5 and not game.counted.dead
    assert game.counted.owners.count(BLACK) == 15
    assert game.agree() == "B+4.5"
    assert stage(game) is Stage.OVER and game.result == "B+4.5"
    for act in (game.resign, game.pass_turn, game.agree, game.resume):
        with pytest.raises(PlayError):
            act()


def test_dead_stones_can_be_disputed() -> None:
    game = finished("A3 E3")
    game.engine_work()
    assert game.counted is not None
    was = game.counted.score
    with pytest.raises(PlayError, match="no stone"):
        game.toggle_dead(at("B5"))
    count = game.toggle_dead(at("D3"))
    # White's whole group, and the stone that shares its area.
    assert count.dead >= {at("D1"), at("D3"), at("E3")}
    assert count.score > was
    assert game.toggle_dead(at("D3")).score == was


def test_a_game_goes_on_after_two_passes() -> None:
    game = finished()
    game.engine_work()
    game.resume()
    assert stage(game) is Stage.PLAYING and game.counted is None
    if game.due:
        game.engine_work()
    if stage(game) is Stage.PLAYING:
        assert game.due == ""
        game.pass_turn()
    assert game.position.moves[-1][1] == PASS


def test_under_rules_that_count_all_stones_the_game_ends_at_once() -> None:
    game = session(rules="tromp-taylor")
    game.play(at("C3"))
    game.undo()
    passes = PlaySession.from_sgf(
        "(;GM[1]SZ[5]RU[tromp-taylor]KM[7.5];B[];W[])", PlaySettings(options=FAST)
    )
    passes.engine_work()
    assert passes.result == "W+7.5" and stage(passes) is Stage.OVER


def test_resigning_and_going_back() -> None:
    game = session()
    game.play(at("C3"))
    game.resign()  # on the engine's turn
    assert game.result == "W+R" and game.due == ""
    with pytest.raises(PlayError, match="over"):
        game.resign()
    game.undo()
    assert stage(game) is Stage.PLAYING and game.result == ""


def test_the_engine_resigns_a_lost_game() -> None:
    walls = " ".join(f"{c}3 {c}{7 if i % 2 else 6}" for i, c in enumerate("ABCDEFGHJ"))
    game = of_moves(walls, 9)
    game = PlaySession.from_sgf(
        game.to_sgf().replace(b"KM[0.5]", b"KM[-60.5]"),
        PlaySettings(
            options={**FAST, "resign": "0.5", "resign_moves": "1", "resign_simulations": "10"}
        ),
    )
    game.play(at("A1", 9))
    move = game.engine_move()
    assert move == RESIGN and game.result == "B+R"


def test_halt_and_a_change_stop_the_engine() -> None:
    game = session(9, options={**FAST, "simulations": "2000000000"})
    game.play(at("E5", 9))
    answers: list[object] = []

    def think() -> None:
        answers.append(game.engine_move())

    for stop in (game.halt, game.undo):
        thread = threading.Thread(target=think)
        thread.start()
        time.sleep(0.3)
        assert game.position.moves == [(BLACK, at("E5", 9))]  # readable meanwhile
        stop()
        thread.join(60)
        assert not thread.is_alive()
    assert answers == [None, None] and game.position.moves == []


def test_a_search_before_its_beginning_is_stopped_too() -> None:
    game = session(9, options={**FAST, "simulations": "2000000000"})
    game.play(at("E5", 9))
    thread = threading.Thread(target=game.engine_move)
    thread.start()
    time.sleep(0.01)
    game.resign()
    thread.join(60)
    assert not thread.is_alive() and game.result == "W+R"


def test_a_hint_while_the_engine_thinks_is_refused() -> None:
    game = session(9, options={**FAST, "simulations": "2000000000"})
    game.play(at("E5", 9))
    thread = threading.Thread(target=game.engine_move)
    thread.start()
    time.sleep(0.2)
    with pytest.raises(PlayError, match="thinking"):
        game.estimate()
    game.close()
    thread.join(60)
    assert not thread.is_alive()


def test_the_person_loses_on_time_and_the_engine_does_not() -> None:
    hand = Hand()
    game = session(hand=hand, clock=parse_clock("1m+2x10s"))
    assert game.clock(BLACK).left == 60
    hand.now += 65
    assert game.clock(BLACK).left == 5 and game.clock(BLACK).periods_left == 2
    game.play(at("C3"))
    hand.now += 1000
    assert not game.check_time()
    game.engine_work()
    assert game.clock(WHITE).periods_left == 1 and stage(game) is Stage.PLAYING
    hand.now += 21
    with pytest.raises(PlayError, match="time is over"):
        game.play(at("B2"))
    assert game.result == "W+T" and game.check_time()


def test_undo_gives_the_time_back() -> None:
    hand = Hand()
    game = session(hand=hand, clock=parse_clock("1m"))
    hand.now += 20
    game.play(at("C3"))
    assert game.clock(BLACK).left == 40
    game.engine_work()
    hand.now += 5
    game.undo()
    assert game.clock(BLACK).left == 60 == game.clock(WHITE).left


def test_what_a_record_leaves_open_is_told_first() -> None:
    game = PlaySession.from_sgf("(;GM[1]SZ[5]RU[Fuzhou]KM[6,5];B[cc])", PlaySettings(options=FAST))
    first, second = game.events_since()[:2]
    assert (first.kind, second.kind) == ("note", "new")
    assert str(first.text) == "The rules 'Fuzhou' are not known; Chinese ones are taken."
    assert game.position.komi == 6.5


def test_saved_and_loaded_the_game_is_the_same(tmp_path: Path) -> None:
    hand = Hand()
    clock = parse_clock("1m+3x10s")
    options = {**FAST, "level": "2"}
    game = session(9, hand, color=WHITE, clock=clock, options=options, handicap=3, person="Ann é]")
    game.play(at("E5", 9))
    game.engine_work()
    hand.now += 75
    game.play(at("D7", 9))
    path = tmp_path / "game.sgf"
    path.write_bytes(game.to_sgf())
    again = PlaySession.load(path)
    assert again.position.moves == game.position.moves
    assert again.position.handicap == 3 and again.position.komi == 0.5
    assert again.terms.color == WHITE and again.terms.person == "Ann é]"
    assert again.terms.options == {"simulations": "60", "level": "2"}
    assert again.terms.clock == clock
    assert again.clock(WHITE).periods_left == 2
    assert again.due == "move"
    assert not [p for p in tmp_path.iterdir() if p != path]


def test_a_finished_game_is_loaded_as_finished(tmp_path: Path) -> None:
    game = session()
    game.play(at("C3"))
    game.resign()
    (tmp_path / "a.sgf").write_bytes(game.to_sgf())
    again = PlaySession.load(tmp_path / "a.sgf")
    assert stage(again) is Stage.OVER and again.result == "W+R"
    again.undo()
    assert stage(again) is Stage.PLAYING


def test_a_file_cannot_set_other_options() -> None:
    text = "(;GM[1]SZ[5]GTPE[book=/etc/passwd][threads=256][memory=99999][level=3])"
    game = PlaySession.from_sgf(text, PlaySettings(options={"threads": "1", "simulations": "9"}))
    assert game.terms.options == {"threads": "1", "level": "3"}


@pytest.mark.parametrize("content", [b"", b"hello", b"(;GM[2])", b"(;SZ[5];B[cc];W[cc])"])
def test_what_is_no_game_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.sgf"
    path.write_bytes(content)
    with pytest.raises(PlayError):
        PlaySession.load(path)
    with pytest.raises(PlayError, match="Cannot read"):
        PlaySession.load(tmp_path / "none.sgf")


@pytest.mark.parametrize(
    ("options", "told"), [({"level": "99"}, "level"), ({"nonsense": "1"}, "nonsense")]
)
def test_wrong_options_are_refused(options: dict[str, str], told: str) -> None:
    with pytest.raises(PlayError, match=told):
        PlaySession(PlaySettings(9, options=options))


@pytest.mark.parametrize(
    "terms", [{"size": 20}, {"rules": "chess"}, {"handicap": 1}, {"handicap": 10}, {"color": 0}]
)
def test_wrong_terms_are_refused(terms: dict[str, object]) -> None:
    with pytest.raises(PlayError):
        PlaySettings(**terms)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "system", "again"),
    [
        ("none", TimeSystem.NONE, "none"),
        ("10m", TimeSystem.ABSOLUTE, "10m"),
        ("10", TimeSystem.ABSOLUTE, "10m"),
        ("10m+5x30s", TimeSystem.BYOYOMI, "10m+5x30s"),
        ("5 m + 3 x 20", TimeSystem.BYOYOMI, "5m+3x20s"),
        ("90s+10s", TimeSystem.FISCHER, "90s+10s"),
        ("1h+25/5m", TimeSystem.CANADIAN, "60m+25/5m"),
    ],
)
def test_clocks_are_read_and_written(text: str, system: TimeSystem, again: str) -> None:
    from gtpengine.play.terms import clock_text

    settings = parse_clock(text)
    assert settings.system is system
    assert clock_text(settings) == again
    assert parse_clock(again) == settings


@pytest.mark.parametrize("text", ["soon", "-1m", "10m+", "10m+0x30s", "99h", "1m+5x"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(PlayError, match="No clock"):
        parse_clock(text)


def test_events_and_the_page() -> None:
    game = session()
    first = game.to_dict()
    game.play(at("C3"))
    now = game.to_dict(first["events"][-1]["number"])
    assert [str(e["text"]) for e in now["events"]] == ["Black plays C3."]
    assert now["stones"][at("C3")] == "b" and now["to_play"] == "w" and now["due"] == "move"
    assert now["last"] == {"color": "b", "vertex": "C3"}
    assert now["dead"] == [] and now["score"] is None and now["clocks"] == {"b": "", "w": ""}


@pytest.mark.parametrize("taken_back", [False, True])
def test_what_stands_at_the_end_teaches_the_rank(tmp_path: Path, taken_back: bool) -> None:
    path = tmp_path / "rank.json"
    game = session(options={**FAST, "rank": "auto", "rank_file": str(path)})
    game.play(at("C3"))
    game.engine_work()
    game.resign()
    if taken_back:
        game.undo()
    game.close()
    assert path.exists() != taken_back


def test_a_search_can_be_watched() -> None:
    looks: list[SearchSnapshot] = []
    game = session(9, options=FAST | {"simulations": "20000"})
    game.watch(looks.append)
    game.play(at("E5", 9))
    game.engine_move()
    assert looks and looks[-1].simulations == 20000 and looks[-1].color == WHITE
    assert [look.simulations for look in looks] == sorted(look.simulations for look in looks)
    shown = len(looks)
    assert game.hint() is not None
    assert len(looks) > shown and looks[-1].color == BLACK
    game.watch(None)
    shown = len(looks)
    game.hint()
    assert len(looks) == shown
