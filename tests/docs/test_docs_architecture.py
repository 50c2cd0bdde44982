"""The page on architecture: its picture, and its list of the files of a default simulation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.housepicture import NOT_DRAWN, answers, arrows, box_of, picture, questions
from tests.wings import ALLOWED, ROOT

MCTS: Final = ROOT / "gtpengine" / "mcts"
PAGE: Final = (ROOT / "docs/explanation/architecture.md").read_text(encoding="utf-8")
READ: Final = re.findall(r"^\d+\. `([\w/.]+)`", PAGE, re.MULTILINE)
WAITS: Final = re.findall(r"`([\w/.]+)`", PAGE.partition("can wait:")[2].partition("Then,")[0])

_FUNCTION: Final = re.compile(r"^cdef (?!struct|class|enum|extern)[^=(\n]*?\b(\w+)\(", re.MULTILINE)
_CALL: Final = re.compile(r"(player\.)?\b(\w+)\(")

Function = tuple[str, str]
"""The file below gtpengine/mcts, and the name."""


def bodies() -> Iterator[tuple[Function, str]]:
    """Yield the functions of the search that have a body here, and their code."""
    for path in sorted(MCTS.rglob("*.p[xy][dx]")):
        text = re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for part in re.split(r"^(?=\S)", text, flags=re.MULTILINE):
            found = _FUNCTION.match(part)
            if found and (path.suffix == ".pyx" or "inline" in part):
                yield (path.relative_to(MCTS).as_posix(), found[1]), part


def test_the_parser_finds_functions_of_both_kinds_of_file() -> None:
    names = {function for function, _ in bodies()}
    assert {("worker/worker.pyx", "worker_run"), ("tree/node.pxd", "node_update")} <= names


def files_of_a_simulation() -> set[str]:
    """Walk from ``worker_run`` through what a search by a network calls, but for techniques."""
    code = dict(bodies())
    places: dict[str, list[str]] = {}
    for file, name in code:
        places.setdefault(name, []).append(file)
    seen: set[Function] = set()
    waiting: list[Function] = [
        ("worker/worker.pyx", "worker_run"),
        ("by_network/network_evaluator.pyx", "_judge"),
    ]
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for player, name in _CALL.findall(code[function]):
            here = (function[0], name)
            if player:
                target = ("by_network/player.pyx", f"_{name}")
                waiting += [target] if target in code else []
            elif here in code:
                waiting.append(here)
            elif not name.startswith(("_", "doors_")):
                waiting += [(file, name) for file in places.get(name, ())]
    return {file for file, _ in seen}


def test_a_reader_of_a_default_simulation_opens_twelve_files() -> None:
    walked = files_of_a_simulation() | {"doors/search_state.pxd"}
    stems = {file.rpartition(".")[0] for file in walked}
    read = {file.rpartition(".")[0] for file in READ}
    assert len(READ) == len(read) == 12
    assert read <= stems
    folders = tuple(file for file in WAITS if file.endswith("/"))
    waits = {file.rpartition(".")[0] for file in WAITS if file not in folders}
    assert waits <= stems
    assert sorted(s for s in stems - read - waits if not f"{s}.".startswith(folders)) == []


def test_a_newcomer_reads_the_page_in_ten_minutes() -> None:
    assert len(PAGE.split()) <= 1500


def test_the_picture_is_that_of_the_code() -> None:
    drawn = (ROOT / "docs/pictures/house.svg").read_text(encoding="utf-8")
    assert drawn == picture(), "python -m tests.housepicture > docs/pictures/house.svg"


def test_each_wing_is_in_a_box() -> None:
    assert [wing for wing in ALLOWED if not box_of(wing)] == [
        wing for wing in ALLOWED if wing in NOT_DRAWN
    ]


def test_arrows_leave_out_what_follows_from_others() -> None:
    drawn = arrows()
    assert ("game", "search") in drawn
    assert ("game", "board") not in drawn
    assert [arrow for arrow in drawn if arrow[1] in ("lab", "research")] == [("research", "lab")]
    assert ("research", "tools") in drawn


def test_both_players_answer_what_every_simulation_asks() -> None:
    assert questions()[:2] == ["choose", "grow"]
    assert set(questions()) - set(answers("by_network")) == {"credit", "end"}
    assert answers("by_playouts") == questions()
