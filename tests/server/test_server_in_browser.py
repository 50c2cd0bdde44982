"""The pages as a person meets them: mouse, finger, keyboard, light and dark, narrow and wide."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from gtpengine.tools.storage.store import Store

from gtpengine.server.frame import PAGES
from tests.personrank.games import drawn, sgf
from tests.problems.games import GAME as PROBLEM
from tests.programs.judges import judge
from tests.server.serving import Served, serving
from tests.tools.report.report_store import EVIL, entrant, make_store, play
from tests.web.axe import broken_rules, each_way, need_axe
from tests.web.person import Person

GAME = Path(__file__).resolve().parents[2] / "docs" / "samples" / "game.sgf"
MY_TURN = "document.querySelector('#status').innerText === 'Your turn'"
PICTURES = os.environ.get("GTPENGINE_PICTURES")
"""A folder for pictures of the pages, for those who want to look at them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("served")
    make_store(found / "runs.sqlite")
    return found


def look(person: Person, name: str) -> None:
    """See that the page fits and breaks no rule of axe-core, narrow and wide, light and dark; keep
    pictures of it."""
    for way in each_way(person):
        assert person.fits(), f"{name} does not fit: {way}"
        assert broken_rules(person) == [], name
        background = person.js("getComputedStyle(document.body).backgroundColor")
        shades = [int(one) for one in background[4:-1].split(",")]
        assert max(shades) < 60 if way.endswith("dark") else min(shades) > 200
        if PICTURES:
            person.picture(Path(PICTURES) / f"{name}-{way}.png")


def begin(person: Person, served: Served, **terms: str) -> None:
    """Fill the form of a new game and begin."""
    person.go(f"{served.home}/play")
    person.wait("!document.getElementById('new').hidden")
    for name, value in terms.items():
        person.choose(f"#{name}", value)
    person.click("#begin")
    person.wait("document.getElementById('table') && !document.getElementById('table').hidden")
    person.wait("document.querySelectorAll('.go-board .grid-line').length > 0")


def test_axe_looks_at_the_pages(person: Person, served: Served) -> None:
    """As `look` does in each test below; here the pages that no other test looks at."""
    need_axe()
    for path in sorted(set(PAGES) - {"/run"}):
        person.go(f"{served.home}{path}")
        person.wait("document.readyState === 'complete'")
        look(person, f"first look at {path[1:]}")


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


def test_a_problem_is_answered_by_keyboard(person: Person, tmp_path: Path) -> None:
    with serving(tmp_path, "--deck", "deck.sqlite") as other:
        person.go(other.address)
        person.wait("location.search === '' && document.querySelector('.card')")
        person.go(f"{other.home}/problems")
        person.wait("document.querySelector('#why').innerText === 'There are no problems yet.'")
        other.post_sgf("/api/reviews?depth=quick&name=mine&problems=Ann", PROBLEM)
        person.go(f"{other.home}/review")
        person.wait("document.body.innerText.includes('1 new problem')")
        look(person, "review with problems")
        person.go(f"{other.home}/problems")
        person.wait("!document.getElementById('table').hidden")
        look(person, "problem")
        person.js("document.getElementById('board').focus()")
        for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
            person.key(key)
        person.wait("document.querySelector('#status').innerText.startsWith('Not yet: E6 loses')")
        assert "Best: D6" in person.text("#texts") and "missed" in person.text("#texts").lower()
        person.wait("document.querySelector('#picture').naturalWidth > 0")
        look(person, "problem answered")
        person.click("[data-line=game]")
        assert person.js("document.querySelector('[data-line=game]').ariaPressed") == "true"
        person.click("#next")
        person.wait("document.querySelector('#why').innerText.startsWith('Nothing more is due')")
        person.go("about:blank")


def test_a_rank_from_games(person: Person, served: Served, tmp_path: Path) -> None:
    paths = []
    for seed in range(3):
        path = tmp_path / f"{seed}.sgf"
        path.write_bytes(sgf(drawn("12k", seed), white=f"b{seed}", more="BR[12k]"))
        paths.append(path)
    person.go(f"{served.home}/review")
    person.click("a[href='/rank']")
    person.wait("location.pathname === '/rank' && document.readyState === 'complete'")
    person.js("document.querySelector('#player').value = 'ann'")
    person.give("#file", *paths)
    person.wait("document.querySelectorAll('#answer .rank').length === 3")
    assert person.text("#answer").splitlines()[0] == "Ann, by the moves of these games:"
    assert "(3 games)" in person.text("#answer")
    look(person, "rank")
    person.js("document.querySelector('#player').value = 'Zoe'")
    person.give("#file", *paths)
    person.wait("document.querySelector('#message').innerText.startsWith('Nobody is called Zoe')")
    assert person.js("document.querySelector('#answer').hidden")
    person.go("about:blank")


def test_life_and_death_by_keyboard(person: Person, served: Served) -> None:
    person.go(f"{served.home}/solve")
    person.wait("document.querySelector('#example')")
    look(person, "life and death")
    person.click("[data-size='9']")
    person.js("document.getElementById('board').focus()")
    for key in ("ArrowRight", "Enter"):  # the first one goes to the middle
        person.key(key)
    person.wait("document.querySelector('#board [aria-label*=black]')")
    look(person, "stones put")
    person.click("[data-color=W]")
    person.wait("!document.getElementById('message').hidden")
    assert "No group is found" in person.text("#message")
    person.click("#other")
    person.click("#example")
    person.wait("document.querySelector('#status').innerText.includes('Black to play')")
    look(person, "a problem")
    person.js("document.getElementById('board').focus()")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown",
                "ArrowDown", "ArrowDown", "Enter"):  # fmt: skip
        person.key(key)
    person.wait("document.querySelector('#texts').innerText.includes('Answer: B1')")
    assert "A1: fails" in person.text("#texts")
    assert person.text("#status") == "Black to play"
    look(person, "a move refuted")
    person.click("#back")
    person.click("#show")
    person.wait("document.querySelectorAll('#moves strong').length === 1")
    assert "First moves: B1 (works)." in person.text("#texts")
    look(person, "the answer")
    marks = "document.querySelectorAll('#board .label').length"
    assert person.js(marks) == 3
    person.js("document.getElementById('region').value = 'A1:B2 C2:D2 D1'")
    person.js("document.getElementById('region').dispatchEvent(new Event('change'))")
    person.wait(f"{marks} === 2")  # without C1
    look(person, "a region")


def moves(person: Person) -> int:
    return int(person.text("#terms").rpartition("move ")[2])


def test_a_whole_game_with_an_undo_and_a_hint(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="5k", color="b", rules="japanese")
    person.wait(MY_TURN)
    person.play("E5")
    person.wait(f"{MY_TURN} && document.querySelectorAll('circle.white').length === 1")
    person.click("#hint")
    person.wait("document.querySelector('#advice').innerText.startsWith('The best move is')")
    look(person, "hint")
    person.play("C3")
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
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
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


def test_a_game_is_analysed(person: Person, served: Served) -> None:
    person.go(f"{served.home}/analyse")
    person.give("#file", GAME)
    person.wait("document.querySelectorAll('#moves tr').length > 3")
    assert person.text("#players").endswith("Nov 21, 2026")
    for selector in ("#last", "#show-owners"):
        person.click(selector)
    person.wait("document.querySelectorAll('#moves tr').length > 3")
    person.wait("document.querySelectorAll('rect[class^=owner]').length > 0")
    person.key("ArrowLeft")
    person.wait("document.querySelector('#where').innerText.startsWith('Move 61')")
    person.wait("document.querySelectorAll('.hint').length > 0")
    look(person, "analyse")
    person.click("#first")
    person.wait("document.querySelector('#where').innerText === 'Black to play'")
    person.play("C7")
    person.wait("document.querySelector('#tried').innerText === 'Tried: C7'")
    person.click("#return")
    person.wait("document.querySelector('#tried').innerText === ''")


def test_a_review_is_made_and_opened(person: Person, served: Served, tmp_path: Path) -> None:
    game = tmp_path / "mine.sgf"
    game.write_text("(;SZ[9]PB[<img src=x onerror=alert(1)>]PW[me];B[ee];W[cc];B[gg];W[gc];B[cg])")
    person.go(f"{served.home}/review")
    person.choose("#depth", "quick")
    person.give("#file", game)
    person.wait("document.querySelector('#list a')")
    assert "<img" in person.text("#list a") and person.count("#list img") == 0
    look(person, "review")
    person.go(served.home + person.js("document.querySelector('#list a').getAttribute('href')"))
    person.wait("document.querySelector('svg.go-board circle')")
    assert person.count("img[onerror]") == 0
    assert person.js("window.origin") == "null"  # it cannot see the server


def test_a_run_is_watched_live(person: Person, served: Served, folder: Path) -> None:
    person.go(f"{served.home}/runs")
    person.wait("document.querySelectorAll('.answer').length >= 4")
    look(person, "runs")
    person.js("document.querySelectorAll('.answer')[2].focus()")
    focused = person.js("document.activeElement.href")
    with Store(folder / "runs.sqlite") as store:
        play(store, EVIL, "match", [entrant("a"), entrant("b")])
    person.wait("document.querySelector('.answer b').innerText === 'x<script>alert(1)</script>'")
    assert person.js("document.activeElement.href") == focused
    person.click(".answer")
    person.wait("document.querySelector('.games svg.go-board circle')")
    assert person.count(".rows tbody tr") == 6
    person.click(".rows tbody tr:nth-child(3)")
    person.click(".controls button[title^='one move back']")
    opened = person.text(".viewer .move-text")
    person.js("document.querySelectorAll('.rows tbody a')[2].focus()")
    with Store(folder / "runs.sqlite") as store:
        play(store, EVIL, "match", [entrant("a"), entrant("b")], 6)
    person.wait("document.querySelectorAll('.rows tbody tr').length === 12")
    assert person.text(".viewer .move-text") == opened  # what one looks at stays
    assert person.js("document.activeElement === document.querySelectorAll('.rows tbody a')[2]")
    look(person, "run")


def test_the_games_are_listed(person: Person, served: Served) -> None:
    for size in (9, 13, 19):
        served.post("/api/games", size=size, strength="5k")
    person.go(f"{served.home}/")
    person.wait("document.querySelectorAll('#games li').length >= 3")
    look(person, "front")
    person.go(f"{served.home}/play")
    person.wait("document.querySelectorAll('#games li').length >= 3")
    look(person, "new")


SAME_SIDE = "document.querySelector('#wins').innerText"


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


def test_analyse_opens_at_the_position_and_shows_percentages(
    person: Person, served: Served
) -> None:
    begin(person, served, size="9", strength="20k", color="b", handicap="2", rules="chinese")
    person.wait(MY_TURN)
    # White moves first, and by chance.
    person.play("E5" if person.count("[aria-label='E5, empty']") else "D5")
    person.wait(f"{MY_TURN} && document.querySelectorAll('circle.white').length === 2")
    assert moves(person) == 3
    person.click("#analyse")
    person.wait("document.querySelector('#where')?.innerText.startsWith('Move 3')")
    person.wait("document.querySelectorAll('.hint').length > 0")
    shown = "[...document.querySelectorAll('.hint text')].map((one) => one.textContent)"
    assert all(text.endswith("%") for text in person.js(shown))
    assert "chance to win by that move, in percent" in person.text("#legend")
    assert person.js(SAME_SIDE) == "Black wins"
    person.wait('document.querySelector(\'[aria-label*="best move"][aria-label$="%"]\')')
    person.click("#back")
    person.wait("document.querySelector('#where').innerText.startsWith('Move 2')")
    person.wait("location.search.endsWith('at=2')")
    person.go(person.js("location.href"))  # a reload stays there
    person.wait("document.querySelector('#where')?.innerText.startsWith('Move 2')")
    person.wait("document.querySelectorAll('#moves tr').length > 1")
    look(person, "analyse-handicap")
    # By keys alone: the board's own cursor, then the table.
    person.js("document.getElementById('board').focus()")
    for key in ("ArrowUp", "ArrowRight", "ArrowUp", "ArrowUp"):
        person.key(key)
    aimed = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    assert person.js(f"{aimed}.getAttribute('aria-label')").startswith("F7, ")
    person.js("document.activeElement.blur()")
    assert person.count("#board .cursor") == 0
    person.js("document.getElementById('board').focus()")
    assert person.count("#board .cursor") == 1  # where Enter plays is seen again
    person.key("Enter")
    person.wait("document.querySelector('#tried').innerText.startsWith('Tried: F7')")
    assert "White F7" in person.text("#where[aria-live]")
    person.wait("document.querySelectorAll('#moves tr').length > 1")
    person.js("document.querySelector('#moves button').focus()")
    person.wait("document.querySelectorAll('.line-stone').length > 0")  # its line is shown
    person.key("Enter")
    person.wait("document.querySelector('#tried').innerText.split(' ').length === 3")
    person.wait("document.activeElement.matches('#moves button')")  # and stays while reports come


def test_the_legend_of_a_hint(person: Person, served: Served) -> None:
    begin(person, served, size="9", strength="20k", color="b", handicap="0", rules="chinese")
    person.wait(MY_TURN)
    person.click("#hint")
    person.wait("document.querySelector('#advice').innerText.startsWith('The best move is')")
    assert "1 is the hint" in person.text("#legend")
    assert "your chance to win is" in person.text("#advice") and "%" in person.text("#advice")
    assert person.count("[aria-label$='expected move 1, by Black']") == 1
