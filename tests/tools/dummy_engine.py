"""A tiny GTP engine for tests: fast games whose result is a seeded coin with a given Elo.

Each side draws its performance from a Gumbel distribution around its Elo and encodes it in its
first two moves; then the weaker one resigns. The difference of two Gumbel variables is logistic,
so results follow the Elo formula exactly. With ``--fail KIND@N`` the engine's n-th ``genmove``
(from 1) goes wrong; after ``internal`` it prints an error and plays on. With ``--pass-after N`` it
passes instead of resigning. It reads no command ids.

It starts some thousand times in a run of the tests: argparse would double the time of a start.
"""

import math
import os
import random
import sys
import time


class Options:
    elo = 0.0
    fail = ""
    pass_after = -1
    dead = ""
    delay = 0.0
    winrate = ""
    search = ""
    """Answer to gtpengine-last_search."""
    gate = ""
    """No move while this file exists."""
    handicap = False
    """Know set_free_handicap."""


args = Options()
given = sys.argv[1:]
while given:
    option = given.pop(0).removeprefix("--").replace("-", "_")
    kind = type(getattr(Options, option))
    setattr(args, option, True if kind is bool else kind(given.pop(0)))

LEVELS = 18 * 18
seed, count = 0, 0
moves: list[tuple[str, str]] = []
columns = "ABCDEFGHJ"


def level(color: str) -> int:
    """Return the performance of the side to move as a number below LEVELS."""
    rng = random.Random(f"{seed} {args.elo} {color}")
    scale = 400 / math.log(10)
    performance: float = args.elo - scale * math.log(-math.log(rng.random() or 0.5))
    return max(0, min(LEVELS - 1, round((performance + 1200) / 3200 * LEVELS)))


def vertex(color: str, turn: int, part: int) -> str:
    """Return the vertex for a part: Black's 0 on rows 1-2, 1 on 3-4; White's on 8-9 and 6-7."""
    row = (1 + 2 * turn if color == "b" else 8 - 2 * turn) + part // 9
    return f"{columns[part % 9]}{row}"


def part_of(color: str, turn: int, text: str) -> int:
    row = int(text[1:]) - (1 + 2 * turn if color == "b" else 8 - 2 * turn)
    return row * 9 + columns.index(text[0])


def told(color: str) -> int:
    own = [v for c, v in moves if c == color]
    return part_of(color, 0, own[0]) * 18 + part_of(color, 1, own[1])


def genmove(color: str) -> str:
    global count
    count += 1
    while args.gate and os.path.exists(args.gate):
        time.sleep(0.01)
    if args.delay:
        time.sleep(args.delay)
    kind, _, when = args.fail.partition("@")
    if when and int(when) == count:
        if kind == "crash":
            sys.stderr.write("dummy: on purpose\n")
            sys.stderr.flush()
            os._exit(3)
        if kind == "hang":
            time.sleep(1000)
        if kind == "internal":
            sys.stderr.write("dummy: internal error, the game goes on: broken\n")
            sys.stderr.flush()
        if kind == "slow":
            time.sleep(2.5)
        if kind == "occupied":
            return moves[0][1]
        if kind == "nonsense":
            return "Z99"
        if kind == "garbage":
            sys.stdout.write("hello there\n\n")
            sys.stdout.flush()
            return "pass"
    if args.winrate:
        sys.stderr.write(f"winrate: {args.winrate}\n")
        sys.stderr.flush()
    own = [v for c, v in moves if c == color]
    if args.pass_after >= 0 and len(own) >= args.pass_after:
        return "pass"
    if len(own) < 2:
        mine = level(color)
        return vertex(color, len(own), mine % 18 if own else mine // 18)
    other = "w" if color == "b" else "b"
    first, second = told(color), told(other)
    if first == second:
        first += 1 if (first % 2 == 0) == (color == "b") else -1
    return "pass" if first > second else "resign"


def answer(words: list[str]) -> str:
    global seed, moves
    name = words[0]
    if name == "genmove":
        move = genmove(words[1][0].lower())
        if move != "resign":
            moves.append((words[1][0].lower(), move.upper()))
        return move
    if name == "play":
        if args.fail == "refuse":
            raise ValueError("illegal move")
        moves.append((words[1][0].lower(), words[2].upper()))
    elif name == "clear_board":
        moves = []
    elif name == "boardsize":
        if words[1] != "9":
            raise ValueError("unacceptable size")
    elif name == "set_random_seed":
        seed = int(words[1])
    elif name == "gtpengine-last_search" and args.search:
        return str(args.search)
    elif name == "final_status_list":
        if args.fail == "silent":
            time.sleep(1000)
        if args.dead == "white":
            return " ".join(v for c, v in moves if c == "w" and v != "PASS")
        return str(args.dead)
    elif name == "name":
        return "dummy"
    elif name == "version":
        return f"elo {args.elo:g}"
    elif name == "list_commands":
        known = "name\nversion\nset_random_seed\nfinal_status_list\ntime_settings\ntime_left\nquit"
        known += "\nset_free_handicap" if args.handicap else ""
        return f"{known}\ngtpengine-last_search" if args.search else known
    elif name == "set_free_handicap" and args.handicap:
        moves = [("b", vertex) for vertex in words[1:]]
    elif name not in ("komi", "quit", "time_settings", "time_left"):
        raise ValueError("unknown command")
    return ""


for line in sys.stdin:
    if not line.split():
        continue
    try:
        sys.stdout.write(f"= {answer(line.split())}\n\n")
    except ValueError as error:
        sys.stdout.write(f"? {error}\n\n")
    sys.stdout.flush()
    if line.startswith("quit"):
        break
