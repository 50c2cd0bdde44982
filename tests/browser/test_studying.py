"""Games looked at afterwards, as a person does it: analysis, reviews, problems, ranks."""

from __future__ import annotations

from pathlib import Path

from gtpengine.server.frame import PAGES
from tests.browser.looking import MY_TURN, begin, free, look, moves
from tests.personrank.games import drawn, sgf
from tests.problems.games import GAME as PROBLEM
from tests.server.serving import Served, serving
from tests.web.axe import need_axe
from tests.web.person import Person

GAME = Path(__file__).resolve().parents[2] / "docs" / "samples" / "game.sgf"
SAME_SIDE = "document.querySelector('#wins').innerText"


def test_axe_looks_at_the_pages(person: Person, served: Served) -> None:
    """As `look` does in each test below; here the pages that no other test looks at."""
    need_axe()
    for path in sorted(set(PAGES) - {"/run"}):
        person.go(f"{served.home}{path}")
        person.wait("document.readyState === 'complete'")
        look(person, f"first look at {path[1:]}")


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


def test_analyse_opens_at_the_position_and_shows_percentages(
    person: Person, served: Served
) -> None:
    begin(person, served, size="9", strength="20k", color="b", handicap="2", rules="chinese")
    person.wait(MY_TURN)
    # White moves first, and by chance.
    person.play(free(person, "E5", "D5"))
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
    aim = free(person, "F7", "D7")
    side = "ArrowRight" if aim == "F7" else "ArrowLeft"
    person.js("document.getElementById('board').focus()")
    for key in ("ArrowUp", side, "ArrowUp", "ArrowUp"):
        person.key(key)
    aimed = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    assert person.js(f"{aimed}.getAttribute('aria-label')").startswith(f"{aim}, ")
    person.js("document.activeElement.blur()")
    assert person.count("#board .cursor") == 0
    person.js("document.getElementById('board').focus()")
    assert person.count("#board .cursor") == 1  # where Enter plays is seen again
    person.key("Enter")
    person.wait(f"document.querySelector('#tried').innerText.startsWith('Tried: {aim}')")
    assert f"White {aim}" in person.text("#where[aria-live]")
    person.wait("document.querySelectorAll('#moves tr').length > 1")
    person.js("document.querySelector('#moves button').focus()")
    person.wait("document.querySelectorAll('.line-stone').length > 0")  # its line is shown
    person.key("Enter")
    person.wait("document.querySelector('#tried').innerText.split(' ').length === 3")
    person.wait("document.activeElement.matches('#moves button')")  # and stays while reports come


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
