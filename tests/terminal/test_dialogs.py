"""Saving at the screen: the dialog names the file, and writes over nothing of others."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

pytest.importorskip("textual", reason="the screen needs the extra play")

from textual.widgets import Button, Input, Label

from gtpengine.play.session import PlaySession
from gtpengine.play.terms import PlaySettings
from gtpengine.terminal.dialogs import SaveGame
from tests.terminal.test_screen import FAST, Person, at_screen

ANNOTATED = "(;FF[4]GM[1]SZ[9]KM[6.5]PB[Ann]C[kept](;B[cc];W[gg])(;B[dd]C[another way]))"


def test_saving_and_opening(tmp_path: Path) -> None:
    path = tmp_path / "g.sgf"

    async def act(person: Person) -> None:
        await person.play(40)
        await person.press("s")
        assert isinstance(person.app.screen, SaveGame)
        person.app.screen.query_one(Input).value = "/no/such/folder/g.sgf"
        await person.press("enter")
        assert "Cannot write" in str(person.app.screen.query_one("#wrong", Label).render())
        person.app.screen.query_one(Input).value = str(path)
        await person.press("enter")
        assert path.exists() and "Saved as" in person.texts
        await person.press("u", "o")
        assert len(person.app.screen_stack) == 2
        await person.press("escape")
        await person.press("o")
        person.app.screen.query_one(Input).value = str(path)
        await person.press("enter")
        assert len(person.game.position.moves) == 2
        await person.press("o")
        person.app.screen.query_one(Input).value = "/no/such.sgf"
        await person.press("enter")
        assert "Cannot read" in person.texts

    app = at_screen(act)
    assert str(path) in app.parting


@pytest.mark.parametrize(
    ("key", "left", "kept"),
    [("enter", True, True), ("s", True, True), ("d", True, False), ("c", False, True)],
)
def test_leaving_asks_when_moves_would_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, left: bool, kept: bool
) -> None:
    monkeypatch.chdir(tmp_path)

    async def act(person: Person) -> None:
        await person.play(40)
        await person.press("ctrl+c")
        assert isinstance(person.app.screen, SaveGame)
        await person.press("ctrl+c")  # asks once
        await person.press(key)
        assert person.app._exit == left

    app = at_screen(act)
    app.keep()  # as when the screen is gone: whoever stayed has lost nothing
    assert len(list(tmp_path.iterdir())) == kept


@pytest.mark.parametrize("key", ["enter", "a", "d", "c"])
def test_a_record_is_changed_only_when_asked(tmp_path: Path, key: str) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)

    async def act(person: Person) -> None:
        await person.play(40)
        await person.press("q")
        assert isinstance(person.app.screen, SaveGame)
        assert person.app.screen.query_one(Input).value == str(tmp_path / "mine-2.sgf")
        await person.press(key)

    session = PlaySession.load(path, PlaySettings(options=FAST))
    app = at_screen(act, session, path=path)
    beside = path.with_name("mine-2.sgf")
    assert beside.exists() == (key == "enter")
    text = path.read_text()
    assert (text == ANNOTATED) == (key != "a")
    assert "kept" in text and "another way" in text
    assert (";B[ee]" in text) == (key == "a")
    assert ("Saved as" in app.parting) == (key in ("enter", "a"))


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "[red] a [game.sgf"
    path.write_text(ANNOTATED)

    async def act(person: Person) -> None:
        await person.play(40)
        await person.press("q")
        dialog = person.app.screen
        labels = [str(label.render()) for label in dialog.query(Label)]
        assert f"or add the new moves to {path.name}: all else stays there." in labels
        assert {button.id for button in dialog.query(Button)} == {"save", "add", "drop", "stay"}
        assert all(button.region.right <= dialog.region.right for button in dialog.query(Button))
        dialog.query_one(Input).value = str(path)
        await person.press("enter")
        assert f"{path} exists" in str(dialog.query_one("#wrong", Label).render())
        await person.press("escape")

    at_screen(act, PlaySession.load(path, PlaySettings(options=FAST)), path=path, size=(60, 24))
    assert path.read_text() == ANNOTATED


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_terminal_loses_nothing(tmp_path: Path, number: int) -> None:
    path = tmp_path / "mine.sgf"
    path.write_text(ANNOTATED)

    async def act(person: Person) -> None:
        await person.play(40)
        os.kill(os.getpid(), number)
        await person.settle()
        assert person.app._exit

    app = at_screen(act, PlaySession.load(path, PlaySettings(options=FAST)), path=path)
    assert path.read_text() == ANNOTATED
    kept = (tmp_path / "mine-2.sgf").read_text().replace("\n", "")
    assert ";B[ee]" in kept and "mine-2.sgf" in app.parting


def test_leaving_an_empty_game_does_not_ask() -> None:
    async def act(person: Person) -> None:
        await person.press("q")
        assert person.app._exit

    at_screen(act)
