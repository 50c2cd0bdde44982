"""Games that teach, as a learner meets them: the question, the ladder, nothing but the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.looking import MY_TURN, begin, look
from tests.server.serving import Served, serving
from tests.server.test_games import DOUBTFUL
from tests.web.person import Person

ASKED = "document.querySelector('#status').innerText === 'Are you sure about A1?'"
MOVES = "document.querySelector('#terms').innerText.endsWith('move {}')"


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        with serving(folder) as one:
            yield one


def doubtful(person: Person, served: Served) -> None:
    """Open a game in which A1 loses five stones."""
    game = served.post_sgf("/api/games", DOUBTFUL)[1]["id"]
    person.go(f"{served.home}/play?game={game}")
    person.wait(MY_TURN)


def ask_by_keyboard(person: Person) -> None:
    """Go to A1 by the arrow keys, press Enter, and wait for the question."""
    person.js("document.getElementById('board').focus()")
    for key in [*["ArrowLeft", "ArrowDown"] * 9, "Enter"]:
        person.key(key)
    person.wait(ASKED)


def test_are_you_sure_by_keyboard(person: Person, served: Served) -> None:
    doubtful(person, served)
    ask_by_keyboard(person)
    look(person, "are you sure")
    assert person.text("#remarks") == ""
    assert person.js("document.activeElement.id") == "not-here"
    person.key("Enter")
    person.wait(f"{MY_TURN} && document.getElementById('confirm').hidden")
    assert person.js("document.activeElement.closest('svg') !== null")
    person.key("Enter")
    person.wait(ASKED)
    person.js("document.getElementById('play-here').focus()")
    person.key("Enter")
    person.wait(MOVES.format(2))
    person.wait("document.querySelector('#remarks').innerText.startsWith('A1: loses about')")
    look(person, "verdict")


def test_escape_is_no_and_a_pass_is_asked_about(person: Person, served: Served) -> None:
    doubtful(person, served)
    ask_by_keyboard(person)
    person.key("Escape")
    person.wait(f"{MY_TURN} && document.getElementById('confirm').hidden")
    person.js("document.getElementById('pass').focus()")
    person.key("Enter")
    person.wait("!document.getElementById('confirm').hidden")
    person.wait("document.activeElement.id === 'not-here'")  # Enter once more passes by no accident


def test_the_focus_goes_to_the_board_when_nothing_is_left_to_undo(
    person: Person, served: Served
) -> None:
    begin(person, served, size="5", strength="25k", color="b")
    person.wait(MY_TURN)
    person.play("C3")
    person.wait(f"{MY_TURN} && {MOVES.format(2)}")
    person.js("document.getElementById('undo').focus()")
    person.key("Enter")
    person.wait(f"{MY_TURN} && {MOVES.format(0)}")
    person.wait("document.activeElement.id === 'board'")


def test_are_you_sure_by_finger(person: Person, served: Served) -> None:
    person.resize(420, 900)
    doubtful(person, served)
    person.tap("A1")
    person.wait(ASKED)
    person.click("#not-here")
    person.wait(f"{MY_TURN} && document.getElementById('confirm').hidden")
    person.tap("A1")
    person.wait(ASKED)
    person.tap("A1")  # again: yes
    person.wait(MOVES.format(2))
    person.resize(1400, 1000)


def test_a_game_for_children_has_no_analysis(person: Person, served: Served) -> None:
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    person.choose("#analysis", "on")
    person.choose("#sure", "3")
    assert person.js("document.getElementById('mine').parentNode.hidden") is False
    person.choose("#analysis", "off")
    assert person.js("document.getElementById('sure').parentNode.hidden") is True
    look(person, "new game for children")
    begin(person, served, size="5", strength="25k", color="b", analysis="off")
    person.wait(MY_TURN)
    look(person, "game for children")
    for name in ("hint", "score", "analyse", "review", "watching"):
        assert person.js(f"document.getElementById('{name}').getClientRects().length") == 0, name
    assert person.js("document.getElementById('undo').getClientRects().length") == 1


def test_the_ladder_from_its_page_to_its_next_game(person: Person, served: Served) -> None:
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    person.click("a[href='/ladder']")
    person.wait("document.querySelector('[aria-current=step]')")
    assert "Rung 1: against 25k, 4 handicap stones" in person.text("[aria-current=step]")
    person.choose("#rank", "5k")
    person.click("#elsewhere button")
    person.wait(
        "document.querySelector('[aria-current=step]').innerText.includes('against 5k, even game')"
    )
    look(person, "ladder")
    person.click("#play")
    person.wait(MY_TURN)
    person.js("window.confirm = () => true")
    person.click("#resign")
    person.wait(
        "document.querySelector('#climbed').innerText.startsWith('You fall. Rung 10 of 13')"
    )
    look(person, "game of the ladder")
    person.click("#next")
    person.wait(f"{MY_TURN} && {MOVES.format(0)}")
    assert "komi 0.5" in person.text("#terms")


def test_what_each_side_has_and_an_objection(person: Person, served: Served) -> None:
    walls = "".join(f";B[e{row}];W[f{row}]" for row in "abcdefghi")
    record = f"(;SZ[9]KM[0.5]GTPE[rank=25k][person=b]{walls};B[];W[])".encode()
    game = served.post_sgf("/api/games", record)[1]["id"]
    person.go(f"{served.home}/play?game={game}")
    person.wait("document.querySelector('#agreeing').hidden === false")
    assert person.text("#counts").splitlines() == [
        "Black: 36 territory + 9 stones = 45",
        "White: 27 territory + 9 stones + 0.5 komi = 36.5",
    ]
    look(person, "counts")
    person.play("F5")
    person.wait(
        "document.querySelectorAll('.go-board .dead, .go-board .cross').length > 0 ||"
        " document.querySelector('#counts').innerText.includes('81')"
    )
    person.click("#agree")
    person.wait("document.querySelector('#remarks').innerText.startsWith('The engine does not')")
    look(person, "objection")
