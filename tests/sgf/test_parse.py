"""From bytes to trees: what old programs write, and a place for everything that is wrong."""

from __future__ import annotations

import pytest

from gtpengine.sgf.error import SgfError, place, shown
from gtpengine.sgf.parse import MOST_VALUES, first_tree, trees
from gtpengine.sgf.tree import MOST_NODES, write


def shape(data: bytes | str) -> list[str]:
    """Each line from the root to a leaf, as the first names of its nodes."""
    found = []
    todo = [(first_tree(data).root, "")]
    while todo:
        node, way = todo.pop()
        way += next(iter(node.properties), "-")
        if not node.children:
            found.append(way)
        todo += [(child, way) for child in reversed(node.children)]
    return found


def test_variations_in_order() -> None:
    assert shape(b"(;A[1](;B[2];C[3](;D[4])(;E[5]))(;F[6]))") == ["ABCD", "ABCE", "AF"]
    assert shape(b"( ; A [1]\n( ;B[2] ) ( ; C[3] ) )") == ["AB", "AC"]
    assert shape(b"(;;A[1];)") == ["-A-"]


def test_values_as_they_stand() -> None:
    root = first_tree(rb"(;AB[aa] [bb]" + b"\n" + rb"AB[cc]C[a\]b\\]XX[][x:\]])").root
    assert root.properties == {
        "AB": [b"aa", b"bb", b"cc"],
        "C": [rb"a\]b" + b"\\\\"],
        "XX": [b"", rb"x:\]"],
    }


def test_names_with_small_letters_and_the_head_of_a_mail() -> None:
    root = first_tree(b"Subject: a (game)\n\n(;GaMe[1]AddBlack[aa]Komi[5.5])").root
    assert list(root.properties) == ["GM", "AB", "K"]


def test_names_with_digits_as_analysis_programs_write_them() -> None:
    text = b"(;SZ[9]LZ2[KataGo 50.1];B[ee]LZOP2[a b][c]L_1[x])\n"
    (tree,) = trees(text)
    assert list(tree.root.children[0].properties) == ["B", "LZOP2", "L_1"]
    assert write([tree.root]) == text.replace(b"50.1]", b"50.1]CA[UTF-8]")


def test_several_games_and_what_lies_between() -> None:
    found = list(trees(b"one (;A[1])\ntwo\n(;B[2])"))
    assert [list(tree.root.properties) for tree in found] == [["A"], ["B"]]
    assert [tree.more for tree in found] == [True, False]


def test_a_missing_last_bracket_is_noted() -> None:
    tree = first_tree(b"(;A[1](;B[2];C[3]\n")
    assert shape(b"(;A[1](;B[2];C[3]\n") == ["ABC"]
    [note] = tree.notes
    assert str(note) == "The last bracket of the record is missing; perhaps it was cut off."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b" \n", "an empty file"),
        (b"hello", r"no SGF: it has no '\(;'"),
        (b"(;", "line 1, column 3: the record ends before its first property"),
        (b"(;A[1]\n;B)", "line 2, column 2: property B has no value"),
        (b"(;A[1]\n;[x])", "line 2, column 2: a value without a property"),
        (b"(;A[1](B[2]))", "line 1, column 8: a property outside of a node"),
        (b"(;A[1](;B[2])C[3])", "line 1, column 14: a property outside of a node"),
        (b"(;a[1])", "line 1, column 3: a is no name of a property"),
        (b"(;" + b"A" * 65 + b"[1])", "column 3: A{37}... is no name of a property"),
        (b"(;A[1]B[2\n\\])", "line 1, column 8: the value that begins here has no end"),
        (b"(;A[1][2\n\\])", "line 1, column 7: the value that begins here has no end"),
        ("(;A[é]ü)", r"line 1, column 7: '\\xfc' is no part of a record"),
        ("(;A[1]🙂)", r"line 1, column 7: '\\U0001f642' is no part of a record"),
        (b"(;A[1]{B[2]})", "line 1, column 7: '{' is no part of a record"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data: bytes | str, why: str) -> None:
    with pytest.raises(SgfError, match=why):
        list(trees(data))


def test_a_broken_game_leaves_those_before_it() -> None:
    found = trees(b"(;A[1])\n(;B[2")
    assert list(next(found).root.properties) == ["A"]
    with pytest.raises(SgfError, match="line 2, column 4"):
        next(found)


def test_nodes_and_values_are_limited_and_weight_is_not() -> None:
    assert first_tree(b"(;C[" + b"x" * 5_000_000 + b"])").root.raw("C") == b"x" * 5_000_000
    with pytest.raises(SgfError, match=f"more than {MOST_NODES:,} nodes"):
        first_tree(b"(" + b";" * MOST_NODES + b")")
    assert first_tree(b"(" + b";" * (MOST_NODES - 1) + b")").root.children
    with pytest.raises(SgfError, match=f"more than {MOST_VALUES:,} values"):
        first_tree(b"(;A" + b"[]" * (MOST_VALUES + 1) + b")")


def test_places_and_what_is_shown() -> None:
    data = "ab\ncdé\n".encode()
    assert place(data, 0) == "line 1, column 1"
    assert place(data, 4) == "line 2, column 2"
    assert place(data, len(data) - 1) == "line 2, column 4"
    assert shown(b"x" * 99) == "x" * 37 + "..."
    assert shown("é\n".encode()) == "\\xe9\\n"
