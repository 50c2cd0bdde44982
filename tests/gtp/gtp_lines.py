"""Random GTP input for the fuzz tests, and a client's view of what must be answered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

_VOCABULARY = (
    "protocol_version name version known_command list_commands boardsize clear_board komi play "
    "genmove undo time_settings time_left fixed_handicap place_free_handicap set_free_handicap "
    "final_score final_status_list loadsgf reg_genmove showboard printsgf set_random_seed "
    "gtpengine-param cputime get_komi is_legal all_legal list_stones gg-undo clear_cache "
    "b w B white BLACK black pass PASS resign a1 A1 d4 T19 i9 k10 z99 c3 e5 j9 0 1 2 3 7 9 13 19 "
    "lz-analyze kata-analyze genmove_analyze stop interval avoid ownership "
    "25 -1 2147483647 2147483648 99999999999999999999 0.5 -7.5 6,5 nan inf 1e5 1e999 true false "
    "alive dead seki off game.sgf missing.sgf seed threads simulations resign rules chinese "
    "tromp-taylor japanese cgos # = ? == =1 \u00e9 \u2028 \u0660"
)
WORDS = _VOCABULARY.split()

_ANALYSIS = (
    "lz-analyze kata-analyze analyze lz-genmove_analyze kata-genmove_analyze genmove_analyze "
    "cgos-genmove_analyze kata-search_analyze kata-search_analyze_cancellable kata-search"
)
ANALYSIS = _ANALYSIS.split()
KEYS = (
    "", "interval 5", "minmoves 3", "maxmoves 2", "ownership true", "rootInfo true",
    "movesOwnership true", "pvVisits false", "avoid b D4,E5 3", "allow w C3,pass 1", "allow b z9 1",
    "unknown 7",
)  # fmt: skip

BAD_SGF = b"(;SZ[9];B[ee];W[zz])"
GOOD_SGF = b"(;SZ[9]KM[6.5]AB[cc][gg];W[ee];B[ec](;W[])(;W[aa]))"


def random_command(rng: random.Random) -> str:
    """A command line that is right more often than not."""
    size = rng.choice((2, 5, 9, 9, 9, 13, 19))
    color = rng.choice(("b", "w", "B", "white"))
    column = rng.choice("ABCDEFGHJKLMNOPQRST"[:size])
    vertex = rng.choice((f"{column}{rng.randint(1, size)}",) * 9 + ("pass",))
    draw = rng.random()
    if draw < 0.62:
        return f"play {color} {vertex}"
    if draw < 0.66:
        return rng.choice(("boardsize 9", "clear_board", f"boardsize {size}", "clear_board"))
    if draw < 0.74:
        return rng.choice(("undo", f"gg-undo {rng.randint(0, 4)}"))
    if draw < 0.75:
        return rng.choice((f"genmove {color}", f"reg_genmove {color}"))
    if draw < 0.754:
        name = rng.choice(ANALYSIS)
        return f"{name} {color} {rng.randint(0, 30)} {rng.choice(KEYS)} {rng.choice(KEYS)}"
    if draw < 0.755:
        return rng.choice(("final_score", "final_status_list dead", "final_status_list seki"))
    if draw < 0.78:
        stones = rng.randint(0, 10)
        return rng.choice(
            (
                f"fixed_handicap {stones}",
                f"place_free_handicap {stones}",
                "set_free_handicap D4 E5 " + vertex,
            )
        )
    if draw < 0.80:
        return f"loadsgf {rng.choice(('game.sgf', 'bad.sgf', 'none.sgf'))} {rng.randint(0, 5)}"
    if draw < 0.88:
        return rng.choice(
            (
                f"komi {rng.choice(('0', '7.5', '-3', 'x'))}",
                f"time_settings {rng.randint(0, 9)} {rng.randint(0, 9)} {rng.randint(0, 3)}",
                f"time_left {color} {rng.uniform(-3, 60):.2f} {rng.randint(-1, 3)}",
                f"set_random_seed {rng.randint(0, 99)}",
                "gtpengine-param rules "
                + rng.choice(("chinese", "tromp-taylor", "japanese", "aga", "nonsense")),
                "gtpengine-param resign " + rng.choice(("off", "0.2", "7")),
            )
        )
    if draw < 0.95:
        return rng.choice(
            ("showboard", f"is_legal {color} {vertex}", f"all_legal {color}", "get_komi", "name",
             f"list_stones {color}", "cputime", "printsgf", "list_commands", "clear_cache")
        )  # fmt: skip
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 6)))


def mutated(line: bytes, rng: random.Random) -> bytes:
    """``line`` with some bytes changed, inserted, removed or repeated; never a line feed."""
    data = bytearray(line)
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(data))
        match rng.randrange(5):
            case 0:
                data[place:place] = bytes([rng.randrange(256)])
            case 1:
                del data[place : place + rng.randint(1, 3)]
            case 2:
                data[place : place + 1] = bytes([rng.randrange(256)])
            case 3:
                data[place:place] = data[max(0, place - 5) : place] * rng.randint(1, 3)
            case _:
                data[place:place] = rng.choice((b"\t", b"\r", b"\0", b" ", b"#", b"-", b"9" * 12))
    return bytes(data).replace(b"\n", b" ").replace(b"/", b"|")


def random_lines(count: int, seed: int) -> Iterator[bytes]:
    """Lines with their LF: two thirds plausible, the others mutated or noise."""
    rng = random.Random(seed)
    for _ in range(count):
        line = random_command(rng).encode()
        if rng.random() < 0.4:
            line = str(rng.choice((0, 1, 7, 12345, 2**31 - 1, 2**31, -5))).encode() + b" " + line
        draw = rng.random()
        if draw < 0.28:
            line = mutated(line, rng)
        elif draw < 0.32:
            line = rng.randbytes(rng.randint(0, 40)).replace(b"\n", b"").replace(b"/", b"")
        elif draw < 0.3205:
            line += b" " + rng.choice((b"x", b"9", b"a1 ", b"\xff")) * 2000
        # A quit is legal, but ends the test; it has tests of its own.
        yield line.replace(b"quit", b"name") + rng.choice((b"\n", b"\n", b"\r\n"))


def expected_head(line: bytes) -> tuple[bytes | None, bool]:
    """What a client expects: the id to be echoed (None without), and whether there is a reply.

    Written from the specification, without a look at the engine's own parser.
    """
    text = line.replace(b"\t", b" ").decode("utf-8", "surrogateescape")
    text = "".join(c for c in text if not (ord(c) < 32 or 127 <= ord(c) < 160)).split("#")[0]
    text = text.strip(" ")
    if not text:
        return None, False
    match = re.match(r"-?[0-9]+", text)
    if match is None or len(match[0]) > 12 or int(match[0]) > 2**31 - 1 or match[0][0] == "-":
        return None, True
    return str(int(match[0])).encode(), True


REPLY = re.compile(rb"([=?])([0-9]*)( [^\n]+)?\n((?:[^\n]+\n)*)\n", re.ASCII)


def check_replies(lines: list[bytes], output: bytes) -> dict[bytes, int]:
    """Check that ``output`` has exactly the replies that ``lines`` ask for; counts of = and ?."""
    counts = {b"=": 0, b"?": 0}
    place = 0
    for line in lines:
        number, answered = expected_head(line)
        if not answered:
            continue
        reply = REPLY.match(output, place)
        assert reply is not None, f"after {line[:100]!r}: {output[place : place + 200]!r}"
        assert reply[2] == (number or b""), f"{line[:100]!r}: {reply[0][:200]!r}"
        assert b"internal error" not in reply[0], f"{line[:100]!r}: {reply[0][:200]!r}"
        assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", reply[0]), f"{line[:100]!r}"
        assert reply[1] == b"=" or reply[3], f"{line[:100]!r}: a failure without a reason"
        counts[reply[1]] += 1
        place = reply.end()
    assert output[place:] == b""
    return counts
