"""Programs that speak KataGo's JSON analysis, well or badly, for tests."""

from __future__ import annotations

import shlex
import sys

GOOD = """
import json, math, os, sys, time

def answer(asked):
    if "action" in asked:
        if asked["action"] == "query_version":
            return asked | {"version": "1.99"}
        return asked | {"models": [{"name": "net.bin.gz", "internalName": "b6-test"}]}
    size, count = asked["boardXSize"], len(asked["moves"])
    taken = {vertex for _, vertex in asked["moves"]}
    free = [
        column + str(row)
        for row in range(1, size + 1)
        for column in "ABCDEFGHJKLMNOPQRST"[:size]
        if column + str(row) not in taken
    ]
    wanted = asked["allowMoves"][0]["moves"] if "allowMoves" in asked else free[:2]
    infos = [
        {
            "move": move, "visits": 10 - i, "order": i, "winrate": 0.75, "scoreLead": 4.0,
            "pv": [move],
        }
        for i, move in enumerate(wanted)
    ]
    # The top half is Black's.
    owners = [1.0 if i < size * size / 2 else -1.0 for i in range(size * size)]
    return {
        "id": asked["id"], "turnNumber": count, "isDuringSearch": False, "moveInfos": infos,
        "rootInfo": {"winrate": 0.75, "scoreLead": 4.0, "visits": 19}, "ownership": owners,
    }

def spoil(asked, told):
    return told

def send(told):
    if told is not None:
        print(json.dumps(told), flush=True)

%s

for line in sys.stdin:
    asked = json.loads(line)
    told = answer(asked)
    send(told if "action" in asked else spoil(asked, told))
"""
"""It judges all alike: 75 % and 4 points for Black, whose the top half is."""


def judge(changes: str = "") -> str:
    """Return the command line of such a program, with other functions in places of its own."""
    return shlex.join([sys.executable, "-S", "-E", "-c", GOOD % changes])


def spoiling(change: str) -> str:
    """Return the command line of one that changes ``told``, its answer to ``asked``."""
    return judge(f"def spoil(asked, told):\n    {change}\n    return told")


OURS = shlex.join([sys.executable, "-P", "-m", "gtpengine", "analysis", "--seed", "1"])
"""Our own engine as another one."""

FAILING = {
    "sys.exit(3)": "ended (exit status 3)",
    "time.sleep(1000)": "no answer of the other engine in 0.5 s",
    "os.write(1, b'{\"id\"'); time.sleep(1000)": "no answer of the other engine in 0.5 s",
    "os.write(1, b'{\"id\"'); sys.exit(0)": "ended (exit status 0)",
    "print('hello', flush=True)": "'hello', which is no JSON",
    "told['id'] = 'x'": "answers a question that nobody asked (id 'x')",
    "told.pop('id')": "answers a question that nobody asked (id None)",
    "told = {'error': 'no GPU'}": "answers 'no GPU'",
}
"""Ways to fail for good -> what is said."""

REFUSING = {
    "told = {'id': told['id'], 'error': 'no komi', 'field': 'komi'}": "'no komi' (field 'komi')",
    "told = {'id': told['id'], 'noResults': True}": "it has no results",
    "told['rootInfo']['winrate'] = math.nan": "winrate nan is no number",
    "told['rootInfo']['winrate'] = 75": "winrate 75 is not between 0 and 1",
    "told['rootInfo']['scoreLead'] = math.inf": "scoreLead inf is no number",
    "told['moveInfos'][0]['winrate'] = None": "winrate None is no number",
    "told['ownership'].pop()": "owners for",
    "told.pop('ownership')": "no 'ownership'",
    "told['ownership'][3] = math.nan": "ownership nan is no number",
    "told['moveInfos'] = []": "no move was searched",
    "told['moveInfos'][0]['move'] = 'Z9'": "makes no sense",
    "told['moveInfos'][0]['visits'] = 'many'": "makes no sense",
    "told['rootInfo'] = 5": "makes no sense",
    "told['moveInfos'][0] = 7": "makes no sense",
}
"""Answers that are no judgement of one position -> what is said."""
