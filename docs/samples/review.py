"""Lists the costly moves of a game: `python docs/samples/review.py GAME.sgf [VISITS]`.

Two queries to `gtpengine analysis`: the first asks for the best move of every position, the second
searches the position after that move. The position after the move that was played was searched by
the first. So a move is judged by two searches of the same kind, one on each side of the decision.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from sgfmill import sgf
from sgfmill.common import format_vertex

COSTLY = 5.0
"""Percent of win rate from which a move is listed."""


def ask(queries: list[dict[str, Any]]) -> dict[tuple[str, int], dict[str, Any]]:
    """Return the answers of the engine, by id and turn."""
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    run = subprocess.run(
        ["gtpengine", "analysis"], input=lines, stdout=subprocess.PIPE, text=True, check=True
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    for answer in answers:
        if "error" in answer:
            sys.exit(answer["error"])
    return {(answer["id"], answer["turnNumber"]): answer for answer in answers}


def main(path: str, visits: int = 500) -> None:
    """Print the costly moves of the game in ``path``."""
    game = sgf.Sgf_game.from_bytes(Path(path).read_bytes())
    moves = [
        [colour.upper(), format_vertex(point)]
        for colour, point in (node.get_move() for node in game.get_main_sequence())
        if colour
    ]
    black, white, _ = game.get_root().get_setup_stones()
    stones = [("B", point) for point in black] + [("W", point) for point in white]
    query = {
        "initialStones": [[colour, format_vertex(point)] for colour, point in stones],
        "rules": "chinese",
        "komi": game.get_komi(),
        "boardXSize": game.get_size(),
        "boardYSize": game.get_size(),
        "maxVisits": visits,
    }
    turns = list(range(len(moves) + 1))
    played = ask([query | {"id": "played", "moves": moves, "analyzeTurns": turns}])
    best = [played["played", turn]["moveInfos"][0]["move"] for turn in turns[:-1]]
    better = ask(
        [
            query | {"id": str(turn), "moves": [*moves[:turn], [moves[turn][0], move]]}
            for turn, move in enumerate(best)
            if move != moves[turn][1]
        ]
    )
    for turn, (colour, vertex) in enumerate(moves):
        if vertex == best[turn]:
            continue
        sign = 1 if colour == "B" else -1  # win rates are Black's
        after = played["played", turn + 1]["rootInfo"]["winrate"]
        instead = better[str(turn), turn + 1]["rootInfo"]["winrate"]
        cost = 100 * sign * (instead - after)
        if cost >= COSTLY:
            print(f"move {turn + 1:3}  {colour} {vertex:4} costs {cost:4.0f} %: {best[turn]}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
