"""Trees of nodes: their texts, and files that have all of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gtpengine.sgf.parse import first_tree, trees
from gtpengine.sgf.tree import LINE, SgfNode, escaped, write

NAMES = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=4).filter(lambda n: n != "CA")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PROPERTIES = st.dictionaries(
    NAMES, st.lists(TEXTS.map(escaped), min_size=1, max_size=3), max_size=4
)


@st.composite
def roots(draw: st.DrawFn) -> SgfNode:
    """Any tree: nodes with any properties, each below any that came before it."""
    nodes = [SgfNode(draw(PROPERTIES | st.just({"A": [b""]})))]
    nodes[0].set_raw("CA", b"UTF-8")
    for _ in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(nodes))
        nodes.append(parent.add_child(draw(PROPERTIES)))
    return nodes[0]


def same(one: SgfNode, other: SgfNode) -> bool:
    todo = [(one, other)]
    while todo:
        one, other = todo.pop()
        if one.properties != other.properties or len(one.children) != len(other.children):
            return False
        todo += zip(one.children, other.children, strict=True)
    return True


@given(st.lists(roots(), min_size=1, max_size=3))
def test_what_is_written_is_read_again_whole(games: list[SgfNode]) -> None:
    again = list(trees(write(games)))
    assert len(again) == len(games) and [tree.notes for tree in again] == [()] * len(games)
    assert all(same(game, tree.root) for game, tree in zip(games, again, strict=True))


@given(TEXTS)
def test_texts_come_back(text: str) -> None:
    node = SgfNode()
    node.set_text("C", text)
    root = first_tree(write([node])).root
    wanted = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    assert root.text("C") == wanted.translate(dict.fromkeys(map(ord, "\t\v\f"), " "))
    assert root.line("C") == " ".join(root.text("C").split())


def test_other_charsets_are_written_as_utf_8() -> None:
    data = "(;CA[gbk]PB[李世石];B[aa]C[古\\\\力])".encode("gbk")
    assert write([first_tree(data).root]).decode() == "(;CA[UTF-8]PB[李世石];B[aa]C[古\\\\力])\n"


def test_long_lines_are_broken_between_properties() -> None:
    root = SgfNode({"C": [b"x" * 200]})
    for _ in range(60):
        root.add_child({"B": [b"aa"]})
    lines = write([root]).split(b"\n")
    assert max(len(line) for line in lines if b"x" not in line) <= LINE


def test_deep_trees_are_no_danger() -> None:
    root = node = SgfNode({"A": [b"1"]})
    for _ in range(50_000):
        node = node.add_child({"B": [b""]})
    data = write([root])
    assert sum(1 for _ in first_tree(data).root.main_line()) == 50_001
    nested = b"(;A[1]" * 50_000 + b")" * 50_000
    assert write([first_tree(nested).root]).count(b"A[1]") == 50_000


def test_texts_of_a_node() -> None:
    node = SgfNode({"C": [b"a\\\nb\\]\nc"], "N": [b" x \n y "]})
    assert node.text("C") == "ab]\nc" and node.line("N") == "x y"
    assert node.text("XX") == "" and node.raw("XX") == b"" and "XX" not in node
    node.set_text("N", "")
    node.add_text("C", "d]")
    node.add_text("GN", "name")
    assert node.properties == {"C": [b"a\\\nb\\]\nc\n\nd\\]"], "GN": [b"name"]}
    huge = SgfNode({"C": [b"\\" * (8 << 20)]})
    assert len(huge.text("C")) <= 1 << 20
