"""Games as a person plays them: mouse, finger, keyboard, light and dark, narrow and wide."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from tests.browser.looking import MY_TURN, begin, free, look, moves
from tests.programs.judges import judge
from tests.server.serving import Served, serving
from tests.web.person import Person


def test_a_page_says_which_engine_judges(person: Person, tmp_path: Path) -> None:
    """The other one gives a hint, and has ended when the position is analysed."""
    once = "if asked['overrideSettings']['maxTime'] == 5 and sum(hinted): sys.exit(3)"
    counting = f"hinted = []\ndef spoil(asked, told):\n    {once}\n    hinted.append(1)\n"
    with serving(tmp_path, "--hint-engine", judge(f"{counting}    return told")) as other:
        person.go(other.address)
        person.wait("location.search === '' && document.querySelector('.card')")
        begin(person, other, size="9", color="b")
        person.wait(MY_TURN)
        person.click("#hint")
        person.wait(
            "document.querySelector('#advice').innerText.endsWith("
            "'1.99 with b6-test: The best move is A1; your chance to win is 75%.')"
        )
        look(person, "hint of another engine")
        person.click("#analyse")
        person.wait(
            "document.querySelector('#judge')?.innerText =="
            " 'The other engine ended (exit status 3). gtpengine answers instead.'"
        )
        person.wait("document.querySelectorAll('#moves tr').length > 1")
        look(person, "analysis after another engine")
        person.go("about:blank")


def test_a_whole_game_with_an_undo_and_a_hint(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="5k", color="b", rules="japanese")
    person.wait(MY_TURN)
    person.play("E5")
    person.wait(f"{MY_TURN} && document.querySelectorAll('circle.white').length === 1")
    person.click("#hint")
    person.wait("document.querySelector('#advice').innerText.startsWith('The best move is')")
    look(person, "hint")
    person.play(free(person, "C3", "G7"))
    person.wait(
        "document.querySelectorAll('.go-board g > circle.white').length === 2 && " + MY_TURN
    )
    person.click("#score")
    person.wait("document.querySelector('#advice').innerText.startsWith('Expected result')")
    look(person, "score")
    before = moves(person)
    person.click("#undo")
    person.wait(f"{MY_TURN} && !document.querySelector('#terms').innerText.endsWith('{before}')")
    assert moves(person) == before - 2
    person.go(person.js("location.href"))  # a reload finds the game as it was
    person.wait(MY_TURN)
    assert moves(person) == before - 2
    person.js("document.getElementById('board').focus()")
    side = "ArrowRight" if free(person, "F6", "D6") == "F6" else "ArrowLeft"
    for key in ("ArrowUp", "ArrowUp", side, "Enter"):  # the first one goes to the middle
        person.key(key)
    person.wait(f"{MY_TURN} && document.querySelector('#terms').innerText.endsWith('{before}')")
    agreeing = "document.querySelector('#agreeing').hidden === false"
    while True:
        person.wait(f"{MY_TURN} || {agreeing}")
        if person.js(agreeing):
            break
        before = moves(person)
        person.click("#pass")
        person.wait(
            f"{agreeing} || !document.querySelector('#terms').innerText.endsWith(' {before}')"
        )
    look(person, "agreeing")
    stones = person.count("g.dead")
    person.click(".go-board g > circle.white")  # whatever stone there is
    person.wait(f"document.querySelectorAll('g.dead').length !== {stones}")
    person.click(".go-board g > circle.white")  # the engine would not agree
    person.wait(f"document.querySelectorAll('g.dead').length === {stones}")
    person.click("#agree")
    person.wait("/win|draw/.test(document.querySelector('#status').innerText)")
    look(person, "over")


def test_what_the_engine_thinks_is_seen_while_it_does(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="full", seconds="3", color="b", rules="chinese")
    person.wait(MY_TURN)
    assert person.js("document.querySelector('#live').hidden")
    person.click("#watching")
    person.wait("document.querySelector('#watching').checked")
    person.js(
        "{ const place = document.querySelector('#status'); window.told = [];"
        " new MutationObserver(() => told.push(place.textContent))"
        ".observe(place, {childList: true, characterData: true, subtree: true}); }"
    )
    person.play("E5")
    thinking = "document.querySelector('#status').innerText === 'The engine is thinking'"
    person.wait(f"{thinking} && document.querySelector('#live').innerText.startsWith('Black wins')")
    look(person, "live")
    person.wait(MY_TURN)
    assert "simulations" in person.text("#live")
    told = person.js("told")  # what a screen reader says
    assert told[0] == "The engine is thinking" and told[-1] == "Your turn"
    assert all(one != after for one, after in pairwise(told))
    assert person.text("#event[aria-live]").startswith("White ")
    person.go(
        f"{served.home}/play?game=" + served.post("/api/games", size=9, strength="auto")["id"]
    )
    person.wait(MY_TURN)
    assert person.js("document.querySelector('#watching').disabled")


def test_the_focus_stays_on_a_button_that_rests(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="full", seconds="1", color="b", rules="chinese")
    person.wait(MY_TURN)
    assert person.count(".stone:not([aria-label])") == 0
    person.js("document.getElementById('pass').focus()")
    person.key("Enter")
    person.wait("document.querySelector('#status').innerText === 'The engine is thinking'")
    person.wait(f"{MY_TURN} && document.activeElement.id === 'pass'")
    person.js("document.getElementById('hint').focus()")
    person.key("Enter")  # a button that rests while the hint is found
    person.wait("document.querySelector('#advice').innerText")
    person.wait("document.activeElement.id === 'hint'")


def test_two_pages_show_one_game(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="10k", color="b", rules="chinese")
    person.wait(MY_TURN)
    address = person.js("location.href")
    first = person._session
    second = person.new_tab()
    person.go(address)
    person.wait(MY_TURN)
    person.play("E5")
    person.wait("document.querySelectorAll('circle.white').length === 1")
    person.look_at(first)
    person.wait("document.querySelectorAll('circle.white').length === 1")
    person.js("window.confirm = () => true")
    person.click("#resign")
    person.look_at(second)
    person.wait("document.querySelector('#status').innerText === 'The engine wins by resignation.'")
    person.look_at(first)


def test_a_finger_on_a_small_board_is_asked(person: Person, served: Served) -> None:
    begin(person, served, size="19", strength="20k", color="b", rules="chinese")
    person.wait(MY_TURN)
    person.resize(400, 850)
    person.tap("Q16")
    person.wait("!document.querySelector('#confirm').hidden")
    assert person.text("#play-here") == "Play Q16" and moves(person) == 0
    look(person, "touch")
    person.click("#play-here")
    person.wait(f"{MY_TURN} && document.querySelectorAll('circle.white').length === 1")
    person.resize(1400, 1000)


def test_the_games_are_listed(person: Person, served: Served) -> None:
    for size in (9, 13, 19):
        served.post("/api/games", size=size, strength="5k")
    person.go(f"{served.home}/")
    person.wait("document.querySelectorAll('#games li').length >= 3")
    look(person, "front")
    person.go(f"{served.home}/play")
    person.wait("document.querySelectorAll('#games li').length >= 3")
    look(person, "new")


def names(person: Person, *wanted: str) -> bool:
    """Whether each point of the board has a name that a screen reader says."""
    found = person.js(
        "[...document.querySelectorAll('.go-board [role$=cell]')]"
        ".map((one) => one.getAttribute('aria-label'))"
    )
    return len(found) == 81 and all(name in found for name in wanted)


def test_a_name_komi_and_dates(person: Person, served: Served) -> None:
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    komi = "document.querySelector('#komi').placeholder"
    for rules, handicap, said in (
        ("chinese", "0", "7.5"),
        ("japanese", "0", "6.5"),
        ("japanese", "4", "0.5"),
        ("new-zealand", "0", "7"),
    ):
        person.choose("#rules", rules)
        person.choose("#handicap", handicap)
        assert person.js(komi) == said
    begin(person, served, name="Ann <b>", size="9", strength="12k", color="b", handicap="0")
    person.wait(MY_TURN)
    assert person.text("#title") == "9x9: Ann <b> (Black) against gtpengine, 12k"
    assert person.text("#side-b .who") == "Ann <b>"
    for page in ("/play", "/"):
        person.go(f"{served.home}{page}")
        person.wait("document.querySelector('#games li')")
        today = person.js("new Date().toLocaleDateString([], {dateStyle: 'medium'})")
        assert f"begun {today}" in person.text("#games li")
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    assert person.js("document.querySelector('#name').value") == "Ann <b>"  # remembered
    person.choose("#name", "")


def test_a_refused_click_says_why_and_is_no_error(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="20k", color="b", rules="chinese")
    person.wait(MY_TURN)
    person.play("E5")
    person.wait(f"{MY_TURN} && document.querySelectorAll('circle.white').length === 1")
    assert names(person, "E5, black stone", "A1, empty")
    assert person.count("[aria-label$='white stone, last move']") == 1
    person.play("E5")
    person.wait(
        "document.querySelector('#message').innerText === 'There is a stone on E5 already.'"
    )
    person.click("#analyse")
    person.wait("document.querySelector('#where')?.innerText.startsWith('Move 2')")
    person.play("E5")
    person.wait("/E5/.test(document.querySelector('#message').innerText)")
    assert person.trouble == []


def test_the_legend_of_a_hint(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="20k", color="b", handicap="0", rules="chinese")
    person.wait(MY_TURN)
    person.click("#hint")
    person.wait("document.querySelector('#advice').innerText.startsWith('The best move is')")
    assert "1 is the hint" in person.text("#legend")
    assert "your chance to win is" in person.text("#advice") and "%" in person.text("#advice")
    assert person.count("[aria-label$='expected move 1, by Black']") == 1
