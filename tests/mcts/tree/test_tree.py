"""The arena of nodes: allocation, limits, and keeping a subtree. No game is involved."""

import random

import pytest

from gtpengine.mcts.probes.probe import NODE_BYTES, ROOT_INDEX, TreeProbe


def grow(tree: TreeProbe, seed: int, expansions: int) -> None:
    """Expand random leaves with 1 to 40 children and give every node its own statistics."""
    rng = random.Random(seed)
    leaves = [ROOT_INDEX]
    for _ in range(expansions):
        leaf = leaves.pop(rng.randrange(len(leaves)))
        moves = rng.sample(range(1, 400), rng.randint(1, 40))
        first = tree.add_children(leaf, moves)
        assert first
        for i in range(len(moves)):
            tree.update(first + i, rng.random(), rng.randint(-99, 99), times=rng.randint(1, 5))
            leaves.append(first + i)


def test_a_node_is_48_bytes() -> None:
    assert NODE_BYTES == 48


def test_children_are_found_by_their_move() -> None:
    tree = TreeProbe(10_000)
    first = tree.add_children(ROOT_INDEX, [5, 7, 9])
    assert [tree.find_child(ROOT_INDEX, move) - first for move in (5, 7, 9)] == [0, 1, 2]
    assert tree.find_child(ROOT_INDEX, 6) == 0
    assert tree.find_child(first, 5) == 0


@pytest.mark.parametrize("seed", range(8))
def test_reroot_keeps_the_subtree_and_nothing_else(seed: int) -> None:
    tree = TreeProbe(200_000)
    grow(tree, seed, 400)
    root = tree.node(ROOT_INDEX)
    for i in range(int(root["n_children"])):
        copy = TreeProbe(200_000)
        grow(copy, seed, 400)
        child = int(root["children"]) + i
        expected = copy.dump(child)
        assert copy.reroot(child)
        assert copy.dump() == expected

        def count(node: tuple[int, int, int, list]) -> int:  # type: ignore[type-arg]
            return len(node[3]) + sum(count(below) for below in node[3])

        # Index 0 means "none" and 1 is the root; what is kept lies without gaps.
        assert copy.used == 2 + count(expected)


def test_reroot_keeps_shared_children_once() -> None:
    tree = TreeProbe(10_000)
    a, b, c = (tree.add_children(ROOT_INDEX, [1, 2, 3]) + i for i in range(3))
    tree.add_children(c, list(range(300)))  # nothing of this is kept
    first = tree.add_link(b, [11, 12], [13, 14])
    below = tree.add_children(a, [21, 22, 23])
    assert tree.share_children(below + 2, b)
    assert not tree.share_children(below + 1, below)  # which has none itself
    leaf = tree.add_children(first, [31, 32])
    tree.update(leaf + 1, 1.0, times=7)
    # The leaf's grandparent is shared by a child of a sibling, too, two steps below `a`.
    other = tree.add_children(below, [41])
    assert tree.share_children(other, first)
    before = tree.dump(a)
    assert tree.reroot(a)
    assert tree.dump() == before
    # 3 + 1 below `a`, 2 + link + 2 that came from `b`, 2 below one of these.
    assert tree.used == 2 + 3 + 1 + 5 + 2
    assert tree.reroot(int(tree.node(ROOT_INDEX)["children"]))
    assert tree.dump() == before[3][0]


def test_a_tree_grows_on_after_a_reroot() -> None:
    tree = TreeProbe(50_000)
    for seed in range(30):
        leaf = ROOT_INDEX
        while tree.node(leaf)["n_children"]:
            leaf = int(tree.node(leaf)["children"])
        assert tree.add_children(leaf, list(range(1, 300)))
        tree.update(leaf, 1.0, times=seed)
        assert tree.reroot(int(tree.node(ROOT_INDEX)["children"]))
    assert tree.used < 50_000


def test_a_full_tree_says_so_and_stays_as_it_is() -> None:
    tree = TreeProbe(5_000)
    nodes = [ROOT_INDEX]
    while (first := tree.add_children(nodes[-1], list(range(1, 101)))) != 0:
        nodes.append(first)
    assert len(nodes) > 30
    before = tree.dump()
    assert tree.add_children(nodes[-1], list(range(1, 101))) == 0
    assert tree.dump() == before
    assert tree.used <= 5_000


def test_a_reroot_takes_no_more_than_is_kept_for_it() -> None:
    tree = TreeProbe(8_000)
    nodes = [ROOT_INDEX]
    for _ in range(900):
        nodes.append(tree.add_children(nodes[-1], [1, 2]))
    assert tree.reroot(nodes[1])
    # One node in two has children, a thousand in a tree of 8,000 is the most.
    for _ in range(2):
        tree.clear()
        nodes = [ROOT_INDEX]
        for _ in range(1_100):
            nodes.append(tree.add_children(nodes[-1], [1, 2]))
        assert not tree.reroot(nodes[1])
        assert tree.dump() == (0, 0, 0, [])
        assert tree.used == 2


def test_clear_leaves_a_bare_root() -> None:
    tree = TreeProbe(10_000)
    grow(tree, 1, 50)
    tree.clear()
    assert tree.dump() == (0, 0, 0, [])
    assert tree.used == 2


def test_what_was_taken_before_nodes_moved_is_not_handed_out() -> None:
    tree = TreeProbe(10_000)
    for begin_anew in (tree.clear, lambda: tree.reroot(tree.find_child(ROOT_INDEX, 2))):
        first = tree.add_children(ROOT_INDEX, [1, 2])
        tree.add_children(first, [3, 4])
        begin_anew()
        used = tree.used
        # The chunk was of the tree as it was before.
        assert tree.add_children(ROOT_INDEX, [5]) == used


def fill(tree: TreeProbe, node: int, n: int) -> None:
    """Write a record that tells from which node it is, in the slot of user ``n``."""
    size = (8, 20)[n]
    tree.put_beside(n, node, bytes([n + 1, *node.to_bytes(4, "little"), *[7] * (size - 5)]))


def names(tree: TreeProbe, node: int, n: int) -> list[bytes]:
    """The records of a subtree, in the order of its nodes."""
    below = [tree.beside(n, node)]
    for i in range(int(tree.node(node)["n_children"])):
        below += names(tree, int(tree.node(node)["children"]) + i, n)
    return below


@pytest.mark.parametrize("seed", range(4))
def test_memory_of_two_users_follows_its_nodes(seed: int) -> None:
    tree = TreeProbe(200_000, beside=[8, 20])
    grow(tree, seed, 300)
    rng = random.Random(seed)
    assert tree.beside(0, ROOT_INDEX) == bytes(8)
    assert tree.beside(1, ROOT_INDEX) == bytes(20)
    end = tree.used
    for node in range(ROOT_INDEX, end):
        for n in (0, 1):
            if rng.random() < 0.7:
                fill(tree, node, n)
    child = int(tree.node(ROOT_INDEX)["children"])
    child += max(
        range(int(tree.node(ROOT_INDEX)["n_children"])),
        key=lambda i: len(names(tree, child + i, 0)),
    )
    tree.tighten(child, 3, 4)
    kept = [names(tree, child, n) for n in (0, 1)]
    assert len(kept[0]) > 10
    assert any(any(record) for record in kept[0]) and not all(any(record) for record in kept[0])
    assert tree.reroot(child)
    assert [names(tree, ROOT_INDEX, n) for n in (0, 1)] == kept
    assert tree.bounds(ROOT_INDEX) == (3, 4)
    # What grows behind them begins with zeros, and so does all after a clear.
    for node in range(tree.used, end):
        assert not any(tree.beside(0, node)) and not any(tree.beside(1, node))
    tree.clear()
    for node in range(end):
        assert not any(tree.beside(0, node)) and not any(tree.beside(1, node))
    assert not tree.is_touched(0)


def test_memory_beside_the_nodes_is_touched_by_its_user_alone() -> None:
    tree = TreeProbe(10_000, beside=[8, 20])
    grow(tree, 1, 50)
    bare = tree.bytes
    assert bare == NODE_BYTES * tree.used
    fill(tree, 5, 1)
    assert tree.bytes == bare + 20 * tree.used
    assert [tree.is_touched(n) for n in (0, 1)] == [False, True]
    # Neither a reroot nor a clear touches what nobody has written.
    assert tree.reroot(int(tree.node(ROOT_INDEX)["children"]))
    assert [tree.is_touched(n) for n in (0, 1)] == [False, True]
    tree.clear()
    assert [tree.is_touched(n) for n in (0, 1)] == [False, False]


def test_memory_beside_the_nodes_counts_towards_the_limit() -> None:
    # 48 bytes, 4 of the bounds and 4 for a reroot.
    assert TreeProbe(16_000).reserved == 16_000 * 52
    assert TreeProbe(16_000, beside=[8, 20]).reserved == 16_000 * 80
    with pytest.raises(ValueError, match="slots"):
        TreeProbe(100, beside=[4] * 16)


def test_a_large_tree_is_cleared_beside_its_nodes() -> None:
    """Then the memory goes back to the system."""
    tree = TreeProbe(1_200_000, beside=[8])
    last = ROOT_INDEX
    while tree.used < (1 << 20) + 4096:
        last = tree.add_children(last, range(2048))
        fill(tree, last, 0)
    used = tree.used
    tree.clear()
    assert tree.used == 2
    assert not any(any(tree.beside(0, node)) for node in range(2, used, 1024))
    assert not tree.is_touched(0)
