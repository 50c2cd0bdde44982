"""A program that speaks enough of KataGo's analysis protocol for the tests.

It would play C1 with probability 0.75 and pass else, by its policy and by visits, owns the whole
first row, and leads by komi. Its value is 0.25, or 0.75 when White is to move. ``refuse N``: it
refuses positions of N moves; ``die N``: it ends at one; ``babble``: it writes no JSON. ``passes X
Y``: a pass costs X of the win rate and Y points; ``sure X``: the value is X.
"""

from __future__ import annotations

import json
import sys

words = sys.argv[1:]
refuse = int(words[1]) if words[:1] == ["refuse"] else -1
die = int(words[1]) if words[:1] == ["die"] else -1
for line in sys.stdin:
    if words == ["babble"]:
        print("hello", flush=True)
        continue
    query = json.loads(line)
    if query.get("action") == "query_version":
        print(json.dumps({**query, "version": "0.1"}), flush=True)
        continue
    if query.get("action") == "query_models":
        print(
            json.dumps({**query, "models": [{"name": "dummy", "internalName": "d1"}]}), flush=True
        )
        continue
    size, moves = query["boardXSize"], len(query["moves"])
    if moves == die:
        print("out of luck", file=sys.stderr, flush=True)
        sys.exit(3)
    if moves == refuse:
        print(json.dumps({"id": query["id"], "error": "I don't like it"}), flush=True)
        continue
    print(json.dumps({"warning": "ignored", "id": query["id"], "field": "x"}), flush=True)
    policy = [-1.0] * (size * size) + [0.25]
    policy[(size - 1) * size + 2] = 0.75
    ownership = [0.0] * ((size - 1) * size) + [1.0] * size
    root = {"winrate": 0.75 if moves % 2 else 0.25, "scoreLead": query["komi"]}
    if words[:1] == ["passes"] and moves and query["moves"][-1][1] == "pass":
        root = {
            "winrate": root["winrate"] + float(words[1]),
            "scoreLead": root["scoreLead"] + float(words[2]),
        }
    if words[:1] == ["sure"]:
        root["winrate"] = float(words[1])
    answer = {"id": query["id"], "rootInfo": root, "ownership": ownership}
    visits = query["maxVisits"]
    if visits == 1:
        answer["policy"] = policy
    else:
        answer["moveInfos"] = [
            {"move": "C1", "visits": visits * 3 // 4},
            {"move": "pass", "visits": visits // 4},
        ]
    print(json.dumps(answer), flush=True)
