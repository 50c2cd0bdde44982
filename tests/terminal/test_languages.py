"""The boards of the terminal in other languages: a lesson in Japanese, letters of two columns."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gtpengine.base.text.columns import columns
from gtpengine.base.text.language import LANGUAGES, speaking
from gtpengine.terminal.plainhelp import HELP, help_lines
from tests.play.program import PROGRAM

PLAY = [*PROGRAM, "play", "--plain", "--seed", "1"]
LESSON = ["--size", "5", "--rules", "capture-1", "--simulations", "20"]

SCREEN = """
import asyncio
from gtpengine.base.text import language
language.use("ja")
from gtpengine.play.session import PlaySession
from gtpengine.play.terms import PlaySettings
from gtpengine.terminal.screen import PlayApp

async def look():
    terms = PlaySettings(size=9, options={"simulations": "20", "threads": "1"})
    app = PlayApp(PlaySession(terms), None)
    async with app.run_test(size=(110, 30)) as pilot:
        for keys in ((), ("n",), ("escape", "question_mark")):
            await pilot.press(*keys)
            await pilot.pause(0.3)
            for line in app.screen._compositor.render_strips():
                print("".join(one.text for one in line))
    app.session.close()

asyncio.run(look())
"""


def played(code: str, *lines: str) -> str:
    words = [*PLAY, *LESSON, "--lang", code]
    typed = "\n".join(lines)
    done = subprocess.run(
        words, input=typed, capture_output=True, text=True, encoding="utf-8", timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_first_lesson_in_japanese() -> None:
    text = played("ja", "c3", "c3", "zz", "hint", "show", "resign", "quit")
    assert "D4のように点を入力するか" in text
    assert "3手目：あなたの番です（黒）。" in text
    assert "C3にはすでに石があります。" in text
    assert "'zz'はコマンドでもD4のような点でもありません" in text
    assert "ヒント：" in text and "勝率" in text
    assert "アタリ碁：先に石を取った方が勝ち" in text
    assert "終局：白の中押し勝ち。" in text
    boards = [line for line in text.splitlines() if line[:3].strip() in set("12345")]
    assert {columns(line) for line in boards} == {len(boards[0])}  # letters, whatever the language


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_fits_a_terminal_and_names_what_to_type(code: str) -> None:
    with speaking(code):
        lines = help_lines(analysis=True)
    assert max(map(columns, lines)) <= 78
    assert all(any(line.startswith(f"  {typed[:60]}") for line in lines) for typed in HELP)


def test_the_screen_in_japanese() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCREEN], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    for told in ("1手目：あなたの番です（黒）。", "新しい対局", "コミ", "この一覧"):
        assert told in done.stdout
    assert {columns(line) for line in done.stdout.splitlines()} == {110}
