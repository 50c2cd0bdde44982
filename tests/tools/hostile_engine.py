"""A GTP engine for tests that misbehaves in the way that its first argument names.

    python -S -E hostile_engine.py WAY [COMMAND [TOKEN]]

It plays two stones, passes, and calls no stone dead. At each COMMAND (genmove; ``start`` for its
start, ``all`` for all commands) it does what ``WAY`` names: one of the functions and answers below,
or nothing for ``good``. Children of the engine have its
command line, so a test finds them by TOKEN.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time

TYPE_CHECKING = False  # typing takes a third of the engine's start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

WAY = sys.argv[1]
AT = sys.argv[2] if len(sys.argv) > 2 else "genmove"

stones: dict[str, int] = {"b": 0, "w": 0}


def say(text: str | bytes) -> None:
    os.write(1, text if isinstance(text, bytes) else text.encode())


def stay() -> NoReturn:
    while True:
        time.sleep(1000)


def answer(words: list[str]) -> str:
    name = words[0]
    if name == "name":
        return "hostile"
    if name == "list_commands":
        return "name\nversion\nlist_commands\nfinal_status_list\nset_random_seed\nquit"
    if name == "clear_board":
        stones.update(b=0, w=0)
    if name == "genmove":
        color = words[1]
        stones[color] += 1
        row = 1 if color == "b" else 9
        return f"{'ABC'[stones[color]]}{row}" if stones[color] < 3 else "pass"
    return ""


def in_a_child(run: Callable[[], object], own_session: bool = False) -> None:
    """Run something in a child that lives on."""
    if os.fork():
        return
    if own_session:
        os.setsid()
        if os.fork():
            os._exit(0)
        # The same command line, without any of the environment.
        words = [sys.executable, "-S", "-E", __file__, "child", "genmove", *sys.argv[3:]]
        os.execve(sys.executable, words, {})
    run()
    os._exit(0)


def child() -> None:
    """What a child in a session of its own is: it holds nothing of the engine's."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.closerange(0, 3)
    stay()


# Ways to end.


def exits(_: str) -> None:
    os._exit(0)


def exits_with_words(_: str) -> None:
    os.write(2, b"x" * 100_000 + b"\nthe last words\n")
    os._exit(3)


def exits_after(reply: str) -> None:
    say(f"= {reply}\n\n")
    os._exit(0)


def exits_in_the_middle(reply: str) -> None:
    say(f"= {reply}\n")
    os._exit(0)


def exits_with_a_child_at_stdout(_: str) -> None:
    in_a_child(stay)
    os._exit(0)


def segfaults(_: str) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def kills_its_group(_: str) -> None:
    os.kill(0, signal.SIGKILL)


def takes_all_memory(_: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


# Ways to be silent.


def is_silent(_: str) -> None:
    stay()


def stops_itself(_: str) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def ignores_signals(_: str) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    stay()


def sends_half(_: str) -> None:
    say("= A")
    stay()


def sends_no_blank_line(reply: str) -> None:
    say(f"= {reply}\n")
    stay()


def ends_lines_with_carriage_returns(reply: str) -> None:
    say(f"= {reply}\r\r")
    stay()


def drips(_: str) -> None:
    """It takes longer than any test waits."""
    while True:
        say("=")
        time.sleep(0.05)


def closes_stdin(_: str) -> None:
    os.close(0)
    stay()


def closes_stdout(_: str) -> None:
    os.close(1)
    stay()


# Ways to write too much.


def writes_a_line_without_end(_: str) -> None:
    say("= ")
    while True:
        say("x" * 65536)


def writes_lines_without_end(_: str) -> None:
    while True:
        say("= x\n" * 10_000)


def writes_blank_lines_without_end(_: str) -> None:
    while True:
        say("\n" * 65536)


def writes_more_after(reply: str) -> None:
    say(f"= {reply}\n\n")
    while True:
        say("and more\n" * 1000)


def answers_twice(reply: str) -> None:
    say(f"= {reply}\n\n= {reply}\n\n")


def answers_all(_: str) -> None:
    """It answers without reading what is asked."""
    while True:
        say("= pass\n\n" * 1000)


def floods_stderr(reply: str) -> None:
    in_a_child(lambda: [os.write(2, b"some words\n" * 1000) for _ in iter(int, 1)])
    say(f"= {reply}\n\n")


def writes_a_long_line_to_stderr(reply: str) -> None:
    for _ in range(100):
        os.write(2, b"y" * 65536)
    say(f"= {reply}\n\n")


# Answers that are odd, and some that are wrong.


def says(text: str) -> Callable[[str], None]:
    """Return a way to answer with ``text``; ``{}`` is the right answer."""
    return lambda reply: say(text.replace("{}", reply).encode("latin-1"))


def plays_with_zeros(reply: str) -> None:
    say(f"= {reply[:1]}000{reply[1:]}\n\n" if reply != "pass" else "= pass\n\n")


def answers_byte_by_byte(reply: str) -> None:
    for byte in f"= {reply}\n\n":
        say(byte)
        time.sleep(0.005)


def closes_stderr(reply: str) -> None:
    os.closerange(2, 3)
    say(f"= {reply}\n\n")


def leaves_a_child(reply: str) -> None:
    in_a_child(child, own_session=True)
    say(f"= {reply}\n\n")


def leaves_many_children(reply: str) -> None:
    for _ in range(8):
        in_a_child(child, own_session=True)
    say(f"= {reply}\n\n")


def leaves_a_child_and_exits(_: str) -> None:
    in_a_child(child, own_session=True)
    time.sleep(0.3)  # the child has left by now
    os._exit(0)


def kills_its_guard(_: str) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    stay()


ANSWERS = {
    "refuses": "? no\n\n",
    "answers_nothing": "=\n\n",
    "answers_with_an_id": "=17 {}\n\n",
    "answers_with_crlf": "= {}\r\n\r\n",
    "answers_with_crcrlf": "= {}\r\r\n\r\r\n",
    "answers_after_blank_lines": "\n \n\r\n= {}\n\n\n\n",
    "answers_with_nul": "\0= {}\0\n\n",
    "answers_with_no_utf8": "= {}\xff\xfe\n\n",
    "answers_a_greeting": "hello there\n\n",
    "plays_off_the_board": "= Z99\n\n",
    "plays_on_a_stone": "= B1\n\n",
    "plays_a_novel": "= " + "A" * 100_000 + "\n\n",
    "plays_two_lines": "= C9\nor D9\n\n",
    "resigns": "= resign\n\n",
    "passes": "= PASS\n\n",
    "names_a_pass": "= A1 pass\n\n",
    "names_junk": "= <b>all</b>\n\n",
    "names_all": "= " + " ".join(f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)) + "\n\n",
    "names_a_million": "= " + "B1 " * 300_000 + "\n\n",
    "has_a_long_name": "= " + "n" * 1_000_000 + "\n\n",
    "has_an_evil_name": "= <script>alert(1)</script>\n'; DROP TABLE game; --\x1b[2J\n\n",
    "knows_all": "= name\nkata-set-rules\nkgs-rules\ngtpengine-last_search\nset_random_seed\n"
    "set_free_handicap\ntime_left\n\n",
}


#: Commands that a controller must send; others may be refused.
REQUIRED = ("name", "boardsize", "clear_board", "komi", "play", "genmove", "list_commands", "quit")


def main() -> None:
    way: Callable[[str], object] | None = globals().get(WAY)
    if WAY in ANSWERS:
        way = says(ANSWERS[WAY])
    if WAY == "child":
        child()
    if way is not None and AT == "start":
        way("")
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        reply = answer(words)
        if way is not None and (
            AT in ("all", words[0]) or (AT == "rest" and words[0] not in REQUIRED)
        ):
            way(reply)
        else:
            say(f"= {reply}\n\n")
        if words[0] == "quit":
            return


main()
