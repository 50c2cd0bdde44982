"""What ``help`` says of the commands of the plain board. They are the same in all languages."""

from __future__ import annotations

from typing import Final

from gtpengine.base.text.columns import wrapped
from gtpengine.base.text.language import later

HELP: Final = {
    "pass": later("pass; two passes end the game"),
    "undo": later("take back your last move and the answer"),
    "hint": later("the best move at full strength"),
    "score": later("who is ahead, and who owns which points"),
    "resign": later("give up"),
    "dead D4": later("mark the stones at D4 as dead, or as alive again"),
    "agree": later(
        "end the game with the dead stones as they are marked; the engine may object, and the"
        " game goes on to settle that. yes: the same, and the answer to 'are you sure?'"
    ),
    "no": later("take back the move that you are asked about"),
    "ladder": later("where you stand on the ladder of games; 'new ladder on' begins its next game"),
    "continue": later("play on after two passes"),
    "go": later("let the engine go on after Ctrl-C; an empty line does the same"),
    "show": later("the board and the terms of the game"),
    "save [FILE]": later("write the game as SGF, under a name that no file has"),
    "add": later(
        "put the new moves into the record that was opened, as a variation; all else stays"
    ),
    "load FILE": later("go on with another game"),
    "new [size 9] [rank 12k] [color white] [handicap 2] [komi 6.5] [rules japanese]"
    " [clock 10m+5x30s] [name Ann] [sure 3] [my-rank 12k] [verdict at-once] [analysis"
    " off] [ladder on]": later(
        "another game; what you leave out stays, but komi becomes the usual komi"
    ),
    "help": later("these lines"),
    "quit": later("leave"),
    "D4": later("play on that point"),
}
"""What to type, and what that does."""

ANALYSIS: Final = ("hint", "score")
"""The commands that a game without analysis refuses."""


def help_lines(analysis: bool) -> list[str]:
    """Return a line, or more, for each command of a game with or without analysis."""
    left_out = () if analysis else ANALYSIS
    return [
        line
        for typed, text in HELP.items()
        if typed not in left_out
        for line in wrapped(f"{typed}: {text}", 78, first="  ", later=6 * " ")
    ]
