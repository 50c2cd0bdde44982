"""Presets: their parameters exist, and they are what their names say."""

from __future__ import annotations

import pytest

from board_ext.position import Position
from gtpengine.cli import parse_settings
from gtpengine.config.options import ENGINE_PARAMS, EngineOptions
from gtpengine.config.settings import Settings, SettingsError, make_settings
from gtpengine.lab.preset_page import listing, page
from gtpengine.lab.presets import PRESETS
from gtpengine.mcts.params.search_params import PARAMS, SearchParams
from gtpengine.mcts.params.switches import switched_on
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher


def params_of(name: str) -> SearchParams:
    params = SearchParams()
    for parameter, text in PRESETS[name].parameters():
        if parameter in PARAMS:
            params.set(parameter, text)
    return params


def search(name: str, size: int, simulations: int, seed: int = 1) -> SearchReport:
    searcher = Searcher(params_of(name), memory_mb=32, seed=seed)
    searcher.set_position(Position(size))
    return searcher.search(Limits(simulations=simulations))


def techniques(name: str) -> set[str]:
    return {module.rpartition(".")[2] for module in switched_on(params_of(name))}


@pytest.mark.parametrize("name", PRESETS)
def test_the_parameters_exist_and_none_has_an_option_of_its_own(name: str) -> None:
    preset = PRESETS[name]
    assert preset.about.endswith(".")
    assert preset.source
    options = EngineOptions()
    for parameter, text in preset.parameters():
        if parameter in ENGINE_PARAMS:
            options.set(parameter, text)
            assert not ENGINE_PARAMS[parameter].metavar, parameter
        else:
            SearchParams().set(parameter, text)
    assert params_of(name) != SearchParams()


def test_no_two_presets_are_alike() -> None:
    for name, preset in PRESETS.items():
        others = [one for one in PRESETS.values() if one.name != name]
        assert all(dict(one.settings) != dict(preset.settings) for one in others), name


def test_flat_mc_gives_each_move_as_many_random_games() -> None:
    report = search("flat-mc", 5, 26 * 40)
    visits = [move.visits for move in report.moves]
    assert len(visits) == 26  # each point and the pass
    assert set(visits) == {40}
    assert report.mean_depth == 1.0
    assert techniques("flat-mc") == {"tree_depth", "uniform_playouts"}


def test_flat_mc_values_are_means_of_random_games() -> None:
    # The centre of 3x3 wins most random games, whatever the seed; the value is a share of 200.
    for seed in (1, 2):
        report = search("flat-mc", 3, 10 * 200, seed)
        best = max(report.moves, key=lambda move: move.value)
        assert best.point == 4
        assert best.value * 200 == pytest.approx(round(best.value * 200), abs=1e-6)


def test_flat_ucb_is_one_bandit_that_prefers_good_arms() -> None:
    report = search("flat-ucb", 3, 1000)
    assert report.mean_depth == 1.0
    visits = {move.point: move.visits for move in report.moves}
    assert min(visits.values()) > 0
    assert max(visits, key=lambda point: visits[point]) == 4


def test_plain_uct_has_a_tree_and_no_knowledge() -> None:
    report = search("plain-uct", 5, 3000)
    assert report.mean_depth > 1.5
    assert all(move.prior_weight == 0 for move in report.moves)
    assert all(move.visits > 0 for move in report.moves)
    assert techniques("plain-uct") == {"ucb1", "uniform_playouts"}


def test_what_the_papers_are_about_is_on() -> None:
    about = {
        "mogo-2006": "ucb1_tuned",
        "mogo-2007": "rave_hand_selected",
        "pool-rave-2010": "pool_rave",
        "crazystone-2007": "softmax_playouts",
        "mango-progressive": "progressive_bias",
        "cadiaplayer-2008": "mast",
        "orego-lgrf": "lgrf",
        "erica-2010": "softmax_playouts",
        "pachi-2012": "criticality",
        "grave-2015": "grave",
        "puct-patterns": "puct",
    }
    for name, technique in about.items():
        assert technique in techniques(name), name
    assert techniques("mcts-rave-2011") == set()
    assert params_of("mcts-rave-2011").rave_schedule == "minimum-mse"


@pytest.mark.parametrize("name", PRESETS)
def test_each_plays(name: str) -> None:
    report = search(name, 7, 300)
    assert report.visits >= 300


def test_set_changes_a_preset_whatever_the_order() -> None:
    for words in (
        ["--preset", "flat-mc", "--set", "tree_depth=2"],
        ["--set", "tree_depth=2", "--preset", "flat-mc"],
    ):
        settings = parse_settings(words)
        assert settings.preset == "flat-mc"
        assert settings.parameters[-1] == ("tree_depth", "2")
        assert dict(settings.parameters)["playout_policy"] == "uniform"


def test_no_preset() -> None:
    assert make_settings({"preset": "off"}) == Settings()


def test_a_wrong_name_is_answered_with_the_right_one() -> None:
    with pytest.raises(SettingsError, match="did you mean flat-mc"):
        make_settings({"preset": "flat_mcc"})
    with pytest.raises(SettingsError, match="there are: flat-mc, gobble-1993, flat-ucb"):
        make_settings({"preset": "zzz"})
    assert make_settings({"preset": "Flat_MC"}).preset == "flat-mc"


def test_the_page_and_the_list_name_them_all() -> None:
    shown, listed = page(), listing()
    for name in PRESETS:
        assert f"\n## {name}\n" in shown
        assert f"\n  {name}\n" in listed
