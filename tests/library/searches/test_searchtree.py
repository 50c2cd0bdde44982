"""The tree of a search: it agrees with the report, and is written as JSON and for Graphviz."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from gtpengine import Position, Report, Search, SearchParams, TreeNode


@pytest.fixture(scope="module")
def searched() -> Iterator[tuple[Search, Report]]:
    position = Position(9)
    position.play_all("E5 G6 C6")
    with Search(memory=64) as search:
        yield search, search.run(position, simulations=400)


def test_the_tree_agrees_with_the_report(searched: tuple[Search, Report]) -> None:
    search, report = searched
    root = search.tree(depth=100, least_visits=1)
    assert (root.move, root.color, root.visits) == (None, "white", report.visits)
    assert root.win_rate == pytest.approx(report.win_rate)
    assert root.score_lead == pytest.approx(report.score_lead)
    moves = {move.move: move for move in report.moves}
    for child in root.children:
        move = moves.pop(child.move or "")
        assert (child.color, child.visits) == ("white", move.visits)
        assert child.win_rate == pytest.approx(move.win_rate)
        assert child.score_lead == pytest.approx(move.score_lead)
    assert not moves
    line, node = [], root
    for _ in report.pv:
        node = node.children[0]
        line.append(node.move)
    assert tuple(line) == report.moves[0].pv
    visits = [child.visits for child in root.children]
    assert visits == sorted(visits, reverse=True)


def test_sides_alternate_and_lines_are_legal(searched: tuple[Search, Report]) -> None:
    search, report = searched

    def check(node: TreeNode, position: Position) -> None:
        for child in node.children:
            after = position.copy()
            assert child.move is not None and child.color == after.to_play
            after.play(child.move)
            check(child, after)

    check(search.tree(depth=4, least_visits=1), report.position)


def test_a_tree_is_cut_by_depth_and_visits(searched: tuple[Search, Report]) -> None:
    search, _ = searched
    assert search.tree(depth=0).children == ()
    assert all(not child.children for child in search.tree(depth=1).children)
    assert min(node.visits for node in search.tree(least_visits=20).walk()) >= 20
    for wrong in ({"depth": -1}, {"depth": 101}, {"least_visits": 0}):
        with pytest.raises(ValueError, match="give a whole number"):
            search.tree(**wrong)


def test_json_and_graphviz_have_every_node(searched: tuple[Search, Report]) -> None:
    root = searched[0].tree(depth=3, least_visits=5)
    nodes = list(root.walk())
    text = json.dumps(root.to_dict())
    assert text.count('"visits"') == len(nodes)
    assert json.loads(text)["children"][0]["move"] == root.children[0].move
    dot = root.to_dot()
    assert dot.count("[label=") == len(nodes) and dot.count("->") == len(nodes) - 1
    assert dot.startswith("digraph {") and "white to play" in dot
    assert "400 visits" in repr(root)


def test_there_is_no_tree_without_a_search() -> None:
    search = Search(memory=64)
    with pytest.raises(RuntimeError, match="run it first"):
        search.tree()
    search.run(Position(5), simulations=10)
    assert search.tree(least_visits=1).visits == 10
    search.params = SearchParams()
    with pytest.raises(RuntimeError, match="run it first"):
        search.tree()
    search.close()
    with pytest.raises(RuntimeError, match="closed"):
        search.tree()
