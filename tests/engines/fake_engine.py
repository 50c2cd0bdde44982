"""A GTP engine for tests that plays and analyses, well or badly.

    python -S -E fake_engine.py WAY [FILE]

It plays the first free point, and an analysis has a line every 10 ms until something comes. With
FILE it misbehaves at its first start alone. ``told`` returns the commands since its start, ``pid``
the number of its process.
"""

from __future__ import annotations

import os
import select
import sys
import time

WAY = sys.argv[1]
BAD = WAY
if len(sys.argv) > 2:
    if os.path.exists(sys.argv[2]):
        BAD = "good"
    open(sys.argv[2], "w").close()

COMMANDS = [
    "name",
    "version",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "undo",
    "genmove",
    "time_settings",
    "time_left",
    "final_score",
    "told",
    "pid",
    "quit",
]
COMMANDS += {"lz": ["lz-analyze"], "none": []}.get(WAY, ["kata-analyze", "lz-analyze"])
COMMANDS += ["kata-set-rules", "set_free_handicap"] if WAY == "rules" else []

told: list[str] = []
size = 19
moves: list[str] = []


def say(text: str) -> None:
    os.write(1, text.encode())


def free() -> list[str]:
    taken = {move.split()[1].upper() for move in moves}
    names = [
        f"{column}{row}" for row in range(1, size + 1) for column in "ABCDEFGHJKLMNOPQRST"[:size]
    ]
    return [name for name in names if name not in taken]


def misbehave(where: str) -> None:
    if BAD == "dies":
        sys.stderr.write("fake: on purpose\n")
        sys.stderr.flush()
        say("= E" if where == "genmove" else "info move A1 vis")
        os._exit(3)
    if BAD == "hangs":
        time.sleep(1000)
    if BAD == "noise":
        say("hello\n")


def line(kata: bool, visits: int, flags: str) -> str:
    first, second = free()[:2]
    if BAD == "nonsense":
        return f"info move {first} visits {visits} winrate 7.5 order 0 pv {first}\n"
    if not kata:
        return (
            f"info move {first} visits {visits} winrate 7500 prior 6000 lcb 7000 order 0 "
            f"pv {first} {second} info move {second} visits 1 winrate 5000 prior 100 order 1 "
            f"pv {second}\n"
        )
    text = (
        f"info move {first} visits {visits} utility 0.5 winrate 0.75 scoreMean 2 scoreStdev 8.5 "
        f"scoreLead 2.5 prior 0.6 lcb 0.7 order 0 pv {first} {second} "
        f"info move {second} visits 1 winrate 0.5 scoreLead -1 prior 0.1 order 1 pv {second}"
    )
    if "rootInfo" in flags:
        text += f" rootInfo visits {visits + 2} winrate 0.7 scoreLead 2.25 scoreStdev 9"
    if "ownership" in flags:
        text += " ownership " + " ".join(["1"] * size + ["-0.5"] * (size * size - size))
    return text + "\n"


def analyse(kata: bool, flags: str) -> None:
    if BAD == "old" and "rootInfo" in flags:
        say("? unknown flag\n\n")
        return
    say("=\n")
    if BAD == "mute":
        say("\n")
        return
    visits = 0
    while True:
        visits += 10
        if BAD == "chatty":
            say("a remark of its own\n\t \n" if visits % 20 else "info move A1 visits 0\n")
        say(line(kata, visits, flags))
        if visits >= 30:
            misbehave("analyze")
        if select.select([0], [], [], 0.01)[0] and BAD != "endless":
            say("\n")
            return


def answer(words: list[str]) -> str:
    global size
    name, rest = words[0], " ".join(words[1:])
    if name == "genmove":
        misbehave(name)
        if BAD == "illegal":
            return moves[-1].split()[1]
        if BAD == "gibberish":
            return "banana"
        if BAD == "resigns":
            return "resign"
        if BAD == "slow":
            time.sleep(0.3)
        move = free()[0]
        moves.append(f"{words[1]} {move}")
        return move.lower()
    if name == "boardsize":
        size = int(rest)
    if name == "clear_board":
        moves.clear()
    if name == "play":
        moves.append(rest)
    if name == "undo":
        moves.pop()
    return {
        "name": "Fake",
        "version": "1.5",
        "list_commands": "\n".join(COMMANDS),
        "final_score": "B+2.5",
        "told": "\n".join(told),
        "pid": str(os.getpid()),
    }.get(name, "")


for text in sys.stdin.buffer.raw if hasattr(sys.stdin.buffer, "raw") else sys.stdin.buffer:
    words = text.decode().split()
    if not words:
        continue
    told.append(" ".join(words))
    if words[0] not in COMMANDS:
        say("? unknown command\n\n")
    elif words[0].endswith("-analyze"):
        analyse(words[0].startswith("kata"), " ".join(words[3:]))
    else:
        say(f"= {answer(words)}\n\n")
    if words[0] == "quit":
        break
