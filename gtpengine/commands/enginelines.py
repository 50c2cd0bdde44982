"""What to enter where in programs that show a board: the program, and the options that suit."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LABEL: Final = "gtpengine"
"""What the engine is called in lists."""


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """What is entered: the program, and the options that suit the machine."""

    program: str
    options: str = ""

    @property
    def command(self) -> str:
        """The command line, for a program that knows quotes."""
        quoted = f'"{self.program}"' if " " in self.program else self.program
        return f"{quoted} {self.options}".strip()


def own_program() -> str:
    """Return the full path of this program as other programs start it."""
    beside = Path(sys.executable).with_name(LABEL + (".exe" if sys.platform == "win32" else ""))
    for place in (Path(sys.argv[0]), beside):
        if place.stem == LABEL and place.is_file():
            return os.path.abspath(place)
    return shutil.which(LABEL) or os.path.abspath(beside)


def lines_to_paste(engine: EngineEntry) -> list[str]:
    """Return what to enter where, a line for each program."""
    named = EngineEntry(engine.program, f"{engine.options} --set engine_name=KataGo".strip())
    analysis = EngineEntry(engine.program, "analysis --positions 2")
    clocked = re.sub("--time-per-move [^ ]+", "", engine.options).strip()  # by the server
    return [
        f"Sabaki   Path: {engine.program}",
        f"         Optional arguments: {engine.options}",
        f"GoGui    Command: {engine.command}",
        f"Lizzie   Engine: {named.command}",
        f"KaTrain  Override Engine Command: {analysis.command}",
        f"KGS      engine={engine.program} {clocked}".rstrip(),
    ]
