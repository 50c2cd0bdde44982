"""Books as text and as SGF trees, and back.

Text: a line ``# gtpengine book 1``, a line ``# `` with the header as JSON, then a line for each
position, with fields separated by tabs. First come the moves that lead to it (``-`` for none;
``tenuki`` is a move elsewhere than in the corner), then the colours seen to move (``b``, ``w`` or
``bw``), followed by ``games half-wins`` where those of all moves were counted, then its moves, each
``vertex games half-wins visits value`` with ``-`` for an unknown value.

SGF: a tree of all moves, with the numbers in comments; a position that several lines reach
continues in the first. Trees without such comments are read as well: a move then counts once for
each line through it. Both forms have every entry that :func:`walk` meets.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from gtpengine.books.bookfile import (
    LARGEST_COUNT,
    BookError,
    Entry,
    Header,
    Move,
)
from gtpengine.books.canonical import ELSEWHERE, mover_bit
from gtpengine.books.table import Table
from gtpengine.books.walk import Source, Visit, frame_of, point_of, position_after, vertex_of, walk

from board_ext.coords import PASS, color_name
from board_ext.legality import IllegalMoveError
from board_ext.rules import CHINESE
from gtpengine.base.jsontext import json_object
from gtpengine.game.rulenames import record_rules
from gtpengine.game.sgf import SET_UP, board_size, game_tree, record_komi
from gtpengine.sgf.error import SgfError
from gtpengine.sgf.parse import trees
from gtpengine.sgf.points import move_points, name_of
from gtpengine.sgf.tree import Node, write

MOST_NODES: Final = 500_000
"""Most nodes of the games in an SGF file, which are in memory at a time."""
FIRST_LINE: Final = "# gtpengine book 1"
_MOVERS: Final = {1: "b", 2: "w", 3: "bw"}
_BITS: Final = {text: bits for bits, text in _MOVERS.items()}
_NUMBERS: Final = re.compile(r"^book: (\d+) (\d+) (\d+) (-|[01]\.\d+)$", re.MULTILINE)
_SEEN_LINE: Final = re.compile(r"^to move: (.*)$", re.MULTILINE)
_SEEN: Final = re.compile(r"(b|w|bw)(?: (\d+) (\d+))?")
_HEADER: Final = re.compile(r"^header: (\{.*\})$", re.MULTILINE)


def _numbers(move: Move) -> str:
    value = "-" if move.value is None else f"{move.value:.6f}"
    return f"{move.games} {move.half_wins} {move.visits} {value}"


def _move(point: int, games: str, half_wins: str, visits: str, value: str) -> Move:
    try:
        known = None if value == "-" else float(value)
    except ValueError:
        raise ValueError(f"value {value!r}: write a number between 0 and 1, or -") from None
    if known is not None and not 0.0 <= known <= 1.0:
        raise ValueError(f"value {value} is not between 0 and 1")
    played, won, visited = _count(games), _count(half_wins), _count(visits)
    if not won <= 2 * played <= LARGEST_COUNT:
        raise ValueError(
            f"games {games}, half wins {half_wins}, visits {visits} do not go together"
        )
    return Move(point, played, won, visited, known)


def _count(text: str) -> int:
    """Return a number of games, half wins or visits."""
    short = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_COUNT))
    number = int(text) if short else -1
    if not 0 <= number <= LARGEST_COUNT:
        raise ValueError(f"{text!r} is no count: write a whole number up to {LARGEST_COUNT:,}")
    return number


def _seen(source: Source, visit: Visit) -> str:
    """Return the colours to move and, where they were counted, the games of all moves."""
    entry = source.entry(visit.frame.key)
    met = f" {entry.games} {entry.half_wins}" if entry.games else ""
    return _MOVERS[entry.movers] + met


def to_text(source: Source) -> str:
    """Return the text form of a book or table."""
    header = source.header
    lines = [FIRST_LINE, "# " + json.dumps(header.to_json(), sort_keys=True, ensure_ascii=False)]
    for visit in walk(source):
        fields = [" ".join(vertex_of(header, point) for point in visit.line) or "-"]
        fields.append(_seen(source, visit))
        fields += [f"{vertex_of(header, point)} {_numbers(m)}" for point, m in visit.moves]
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"


def _header(text: str) -> Header:
    try:
        return Header.from_json(json_object(text, any_number=True))
    except ValueError as error:
        raise BookError(f"the header cannot be used ({error}); export the book again") from None


def _entry(text: str) -> Entry:
    """Read what is known of a position besides its moves."""
    told = _SEEN.fullmatch(text)
    if told is None:
        raise ValueError(f"colours {text!r}: write b, w or bw, and games and half wins if known")
    games, half_wins = _count(told[2] or "0"), _count(told[3] or "0")
    if not half_wins <= 2 * games <= LARGEST_COUNT:
        raise ValueError(f"games {games}, half wins {half_wins} do not go together")
    return Entry(_BITS[told[1]], [], games, half_wins)


def _add(table: Table, line: list[int], seen: str, moves: list[tuple[int, Move]]) -> None:
    """Add the moves of the position after a line.

    :raises ValueError: when one cannot be played.
    """
    header = table.header
    position = position_after(header, line)
    frame = frame_of(header, position, position.to_play)
    told = _entry(seen) if seen else Entry(mover_bit(position.to_play))
    for point, move in moves:
        if point != PASS and not position.is_legal(point):
            raise ValueError(f"{vertex_of(header, point)} is illegal")
        move.point = ELSEWHERE if point == PASS else frame.to_key(point)
        table.add(frame.key, told.movers, move)
    if moves:
        entry = table.entries[frame.key]
        entry.games, entry.half_wins = entry.games + told.games, entry.half_wins + told.half_wins


def from_text(text: str) -> Table:
    """Read the text form of a book.

    :raises BookError: when a line is wrong; the message names it.
    """
    # Notes may have characters that ``str.splitlines`` takes for the end of a line.
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if len(lines) < 2 or lines[0].strip() != FIRST_LINE or not lines[1].startswith("# "):
        raise BookError("no book in text form; the first line is: " + FIRST_LINE)
    try:
        table = Table(_header(lines[1][2:]))
    except BookError as error:
        raise BookError(f"line 2: {error}") from None
    for number, line in enumerate(lines[2:], 3):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            way, *rest = line.split("\t")
            if not rest:
                raise ValueError(
                    f"{line[:40]!r}: write the moves that lead to the position (or -), a tab, the"
                    " colours, and each of its moves behind a tab"
                )
            seen, *fields = rest
            points = [] if way == "-" else [point_of(table.header, v) for v in way.split()]
            moves = []
            for field in fields:
                words = field.split()
                if len(words) != 5:
                    raise ValueError(f"{field!r}: write vertex games half-wins visits value")
                vertex, *numbers = words
                moves.append((point_of(table.header, vertex), _move(0, *numbers)))
            _add(table, points, seen, moves)
        except (IllegalMoveError, ValueError) as error:
            raise BookError(f"line {number}: {error}") from None
    return table


def to_sgf(source: Source) -> bytes:
    """Return the SGF form of a book or table."""
    header = source.header
    size = header.sizes[0]
    root = game_tree(size, header.komi, header.rules, application="gtpengine:book")
    about = f"header: {json.dumps(header.to_json(), sort_keys=True, ensure_ascii=False)}\n"
    nodes: dict[tuple[int, ...], Node] = {(): root}
    texts: dict[tuple[int, ...], str] = {(): about}
    for visit in walk(source):
        texts[visit.line] += f"to move: {_seen(source, visit)}\n"
        color = color_name(visit.position.to_play)[0].upper()
        for point, move in visit.moves:
            line = (*visit.line, point)
            nodes[line] = nodes[visit.line].add_child({color: [name_of(point, size)]})
            texts[line] = f"book: {_numbers(move)}\n"
    for line, node in nodes.items():
        node.set_text("C", texts[line])
    return write([root])


def from_sgf(data: bytes, tell: Callable[[str], None] = lambda _: None) -> Table:
    """Read a book from an SGF tree of :func:`to_sgf`, or from all trees of any other file.

    Komi and rules are those of the first game; ``tell`` hears which of the other games do not fit.
    Passes at the end of a game are left out.

    :raises BookError: when the file is not SGF, or has set-up stones or illegal moves.
    """
    try:
        roots = list(_roots(data))
        sizes = {board_size(root) for root in roots}
    except SgfError as error:
        raise BookError(f"no SGF file: {error}") from None
    told = _HEADER.search(roots[0].text("C"))
    if told:
        table = Table(_header(told[1]))
        _read_tree(roots[0], table, own=True)
        return table
    if len(sizes) > 1:
        raise BookError("games on boards of different sizes; import them one by one")
    table = Table(_header_of(roots, sizes.pop(), tell))
    for root in roots:
        _read_tree(root, table, own=False)
    return table


def _roots(data: bytes) -> Iterator[Node]:
    """Yield the games of a file.

    :raises SgfError: when they are no SGF, or too large.
    """
    nodes = 0
    for tree in trees(data):
        nodes += tree.nodes
        if nodes > MOST_NODES:
            raise SgfError(f"more than {MOST_NODES:,} nodes; gtpengine book build takes more games")
        yield tree.root


def _header_of(roots: Sequence[Node], size: int, tell: Callable[[str], None]) -> Header:
    """Return a header with komi and rules of the first game."""
    known = [_rules_and_komi(root) for root in roots]
    for note in dict.fromkeys(note for _, note in known if note):
        tell(note)
    name, komi = known[0][0]
    try:
        header = Header("board", (size,), 0, komi, rules=name)
    except ValueError as error:
        raise BookError(str(error)) from None
    other = Counter(about for about, _ in known if about != known[0][0])
    if other:
        (others, points), count = other.most_common(1)[0]
        tell(
            f"{other.total():,} of {len(roots):,} games have another komi or other rules than"
            f" {komi:g} and {name}, {count:,} of them {points:g} and {others}; their lines"
            " count: leave them out if that is not meant"
        )
    return header


def _rules_and_komi(root: Node) -> tuple[tuple[str, float], str]:
    """Return the name of the rules and the komi, and a note on rules that are not known."""
    said = root.line("RU")
    rules, note = record_rules(said)
    if rules is None and said:
        note = f"The rules {said!r} are not known; {CHINESE.name} ones are taken."
    rules = rules or CHINESE
    komi = record_komi(root)
    if komi is None and "KM" in root:
        raise BookError(f"komi KM[{root.line('KM')[:40]}] is no number; write one or leave it out")
    return (rules.name, rules.komi if komi is None else komi), note


def _read_tree(root: Node, table: Table, own: bool) -> None:
    """Add a tree's moves; without recursion, because lines may be long."""
    leaves, over = ({}, set()) if own else _lines(root, table.header.sizes[0])
    # The first move may stand in the root.
    stack: list[tuple[Sequence[Node], str, list[int]]] = [([root], "", [])]
    while stack:
        nodes, seen, line = stack.pop()
        where = " ".join(vertex_of(table.header, point) for point in line) or "the beginning"
        try:
            to_play = position_after(table.header, line).to_play
            moves = []
            for node in nodes:
                if id(node) in over:
                    continue
                if not SET_UP.isdisjoint(node.properties):
                    raise ValueError("set-up stones; a book begins on the empty board")
                comment, after = node.text("C") if own else "", line
                point = _point_of_node(node, to_play, table)
                if point is not None:
                    games = leaves.get(id(node), 0)
                    move = _told_move(comment) if own else Move(0, games, games)
                    moves.append((point, move))
                    after = [*line, point]
                told = _SEEN_LINE.search(comment) if own else None
                stack.append((node.children, told[1] if told else "", after))
            _add(table, line, seen, moves)
        except (IllegalMoveError, ValueError) as error:
            raise BookError(f"after {where}: {error}") from None


def _lines(root: Node, size: int) -> tuple[dict[int, int], set[int]]:
    """Return how many lines go through each node of a tree, and the nodes from which on no stone is
    played; both by the node's ``id``."""
    order = [root]
    for node in order:
        order.extend(node.children)
    leaves: dict[int, int] = {}
    over: set[int] = set()
    for node in reversed(order):
        leaves[id(node)] = sum(leaves[id(child)] for child in node.children) or 1
        if not _plays(node, size) and all(id(child) in over for child in node.children):
            over.add(id(node))
    return leaves, over


def _plays(node: Node, size: int) -> bool:
    """Return whether a node has a move other than a pass, on the board or not."""
    try:
        return any(point != PASS for _, point in move_points(node, size))
    except SgfError:
        return True


def _told_move(comment: str) -> Move:
    """Return the numbers in a comment."""
    numbers = _NUMBERS.search(comment)
    if numbers is None:
        raise ValueError("a move without numbers; export the book again")
    return _move(0, *numbers.groups())


def _point_of_node(node: Node, to_play: int, table: Table) -> int | None:
    """Return the move of a node; None when it has none."""
    try:
        moves = move_points(node, table.header.sizes[0])
    except SgfError:
        raise ValueError("a move that is not on the board") from None
    if not moves:
        return None
    color, point = moves[0]
    if len(moves) > 1 or color != color_name(to_play)[0]:
        raise ValueError("a colour moves twice in a row")
    if point == PASS and table.header.kind != "corner":
        raise ValueError("a pass; books of whole boards have none")
    return point
