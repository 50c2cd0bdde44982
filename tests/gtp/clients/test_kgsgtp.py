"""Games through the simulator of kgsGtp."""

from __future__ import annotations

import subprocess
import sys

import pytest

from board_ext.coords import BLACK, PASS, WHITE, vertices_to_points
from tests.gtp.clients.kgsgtp import LAG, KgsClock, KgsGtp, MalformedError, kgs_gtp


def test_the_commands_that_kgs_wants_are_there() -> None:
    with kgs_gtp() as kgs:
        wanted = (
            "boardsize clear_board komi play genmove undo time_settings time_left kgs-rules "
            "kgs-time_settings kgs-genmove_cleanup kgs-game_over kgs-chat final_status_list "
            "fixed_handicap place_free_handicap set_free_handicap quit"
        )
        assert {*wanted.split()} <= kgs.known
        kgs.send("kgs-something_new 1")
        assert kgs.reply() == "? unknown command"


@pytest.mark.parametrize(
    ("color", "rules", "handicap", "komi"),
    [
        (BLACK, "chinese", 0, 7.5),
        (WHITE, "japanese", 0, 6.5),
        (BLACK, "japanese", 4, 0.5),
        (BLACK, "aga", 3, 0.5),
        (WHITE, "new_zealand", 2, 0.5),
    ],
)
def test_whole_games_with_scores(color: int, rules: str, handicap: int, komi: float) -> None:
    with kgs_gtp("--set", "resign=off") as kgs:
        kgs.start_game(color, rules, handicap=handicap, komi=komi)
        assert kgs.play()
        dead = kgs.dead_stones()
        score = kgs.position.area_score(sorted(dead))
        # Against a player that moves at random there is one winner.
        assert score > 0 if color == BLACK else score < 0
        kgs.same_stones()
        kgs.ask("kgs-game_over")


@pytest.mark.parametrize(
    ("settings", "color", "moves"),
    [
        ("none", BLACK, 8),
        ("absolute 20", WHITE, 5),
        ("byoyomi 2 2 3", BLACK, 4),
        ("byoyomi 0 2 1", WHITE, 4),
        ("canadian 3 8 10", BLACK, 5),
        ("canadian 0 6 5", WHITE, 8),
    ],
)
def test_time_in_all_forms(settings: str, color: int, moves: int) -> None:
    """Without a limit of its own the engine has to make do with the clock, which would run out, or
    begins another period, within these moves."""
    words = ("--simulations", "1000000") if settings != "none" else ()
    with kgs_gtp(*words) as kgs:
        kgs.start_game(color, time_settings=settings)
        kgs.play(moves)
        kgs.ask("kgs-game_over")


def test_an_adjourned_game_goes_on() -> None:
    with kgs_gtp() as kgs:
        kgs.start_game(BLACK, time_settings="byoyomi 60 10 5")
        kgs.play(6)
        kgs.ask("kgs-game_over")
        # KGS may go on at once with the engine's position as it was...
        kgs.same_stones()
        kgs.play(5)
        kgs.ask("kgs-game_over")
        # ... or after another game, setting everything up again.
        before, moves = kgs.position, kgs.position.moves
        kgs.start_game(WHITE, "japanese", size=13)
        kgs.play(4)
        kgs.ask("kgs-game_over")
        kgs.start_game(BLACK, time_settings="byoyomi 60 10 5")
        for color, point in moves:
            if color == kgs.color:
                kgs.position.play(point, color)
                vertex = "pass" if point == PASS else f"{'ABCDEFGHJ'[point % 9]}{point // 9 + 1}"
                kgs.ask(f"play b {vertex.lower()}")
            else:
                kgs.opponent_moves(point)
        assert kgs.position == before
        kgs.same_stones()
        kgs.play(4)


def test_undo() -> None:
    with kgs_gtp() as kgs:
        kgs.start_game(WHITE)
        kgs.play(6)
        kgs.undo(2)
        kgs.same_stones()
        kgs.play(3)
        kgs.undo()
        kgs.same_stones()


def test_a_disputed_score_is_played_out() -> None:
    """The opponent says that its dead stone lives: cleanup must capture it."""
    with kgs_gtp("--simulations", "400", "--set", "resign=off") as kgs:
        kgs.start_game(BLACK, size=9)
        black = "A5 B5 C5 D5 E5 F5 G5 H5 J5 C3 G3"
        white = "A6 B6 C6 D6 E6 F6 G6 H6 J6 E2"
        for side, words in ((BLACK, black), (WHITE, white)):
            for point in vertices_to_points(words, 9):
                kgs.position.play(point, side)
                kgs.ask(f"play {'b' if side == BLACK else 'w'} {words.split()[0]}")
                words = words.partition(" ")[2]
        kgs.position.to_play = BLACK
        assert kgs.engine_moves() is not None
        kgs.opponent_moves(PASS)
        while kgs.position.moves[-1][1] != PASS or kgs.position.moves[-2][1] != PASS:
            assert kgs.engine_moves() is not None
            kgs.opponent_moves(PASS)
        (stone,) = vertices_to_points("E2", 9)
        claimed = kgs.dead_stones()
        if kgs.position.color_at(stone) == WHITE:
            assert stone in claimed
            for _ in range(40):
                if kgs.engine_moves("kgs-genmove_cleanup") == PASS:
                    break
                kgs.opponent_moves(PASS)
        assert kgs.position.color_at(stone) != WHITE
        assert kgs.dead_stones() == set()
        kgs.ask("kgs-game_over")


def test_people_talk_during_the_game() -> None:
    with kgs_gtp() as kgs:
        kgs.start_game(BLACK)
        assert kgs.engine_moves() is not None
        assert "%" in (kgs.chat("What is your winrate?") or "")
        assert kgs.chat("hello there") is None
        assert kgs.chat("quit", "private") is None
        assert kgs.chat("help", "private")
        kgs.opponent_moves()
        kgs.same_stones()


def test_commands_that_cross_a_search() -> None:
    """The opponent resigns or chats while the engine thinks: the move comes, then the answer."""
    with kgs_gtp("--simulations", "3000") as kgs:
        kgs.start_game(BLACK)
        kgs.send("genmove b")
        kgs.send("kgs-chat game somebody winrate")
        kgs.send("kgs-game_over")
        assert kgs.reply().startswith("= ")
        assert "%" in kgs.reply()
        assert kgs.reply() == "="


# --- the simulator itself ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "spent", "told"),
    [
        ("absolute 60", [10.0], "50 0"),
        ("byoyomi 10 5 3", [4.0, 7.0], "5 3"),
        ("byoyomi 0 5 3", [2.5, 6.0], "5 2"),
        ("canadian 0 30 3", [10.0, 5.0], "15 1"),
        ("canadian 0 30 2", [10.0, 5.0], "30 2"),
    ],
)
def test_the_clock_of_the_simulator(settings: str, spent: list[float], told: str) -> None:
    clock = KgsClock(settings)
    for seconds in spent:
        clock.spend(seconds + LAG)
    assert clock.time_left() == told


@pytest.mark.parametrize("settings", ["absolute 5", "byoyomi 2 3 1", "canadian 2 3 5"])
def test_the_simulator_sees_the_flag_fall(settings: str) -> None:
    with pytest.raises(AssertionError, match="lost on time"):
        KgsClock(settings).spend(8.0)


@pytest.mark.parametrize("output", ["stray\\n\\n= x\\n\\n", "? no\\n\\n", "=5\\n\\n"])
def test_the_simulator_refuses_what_kgsgtp_refuses(output: str) -> None:
    script = f"import sys; sys.stdout.write('{output}'); sys.stdout.flush(); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", script], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        with pytest.raises(MalformedError):
            KgsGtp(running)
        running.kill()
