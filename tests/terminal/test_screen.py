"""The screen, driven by Textual's pilot as a person would: keys, mouse, sizes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual", reason="the screen needs the extra play")

from textual.pilot import Pilot
from textual.widgets import Input, Label, Select
from textual.widgets._footer import FooterKey

from board_ext.coords import BLACK, PASS, WHITE
from gtpengine.play import engine_thread
from gtpengine.play.advice import SearchSnapshot
from gtpengine.play.session import PlaySession
from gtpengine.play.stage import Stage
from gtpengine.play.teaching import Teaching
from gtpengine.play.terms import PlaySettings, parse_clock
from gtpengine.terminal.boardview import EDGE, INK, BoardWidget
from gtpengine.terminal.dialogs import NewGame
from gtpengine.terminal.keys import KEYS, KeyList
from gtpengine.terminal.screen import PlayApp

FAST = {"simulations": "30", "status_simulations": "300", "memory": "16"}
Play = Callable[["Person"], Awaitable[None]]


class Person:
    """Presses keys, and waits for the engine."""

    def __init__(self, app: PlayApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def game(self) -> PlaySession:
        return self.app.session

    @property
    def board(self) -> BoardWidget:
        return self.app.screen_stack[0].query_one(BoardWidget)

    @property
    def texts(self) -> str:
        return self.app._shown

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def play(self, point: int) -> None:
        self.board.cursor = point
        await self.press("enter")


def at_screen(
    act: Play,
    session: PlaySession | None = None,
    size: tuple[int, int] = (80, 24),
    path: Path | None = None,
    ask_first: bool = False,
) -> PlayApp:
    """Let ``act`` play on a screen of ``size`` columns and lines; return the app afterwards."""
    if session is None:
        session = PlaySession(PlaySettings(9, options=FAST), hint_simulations=100)
    app = PlayApp(session, path, ask_first=ask_first)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            person = Person(app, pilot)
            await person.settle()
            await act(person)

    asyncio.run(run())
    return app


def finished() -> PlaySession:
    walls = "".join(f";B[e{c}];W[f{c}]" for c in "abcdefghi")
    return PlaySession.from_sgf(f"(;GM[1]SZ[9]KM[0.5]{walls};B[];W[])", PlaySettings(options=FAST))


def test_keys_play_and_the_engine_answers() -> None:
    async def act(person: Person) -> None:
        await person.press("up", "left", "left", "enter")
        moves = person.game.position.moves
        assert moves[0] == (BLACK, 5 * 9 + 2) and len(moves) == 2
        await person.press("enter")
        assert "There is a stone on C6 already." in person.texts
        await person.press("u")
        assert person.game.position.moves == [] and "Taken back." in person.texts
        await person.press("u")
        assert "no move of yours" in person.texts

    at_screen(act)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (100, 40)])
def test_a_click_plays_where_it_points(size: tuple[int, int]) -> None:
    async def act(person: Person) -> None:
        await person.pilot.click(BoardWidget, offset=person.board.place_of(6 * 9 + 3))
        await person.settle()
        assert person.game.position.moves[0] == (BLACK, 6 * 9 + 3)

    at_screen(act, size=size)


def test_a_click_beside_the_points_does_nothing() -> None:
    async def act(person: Person) -> None:
        for place in ((0, 3), (EDGE + 4, 0), (EDGE + 38, 3)):
            await person.pilot.click(BoardWidget, offset=place)
        assert person.game.position.moves == []

    at_screen(act)


def test_a_whole_game_with_hints() -> None:
    async def act(person: Person) -> None:
        game = person.game
        for _ in range(100):
            if game.stage is not Stage.PLAYING:
                break
            await person.press("h")
            hint = person.app._hint
            assert hint is not None and "to win" in person.texts
            if hint.point == PASS:
                await person.press("p")
            else:
                await person.play(hint.point)
        if game.counted is not None:
            await person.press("y")
        assert game.result
        assert "The game is over" in person.texts

    at_screen(act, PlaySession(PlaySettings(5, options=FAST), hint_simulations=30))


def test_score_is_shown_and_hidden() -> None:
    async def act(person: Person) -> None:
        await person.play(40)
        await person.press("e")
        assert "to win" in person.texts and any(person.board.view.owners)
        await person.press("e")
        assert not person.board.view.owners

    at_screen(act)


def test_dead_stones_are_marked_and_agreed() -> None:
    async def act(person: Person) -> None:
        assert person.game.stage is Stage.AGREEING
        assert "y agrees" in person.texts
        await person.play(5)
        assert person.board.view.dead and "B+80.5" in person.texts
        await person.play(5)
        await person.press("y")
        assert person.game.result == "B+8.5"
        await person.press("p", "r", "g")
        assert person.game.result == "B+8.5"

    at_screen(act, finished())


def test_are_you_sure_on_the_screen() -> None:
    stones = "AB[dd][de][df][ed][ef]AW[cd][ce][cf][dc][ec][dg][eg][fd][ff]PL[B]"
    terms = PlaySettings(options=FAST, teaching=Teaching(3, "5k"))
    game = PlaySession.from_sgf(f"(;SZ[9]KM[6.5]{stones})", terms, hint_simulations=100)

    async def act(person: Person) -> None:
        await person.play(0)
        assert "Are you sure about A1?" in person.texts
        assert "y plays it, u takes it back." in person.texts
        assert person.board.view.hint == 0
        await person.press("u")
        assert "Are you sure" not in person.texts and not person.game.position.moves
        await person.play(0)
        await person.press("y")
        assert person.game.position.moves[0] == (BLACK, 0)
        assert "A1: loses about" in person.texts

    at_screen(act, game)


def test_without_analysis_no_key_offers_any() -> None:
    terms = PlaySettings(9, options=FAST, teaching=Teaching(analysis=False))

    async def act(person: Person) -> None:
        await person.press("h", "e")
        assert "hint" not in person.texts.lower()
        shown = {key.action for key in person.app.query(FooterKey)}
        assert not shown & {"hint", "estimate"}

    at_screen(act, PlaySession(terms, hint_simulations=100))


def test_what_each_side_has_and_an_objection() -> None:
    async def act(person: Person) -> None:
        assert "White: 36 territory + 9 stones + 0.5 komi = 45.5" not in person.texts
        assert "Black: " in person.texts and "White: " in person.texts
        person.board.cursor = 5
        await person.press("enter", "y")
        assert "The engine does not agree about" in person.texts
        assert person.game.stage is not Stage.OVER

    at_screen(act, finished(), size=(100, 40))


def test_playing_on_after_two_passes() -> None:
    async def act(person: Person) -> None:
        await person.press("g")
        assert len(person.game.position.moves) >= 20
        assert any(event.kind == "resume" for event in person.game.events_since())

    at_screen(act, finished())


def test_resigning_asks_twice() -> None:
    async def act(person: Person) -> None:
        await person.press("r")
        assert person.game.result == "" and "once more" in person.texts
        await person.press("r")
        assert person.game.result == "W+R"

    at_screen(act)


def test_a_new_game_by_the_form() -> None:
    async def act(person: Person) -> None:
        form = person.app.screen
        assert isinstance(form, NewGame)
        form.query_one("#size", Select).value = "13"
        form.query_one("#color", Select).value = "white"
        form.query_one("#handicap", Select).value = "3"
        form.query_one("#clock", Input).value = "soon"
        await person.press("enter")
        assert person.app.screen is form  # it says what is wrong
        clock = form.query_one("#clock", Input)
        clock.value = "5m+3x20s"
        clock.focus()
        await person.press("enter")
        position = person.game.position
        assert position.size == 13 and position.handicap == 3 and person.game.to_play == WHITE
        assert person.game.terms.clock == parse_clock("5m+3x20s")
        assert "5:00" in person.texts or "4:59" in person.texts

    at_screen(act, ask_first=True)


def test_the_form_can_be_left() -> None:
    async def act(person: Person) -> None:
        before = person.game
        await person.press("escape")
        assert person.game is before
        await person.play(40)
        assert len(person.game.position.moves) == 2

    at_screen(act, ask_first=True)


@pytest.mark.parametrize("size", [5, 9, 13, 19])
@pytest.mark.parametrize("screen", [(80, 24), (60, 20), (30, 12), (120, 50)])
def test_resizing_keeps_cursor_and_texts_in_sight(size: int, screen: tuple[int, int]) -> None:
    async def act(person: Person) -> None:
        await person.pilot.resize_terminal(*screen)
        await person.settle()
        board, texts = person.board, person.app.screen.query_one("#texts")
        assert texts.region.height >= 3 and texts.region.width >= 20
        assert person.app.screen.region.contains_region(texts.region)
        assert not board.region.overlaps(texts.region)
        for corner in (0, size * size - 1):
            board.cursor = corner
            await person.settle()
            x, y = board.place_of(corner)
            x, y = x - board.scroll_offset.x, y - board.scroll_offset.y
            assert 0 <= x < board.size.width and 0 <= y < board.size.height

    at_screen(act, PlaySession(PlaySettings(size, options=FAST), hint_simulations=50))


@pytest.mark.parametrize(
    ("size", "screen", "scale"),
    [
        (9, (80, 24), 2),
        (9, (66, 20), 1),
        (9, (88, 30), 3),
        (9, (120, 40), 4),
        (13, (120, 40), 2),
        (19, (110, 41), 2),
        (19, (109, 41), 1),
        (19, (82, 45), 2),  # the texts stand below
        (19, (400, 200), 4),
    ],
)
def test_the_board_is_as_large_as_it_fits(size: int, screen: tuple[int, int], scale: int) -> None:
    async def act(person: Person) -> None:
        board = person.board
        assert board.scale == scale
        assert board.max_scroll_x == board.max_scroll_y == 0
        assert {board.point_at(*board.place_of(p)) for p in range(size**2)} == set(range(size**2))
        await person.pilot.resize_terminal(60, 20)
        await person.settle()
        assert board.scale == 1

    at_screen(act, PlaySession(PlaySettings(size, options=FAST), hint_simulations=50), size=screen)


def test_a_large_board_shows_what_a_small_one_does() -> None:
    async def act(person: Person) -> None:
        await person.play(40)
        board = person.board
        assert board.scale == 4
        board.cursor = 0
        column, line = board.place_of(40)
        strip = board._line(line)
        assert strip.text.startswith(" 5 ") and strip.text.endswith(" 5 ")
        middle = strip.crop(column, column + 1)
        assert middle.text == "█"
        assert {s.style.color.name for s in middle if s.style and s.style.color} == {INK[BLACK]}
        assert "A       B" in board._line(0).text
        person.app.export_screenshot()

    at_screen(act, size=(120, 40))


def test_the_person_loses_on_time_on_the_screen() -> None:
    now = [0.0]
    session = PlaySession(
        PlaySettings(9, options=FAST, clock=parse_clock("1m")), monotonic=lambda: now[0]
    )

    async def act(person: Person) -> None:
        assert "1:00" in person.texts
        now[0] = 61.0
        person.app._tick()
        assert person.game.result == "W+T" and "on time" in person.texts

    at_screen(act, session)


@pytest.mark.parametrize("color", [True, False])
def test_light_dark_and_no_colour(monkeypatch: pytest.MonkeyPatch, color: bool) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not color:
        monkeypatch.setenv("NO_COLOR", "1")

    async def act(person: Person) -> None:
        await person.play(40)
        for _ in range(2):
            picture = person.app.export_screenshot()
            assert (INK[WHITE] in picture) == color
            await person.press("d")

    at_screen(act)


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_a_question_mark_shows_all_keys(width: int) -> None:
    async def act(person: Person) -> None:
        footer = {key.key: key for key in person.app.query(FooterKey)}
        for key in ("question_mark", "q"):
            assert footer[key].region.right <= width, "the footer hides it"
        await person.press("question_mark")
        assert isinstance(person.app.screen, KeyList)
        labels = list(person.app.screen.query(Label))
        shown = "\n".join(str(label.render()) for label in labels)
        for key, _, _, text in KEYS:
            assert f"{'?' if key == 'question_mark' else key}: {text}" in shown
        for label in labels:  # no word is cut
            assert len(str(label.render())) <= label.size.width * label.size.height
            assert label.region.right <= width
        await person.press("p")
        assert person.game.position.moves == []
        await person.press("escape")
        assert not isinstance(person.app.screen, KeyList)

    at_screen(act, size=(width, 24))


def test_a_hint_shows_how_far_its_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    async def act(person: Person) -> None:
        app = person.app
        monkeypatch.setattr(engine_thread, "LOOK", 0.0)

        def note() -> None:
            app._texts()
            seen.append(app._shown)

        def saw(look: SearchSnapshot) -> None:
            PlayApp._saw(app, look)
            app.call_from_thread(note)

        monkeypatch.setattr(app, "_saw", saw)

        await person.press("h")
        assert "Hint: " in person.texts

    at_screen(act)
    assert any("of 100 simulations, so far " in text for text in seen)


def test_the_form_shows_the_komi_of_an_empty_line_and_takes_a_name() -> None:
    async def act(person: Person) -> None:
        screen = person.app.screen
        komi = screen.query_one("#komi", Input)
        assert komi.placeholder == "7.5, the usual one"
        screen.query_one("#rules", Select).value = "japanese"
        await person.settle()
        assert komi.placeholder == "6.5, the usual one"
        screen.query_one("#handicap", Select).value = "2"
        await person.settle()
        assert komi.placeholder == "0.5, the usual one"
        screen.query_one("#name", Input).value = "Ann B."
        await person.press("enter")
        assert person.game.terms.person == "Ann B." and person.game.position.komi == 0.5

    at_screen(act, ask_first=True)
