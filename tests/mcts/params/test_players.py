"""Each row of parameters names its readers: searches measure that, and what is said of others."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Final

import pytest

import gtpengine
from board_ext.coords import WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamSpec, ParamValue, Player
from gtpengine.config.options import EngineOptions
from gtpengine.mcts.params.players import by_playouts, playing, remarks
from gtpengine.mcts.params.search_params import OWN_ROWS, PARAMS, SWITCHES, SearchParams
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher

# An opening; a fight with chains in atari, ladders, self-ataris and eyes, after a move at H5; and a
# board that is nearly settled, where scores are bounded.
OPENING = """
    . . . . . . . . .
    . . . . . . . . .
    . . X . O . X . .
    . . X O X X . . .
    . . O O X O . . .
    . . . X O . O . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
FIGHT = """
    X . X . O . X . .
    X X . . O . . . .
    O . . O . . . . .
    X . . . . . . X O
    O . X . . . . . .
    X O O . . . . O .
    . O . . . . O . .
    . . . X . X . . .
    X . X O . O . X X
"""
SETTLED = """
    . X . X O . O . O
    X X X X O O O O .
    . X . X O . O . O
    X X X X O O O O .
    . X . X O . O O O
    X X X X O O O . .
    X . . X O . O O .
    . X X O O . O . O
    X . X O . O . O .
"""
SIMULATIONS = 100

OTHER: dict[str, ParamValue] = {
    "network_butterfly": 3.0,
    "network_ensemble": 5,
    "widening_children": 3,
    "solver_empty": 0.0,
}
"""Values that differ from the default in what the search does, where half of it does not."""

FILES = {name for name, row in PARAMS.items() if row.reads is not None}
UNMEASURED = FILES | {"virtual_loss", "network_role"}
"""Rows whose readers these searches cannot show: files, since only one is at hand; what counts only
with several threads; and what chooses the reader."""


def other(row: ParamSpec) -> ParamValue:
    """Another value of a row, that switches a technique on if the row does."""
    if row.name in OTHER:
        return OTHER[row.name]
    if row.kind is bool:
        return not row.default
    if row.choices:
        return next(choice for choice in row.choices if choice != row.default)
    if row.parts:
        return ":".join(reversed(str(row.default).split(":")))
    assert isinstance(row.default, int | float | None)
    wanted = row.default / 4 if row.default else (1 if row.kind is int else 0.3)
    value = row.kind(min(max(wanted, row.low or 0), math.inf if row.high is None else row.high))
    return row.check(value) if value != row.default else row.high


def positions() -> tuple[Position, ...]:
    fight = Position.from_diagram(FIGHT, WHITE)
    fight.play(vertex_to_point("H5", 9))
    return Position.from_diagram(OPENING), fight, Position.from_diagram(SETTLED)


OPENED, FOUGHT, ENDED = positions()


def search(position: Position, settings: dict[str, ParamValue]) -> SearchReport:
    searcher = Searcher(SearchParams(**settings), 1, 16, 7)
    searcher.set_position(position)
    return searcher.search(Limits(simulations=SIMULATIONS))


def choice(position: Position, **settings: ParamValue) -> list[object]:
    """What a short search says of the moves."""
    report = search(position, settings)
    return [report.moves, report.value, report.score]


def owners(position: Position, **settings: ParamValue) -> list[float]:
    return [float(point) for point in search(position, settings).ownership.flat]


def measured(*players: Player) -> list[ParamSpec]:
    return [row for row in PARAMS.values() if row.player in players and row.name not in UNMEASURED]


SWITCHED: Final = {name for name, _ in SWITCHES.values() if not PARAMS[name].player & Player.LEADS}
"""What switches on a technique that a leading network does not ask."""


def switched_on(row: ParamSpec) -> dict[str, ParamValue]:
    """What switches on the technique that a row belongs to, without being its switch."""
    modules = [module for module, rows in OWN_ROWS.items() if row in rows and module in SWITCHES]
    switches = [PARAMS[SWITCHES[module][0]] for module in modules]
    return {switch.name: other(switch) for switch in switches if switch is not row}


@pytest.mark.lab
def test_a_network_that_leads_reads_what_the_rows_say() -> None:
    default = [choice(position) for position in positions()]
    unread = []
    for row in measured(Player.LEADS, Player.JUDGES, Player.BOTH):
        switch = switched_on(row)
        without = [choice(position, **switch) for position in positions()] if switch else default
        settings = {**switch, row.name: other(row)}
        if all(
            choice(position, **settings) == found
            for position, found in zip(positions(), without, strict=True)
        ):
            unread.append(row.name)
    # It says only who owns each point.
    assert unread == ["network_playouts"]
    assert owners(FOUGHT, network_playouts=1) != owners(FOUGHT)


@pytest.mark.lab
def test_a_network_that_leads_reads_nothing_else() -> None:
    default = [choice(position) for position in (OPENED, FOUGHT)]
    for row in measured(Player.PLAYOUTS, Player.BESIDE, Player.ALONE):
        if row.name in SWITCHED:
            continue
        settings = {row.name: other(row)}
        assert [choice(position, **settings) for position in (OPENED, FOUGHT)] == default, row.name


@pytest.mark.lab
def test_playouts_read_nothing_of_a_network() -> None:
    default = choice(FOUGHT, network="none")
    for row in measured(Player.LEADS, Player.BESIDE, Player.JUDGES):
        assert choice(FOUGHT, network="none", **{row.name: other(row)}) == default, row.name
    beside = choice(FOUGHT, network_role="beside")
    for row in measured(Player.LEADS):
        found = choice(FOUGHT, network_role="beside", **{row.name: other(row)})
        assert found == beside, row.name
    for row in measured(Player.BESIDE, Player.JUDGES):
        found = choice(FOUGHT, network_role="beside", **{row.name: other(row)})
        assert found != beside, row.name


@pytest.mark.lab
def test_a_technique_of_playouts_takes_the_lead_and_nothing_else_does() -> None:
    takers = set()
    for row in PARAMS.values():
        if row.name in UNMEASURED:
            continue
        settings = {row.name: other(row)}
        if choice(FOUGHT, **settings) == choice(FOUGHT, network_role="beside", **settings):
            takers.add(row.name)
        said = [remark.fact for remark in remarks(SearchParams(**settings), 9)]
        assert any("takes the lead" in fact for fact in said) == (row.name in SWITCHED), row.name
    assert takers == SWITCHED


def told(size: int = 9, removes_dead: bool = True, **settings: ParamValue) -> list[str]:
    """The remarks on these settings."""
    return [remark.told() for remark in remarks(SearchParams(**settings), size, removes_dead)]


def test_the_defaults_need_no_remark() -> None:
    for size in (5, 7, 9, 13, 19):
        assert told(size) == []
        assert told(size, network="none") == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"rave_equivalence": 2000.0},
            "rave_equivalence belongs to the search by playouts; the network leads on 9x9: add"
            " network=none or leave it out",
        ),
        pytest.param(
            {"rave_equivalence": 2000.0, "expand_visits": 2, "ucb_exploration": 0.3},
            "rave_equivalence, expand_visits and ucb_exploration belong to the search by"
            " playouts; the network leads on 9x9: add network=none or leave them out",
            marks=pytest.mark.lab,
        ),
        pytest.param(
            {"mast_rate": 0.2, "tree_policy": "puct"},
            "mast_rate and tree_policy=puct take the lead from the network, worth some 300 Elo on"
            " 9x9: add network=none, add network_role=beside to keep its judgements or leave them"
            " out",
            marks=pytest.mark.lab,
        ),
        (
            {"network_lambda": 0.5},
            "network_lambda belongs to a network beside playouts; the network leads on 9x9: add"
            " network_role=beside or leave it out",
        ),
        (
            {"network": "none", "network_exploration": 2.0},
            "network_exploration belongs to the search that a network leads; no network plays"
            " here: leave it out",
        ),
        pytest.param(
            {"network_role": "beside", "network_growth": 0.3},
            "network_growth belongs to the search that a network leads; the network only judges"
            " beside playouts here: leave it out",
            marks=pytest.mark.lab,
        ),
        pytest.param(
            {"network": "none", "mast_temperature": 0.1, "mast_choice": "greedy"},
            "mast_temperature and mast_choice are read with mast_rate alone, which is off: set"
            " mast_rate or leave them out",
            marks=pytest.mark.lab,
        ),
        pytest.param(
            {"puct_exploration": 0.3},
            "puct_exploration is read with tree_policy=puct alone, which is off: set"
            " tree_policy=puct or leave it out",
            marks=pytest.mark.lab,
        ),
        (
            {"prior_model": 0.0},
            "prior_model=0 takes the network away, which needs the model of moves: add"
            " network=none or leave it out",
        ),
    ],
)
def test_what_is_said(settings: dict[str, ParamValue], said: str) -> None:
    assert [remark.told() for remark in remarks(SearchParams(**settings), 9)] == [said]


@pytest.mark.lab
def test_a_technique_that_is_off_reads_nothing() -> None:
    default = choice(FOUGHT, network="none")
    led = choice(FOUGHT)
    own = {row.name for module in SWITCHES for row in OWN_ROWS.get(module, ())}
    for name in own - {switch for switch, _ in SWITCHES.values()} - UNMEASURED:
        settings = {name: other(PARAMS[name])}
        assert choice(FOUGHT, network="none", **settings) == default, name
        assert choice(FOUGHT, **settings) == led, name


@pytest.mark.lab
def test_rows_that_several_techniques_read_say_so() -> None:
    folder = Path(gtpengine.__file__).parent / "lab"
    sources = {path.stem: path.read_text(encoding="utf-8") for path in folder.rglob("*.pyx")}
    for module in SWITCHES:
        own = module.rpartition(".")[2]
        for row in OWN_ROWS.get(module, ()):
            read = re.compile(rf"\.{row.name}\b")
            others = [name for name, text in sources.items() if name != own and read.search(text)]
            if row.name != SWITCHES[module][0]:
                assert row.shared == bool(others), row.name


@pytest.mark.lab
def test_settings_of_the_search_that_plays_need_no_remark() -> None:
    assert told(network_exploration=1.0, prior_capture=0.0) == []
    assert told(network="none", rave_equivalence=2000.0, mast_rate=0.2) == []
    assert told(network_role="beside", mast_rate=0.2, network_lambda=0.5) == []
    assert told(5, rave_equivalence=2000.0, mast_rate=0.2) == []  # no network for 5x5
    assert "no network plays here" in told(5, network_noise=0.5)[0]


@pytest.mark.lab
def test_where_dead_stones_stay_playouts_play_the_end() -> None:
    assert playing(SearchParams(), 9, removes_dead=False) == Player.JUDGES
    assert told(removes_dead=False, rave_equivalence=2000.0) == []
    assert "takes the lead" in told(removes_dead=False, mast_rate=0.2)[0]


def test_a_search_tells_it_and_both_sides_are_named_for_a_match() -> None:
    searcher = Searcher(SearchParams(rave_equivalence=2000.0), 1, 16)
    searcher.set_position(OPENED)
    (remark,) = remarks(SearchParams(rave_equivalence=2000.0), 9)
    assert searcher.notices() == (remark.told(),)
    assert "add network=none to both or leave it out" in remark.told(" to both")
    searcher.set_position(Position(5))
    assert searcher.notices() == ()


def test_parameters_of_the_engine_name_their_readers_too() -> None:
    (remark,) = remarks(SearchParams(), 9, True, [EngineOptions(cluster_expand_visits=3)])
    assert remark.fact.startswith("cluster_expand_visits belongs to the search by playouts")


def test_without_the_network_nothing_of_it_is_left() -> None:
    made = by_playouts(SearchParams(network_exploration=2.0, rave_equivalence=2000.0))
    assert remarks(made, 9) == ()
    assert (made.network, made.rave_equivalence) == ("none", 2000.0)
