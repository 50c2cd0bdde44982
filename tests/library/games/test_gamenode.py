"""The tree of a record: walked, commented, labelled, branched off."""

from __future__ import annotations

import copy
import pickle

import pytest

from gtpengine import Game, IllegalMoveError, Position, SgfError

SGF = "(;SZ[9]C[a];B[ee](;W[cc];B[gg]C[main])(;W[gg];B[cc](;W[dd])(;W[])))"


def test_a_walk_goes_through_every_node_from_the_root() -> None:
    root = Game.from_sgf(SGF).root
    assert root.move is None and root.parent is None and root.comment == "a"
    assert [node.move for node in root.main_line()] == [
        None, ("black", "E5"), ("white", "C7"), ("black", "G3"),
    ]  # fmt: skip
    points = [node.move[1] for node in root.walk() if node.move]
    assert points == ["E5", "C7", "G3", "G3", "C7", "D6", "pass"]
    *_, last = root.walk()
    assert [node.move for node in last.line()][1:] == [
        ("black", "E5"), ("white", "G3"), ("black", "C7"), ("white", "pass"),
    ]  # fmt: skip
    assert last.next is None and last.children == [] and last.line()[0] == root
    assert last.parent is not None and len({last, last.parent.children[1]}) == 1
    assert repr(last) == "<GameNode white pass, 0 children>"
    assert last != last.parent and last != "pass"


def test_the_position_at_any_node() -> None:
    root = Game.from_sgf(SGF).root
    wanted = Position(9)
    wanted.play_all("E5 G3 C7 D6")
    assert root.children[0].children[1].children[0].children[0].position() == wanted
    assert root.position() == Position(9)


def test_a_variation_is_added_once_and_checked() -> None:
    game = Game.from_sgf(SGF)
    first = game.root.next
    assert first is not None
    new = first.add_variation("a1")
    assert new.move == ("white", "A1") and len(first.children) == 3
    assert first.add_variation("G3") == first.children[1] and len(first.children) == 3
    assert first.add_variation("G3", "black") == first.children[3]
    with pytest.raises(IllegalMoveError):
        first.add_variation("E5")
    with pytest.raises(ValueError, match="no point"):
        first.add_variation("Z9")
    assert len(first.children) == 4 and len(game) == 3
    assert ";W[ai])" in game.to_sgf().replace("\n", "")


def test_lines_are_promoted_and_removed() -> None:
    game = Game.from_sgf(SGF)
    first = game.root.next
    assert first is not None
    first.children[1].promote()
    assert game.moves[1:] == [("white", "G3"), ("black", "C7"), ("white", "D6")]
    assert game.position().color_at("D6") == "white"
    first.children[0].remove()
    assert game.moves[1:] == [("white", "C7"), ("black", "G3")] and len(first.children) == 1
    gone = first.children[0]
    gone.remove()
    assert len(game) == 1
    for act in (gone.remove, gone.promote):
        with pytest.raises(ValueError, match="taken out of the record before"):
            act()
    for act in (game.root.promote, game.root.remove):
        with pytest.raises(ValueError, match="the root"):
            act()


def test_comments_labels_and_any_property() -> None:
    game = Game.from_sgf(SGF)
    node = game.root.next
    assert node is not None
    node.comment = "a ] and a \\\nanother line"
    node.labels = {"E5": "A:]", 0: "1"}
    node.set_points("TR", "A1 C3")
    node.set("N", "name]")
    game.root.set("GN", "Cup", "twice")
    again = Game.from_sgf(game.to_sgf()).root
    assert again.get("GN") == ["Cup", "twice"] and again.get("no") == []
    found = again.next
    assert found is not None
    assert found.comment == "a ] and a \\\nanother line"
    assert found.labels == {"E5": "A:]", "A1": "1"}
    assert sorted(found.points("TR")) == ["A1", "C3"]
    assert found.properties == ["B", "C", "LB", "TR", "N"]
    found.labels = {}
    found.set("N")
    found.comment = ""
    assert found.properties == ["B", "TR"]


def test_set_up_stones_are_points_and_change_the_position() -> None:
    game = Game.from_sgf("(;SZ[9]AB[aa:ab];W[ee])")
    assert sorted(game.root.points("AB")) == ["A8", "A9"]
    game.root.set_points("AB", ["J1"])
    assert game.position().color_at("J1") == "black" and game.position().color_at("A9") is None


@pytest.mark.parametrize("name", ["B", "W", "SZ", "CA", "gn", "", "A B"])
def test_what_makes_the_tree_is_not_set(name: str) -> None:
    root = Game.from_sgf(SGF).root
    with pytest.raises(ValueError, match="add_variation|capital letters"):
        root.set(name, "x")
    with pytest.raises(ValueError, match="no point"):
        root.set_points("TR", "Z1")


def test_several_moves_in_a_node() -> None:
    node = Game.from_sgf("(;SZ[9];B[aa]B[bb];W[cc])").root.next
    assert node is not None
    assert node.moves == [("black", "A9"), ("black", "B8")] and node.move == ("black", "B8")


def test_an_illegal_move_in_a_variation_is_told_where_it_stands() -> None:
    root = Game.from_sgf("(;SZ[9];B[ee](;W[cc])(;W[ee]))").root
    bad = root.children[0].children[1]
    with pytest.raises(SgfError, match="move 2: illegal move white E5: occupied"):
        bad.position()


def test_a_node_draws_itself_with_marks_and_comment() -> None:
    game = Game.from_sgf("(;SZ[9];B[ee]C[a < b\nc]TR[ee]LB[cc:longer]MA[gg])")
    node = game.root.next
    assert node is not None
    html = node._repr_html_()
    assert html.startswith("<svg") and html.endswith("</svg><p>a &lt; b<br>c</p>")
    assert html.count('class="mark"') == 2 and ">long<" in html
    assert game.root._repr_html_().endswith("</svg>")


def test_a_mark_off_the_board_hides_no_game() -> None:
    root = Game.from_sgf("(;SZ[9]TR[zz]SQ[cc]LB[zz:x];B[ee])").root
    with pytest.raises(SgfError, match="zz is no point"):
        _ = root.labels
    assert "<svg" in root._repr_html_()


def test_what_is_no_text_is_refused() -> None:
    root = Game(Position(9)).root
    with pytest.raises(TypeError, match="3: a record has text here"):
        root.set("GN", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="3: a record has text here"):
        root.labels = {"C3": 3}  # type: ignore[dict-item]
    assert root.properties == Game(Position(9)).root.properties


def test_nodes_are_pickled_and_copied_however_deep() -> None:
    passes = "".join(f";{'BW'[n % 2]}[]" for n in range(5000))
    game = Game.from_sgf(
        f"(;SZ[9]KM[6.5];B[ee](;W[cc];B[gg])(;W[gg]C[here](;B[aa])(;B[bb]{passes})))"
    )
    for node in game.root.walk():
        if node.comment or not node.children:
            again = pickle.loads(pickle.dumps(node))
            assert again.comment == node.comment and again.moves == node.moves
            assert again.position() == node.position() and again != node
            assert [n.move for n in again.line()] == [n.move for n in node.line()]
    other = copy.deepcopy(node)
    other.comment = "another"
    assert node.comment == "" and copy.copy(node) == node
    node.remove()
    with pytest.raises(ValueError, match="taken out of its record"):
        pickle.dumps(node)
