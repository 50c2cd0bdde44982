"""How the engine is entered into the programs that show a board, and into their settings files.

Sabaki, KaTrain and Lizzie keep settings as JSON. GoGui, written in Java, keeps them where Java
keeps preferences, which are files on Linux alone.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gtpengine.base.userpath import user_path

LABEL: Final = "gtpengine"
"""What the engine is called in lists."""

_XML_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<!DOCTYPE map SYSTEM "http://java.sun.com/dtd/preferences.dtd">\n'
)


class FormatError(ValueError):
    """A settings file is not as its program writes them; the text says what is wrong."""


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


Files = Mapping[Path, bytes]
"""Files and what they are to hold."""


@dataclass(frozen=True, slots=True)
class Client:
    """A program: where its settings are, and how they change."""

    name: str
    places: Callable[[], list[Path]]
    """Where the settings file may be, on this system."""
    changed: Callable[[Path, EngineEntry], Files]
    """Reads the settings file; gives the files that change. May raise FormatError."""
    hint: str
    """What to do in the program itself where no file is found."""


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
    return [
        f"Sabaki   Path: {engine.program}",
        f"         Optional arguments: {engine.options}",
        f"GoGui    Command: {engine.command}",
        f"Lizzie   Engine: {named.command}",
        f"KaTrain  Override Engine Command: {analysis.command}",
        f"KGS      engine={engine.program} {engine.options}",
    ]


def _sabaki_places() -> list[Path]:
    return [folder / "settings.json" for folder in _settings_folders("Sabaki")]


def _settings_folders(name: str) -> list[Path]:
    """Return where programs made with Electron keep their settings."""
    if sys.platform == "win32":
        return [Path(os.environ.get("APPDATA") or user_path("~/AppData/Roaming")) / name]
    if sys.platform == "darwin":
        return [user_path("~/Library/Application Support") / name]
    config = Path(os.environ.get("XDG_CONFIG_HOME") or user_path("~/.config"))
    sandboxes = user_path("~/.var/app").glob(f"*{name}*")
    return [config / name, *(box / "config" / name for box in sandboxes)]


def _sabaki(path: Path, engine: EngineEntry) -> Files:
    settings = _json(path)
    engines = settings.setdefault("engines.list", [])
    if not isinstance(engines, list) or not all(isinstance(one, dict) for one in engines):
        raise FormatError("engines.list is no list of engines")
    entry = {"name": LABEL, "path": engine.program, "args": engine.options, "commands": ""}
    for one in engines:
        if one.get("name") == LABEL:
            one.update(entry)
            break
    else:
        engines.append(entry)
    return {path: _written(settings, 2)}


def _katrain(path: Path, engine: EngineEntry) -> Files:
    settings = _json(path)
    section = settings.get("engine")
    if not isinstance(section, dict):
        raise FormatError("it has no section engine")
    command = EngineEntry(engine.program, "analysis --positions 2").command
    section.update(altcommand=command, max_visits=2000, fast_visits=200)
    if "backend" in section:
        section["backend"] = "custom"
    return {path: _written(settings, 4)}


def _lizzie(path: Path, engine: EngineEntry) -> Files:
    settings = _json(path)
    section = settings.get("leelaz")
    if not isinstance(section, dict):
        raise FormatError("it has no section leelaz")
    before = section.get("engine-command")
    command = EngineEntry(
        engine.program, f"{engine.options} --set engine_name=KataGo".strip()
    ).command
    others = section.setdefault("engine-command-list", [])
    if not isinstance(others, list):
        raise FormatError("engine-command-list is no list")
    if before and before != command and LABEL not in before and before not in others:
        others[:] = [before, *(one for one in others if one)]
    section["engine-command"] = command
    return {path: _written(settings, 2)}


def _gogui_places() -> list[Path]:
    if sys.platform in ("win32", "darwin"):
        return []
    return [user_path("~/.java/.userPrefs/net/sf/gogui/gui/program/prefs.xml")]


def _gogui(path: Path, engine: EngineEntry) -> Files:
    """A program is a folder of its own, and their number stands in the folder above."""
    listed = _entries(path)
    try:
        count = int(listed.get("size", "0"))
    except ValueError:
        raise FormatError("size is no number") from None
    places = [path.parent / str(number) / path.name for number in range(count)]
    ours = [one for one in places if one.is_file() and _entries(one).get("label") == LABEL]
    place = ours[0] if ours else path.parent / str(count) / path.name
    entry = _entries(place) if ours else {"name": LABEL, "version": "", "working-directory": ""}
    files = {place: _map(entry | {"label": LABEL, "command": engine.command})}
    return files if ours else {**files, path: _map(listed | {"size": str(count + 1)})}


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise FormatError(f"it is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise FormatError("it holds no settings")
    return found


def _written(settings: dict[str, Any], indent: int) -> bytes:
    return json.dumps(settings, indent=indent, ensure_ascii=False).encode()


def _entries(path: Path) -> dict[str, str]:
    try:
        root = ET.fromstring(path.read_text(encoding="utf-8"))
    except (ValueError, ET.ParseError) as error:
        raise FormatError(f"{path}: it is not XML: {error}") from None
    return {one.get("key", ""): one.get("value", "") for one in root.iter("entry")}


def _map(entries: Mapping[str, str]) -> bytes:
    root = ET.Element("map", MAP_XML_VERSION="1.0")
    for key, value in entries.items():
        ET.SubElement(root, "entry", key=key, value=value)
    ET.indent(root)
    return (_XML_HEAD + ET.tostring(root, encoding="unicode") + "\n").encode()


CLIENTS: Final[Mapping[str, Client]] = {
    "sabaki": Client(
        "Sabaki",
        _sabaki_places,
        _sabaki,
        "File > Preferences > Engines > Add (docs/guides/sabaki.md)",
    ),
    "katrain": Client(
        "KaTrain",
        lambda: [user_path("~/.katrain/config.json")],
        _katrain,
        "General & Engine Settings > Override Engine Command (docs/guides/katrain.md)",
    ),
    "lizzie": Client(
        "Lizzie",
        lambda: [Path("config.txt")],
        _lizzie,
        "Settings > Engine; its file config.txt is in Lizzie's folder: give it with --file"
        " (docs/guides/lizzie.md)",
    ),
    "gogui": Client("GoGui", _gogui_places, _gogui, "Program > New Program (docs/guides/gogui.md)"),
}
"""The programs that can be set up, by the word of the command."""
