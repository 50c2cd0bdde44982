"""A folder with a suite, a record and an engine, for the tests of ``regress``."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.storage.positions import load_results
from gtpengine.tools.storage.store import Store

#: An engine that answers reg_genmove with the argument of ``--move``, or misbehaves.
ENGINE = """
import os, sys, time
position = ""
known = ["name", "version", "boardsize", "clear_board", "play", "reg_genmove", "quit"]
for line in sys.stdin:
    words = line.split()
    if words[0] == "quit":
        break
    if words[0] == "list_commands":
        print("= " + "\\n".join(known), end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove" and sys.argv[1] == "crash":
        sys.exit(1)
    elif words[0] == "reg_genmove" and sys.argv[1] == "broken":
        print("engine: internal error: broken", file=sys.stderr, flush=True)
        print("= D4", end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove" and sys.argv[1] == "slow":
        while os.path.exists("closed"):
            time.sleep(0.01)
        time.sleep(0.02)
        with open("asked", "a") as file:
            file.write(position + "\\n")
        print("= E5" if len(position) % 2 else "= D4", end="\\n\\n", flush=True)
    elif words[0] == "reg_genmove":
        print("winrate 0.7", file=sys.stderr, flush=True)
        print("= " + sys.argv[1], end="\\n\\n", flush=True)
    elif words[0] == "play" and words[2].upper() == "A1":
        print("? illegal move", end="\\n\\n", flush=True)
    elif words[0] in known:
        position = position + " " + words[2] if words[0] == "play" else ""
        print("= x", end="\\n\\n", flush=True)
    else:
        print("? unknown command", end="\\n\\n", flush=True)
"""

SUITE = """# comment
loadsgf game.sgf 3
10 reg_genmove white
#? [D4|E5]

loadsgf game.sgf
20 reg_genmove white  # a trailing comment
#? [!D4]*
25 reg_genmove white
#?winrate [0.6 0.8]
30 attack D4
#? [1 (A1|B2)]

clear_board
play b A1
40 reg_genmove white
#? [D4]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "s.tst").write_text(SUITE)
    (tmp_path / "game.sgf").write_text("(;FF[4]GM[1]SZ[9];B[aa];W[bb];B[cc])")
    return tmp_path


def outcomes(folder: Path, name: str) -> dict[str, str]:
    with Store(folder / "gtpengine-runs.sqlite", read_only=True) as store:
        return {r.test: r.outcome for r in load_results(store, name).values()}
