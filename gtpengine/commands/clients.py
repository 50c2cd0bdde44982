"""How the engine is entered into the programs that show a board, and into their settings files.

Sabaki, KaTrain and Lizzie keep settings as JSON. GoGui, written in Java, keeps them where Java
keeps preferences, which are files on Linux alone.
"""

from __future__ import annotations

import json
import locale
import os
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments import commandwords
from gtpengine.base.files.userpath import user_path
from gtpengine.commands.enginelines import LABEL, EngineEntry

_XML_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<!DOCTYPE map SYSTEM "http://java.sun.com/dtd/preferences.dtd">\n'
)


class FormatError(ValueError):
    """A settings file is not as its program writes them; the text says what is wrong."""


Files = Mapping[Path, bytes]
"""Files and what they are to hold."""


@dataclass(frozen=True, slots=True)
class Client:
    """A program: where its settings are, and how they change."""

    name: str
    places: Callable[[], list[Path]]
    """Where the settings file may be, on this system; the first that is there counts."""
    changed: Callable[[Path, EngineEntry], Files]
    """Reads the settings file; gives the files that change. May raise FormatError."""
    hint: str
    """What to do in the program itself where no file is found."""
    then: str
    """What to do in the program when the engine is entered."""
    is_there: Callable[[Path], bool] = Path.is_file
    """Whether the program has settings there."""


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
    file = _JsonFile.read(path)
    engines = file.list_in(file.settings, "engines.list")
    place = {"path": engine.program, "args": engine.options}
    _enter(engines, place, {"name": LABEL, **place, "commands": ""})
    return file.written(2)


def _katrain(path: Path, engine: EngineEntry) -> Files:
    file = _JsonFile.read(path)
    section = file.section("engine")
    words = [engine.program, "analysis", "--positions", "2"]
    # KaTrain gives the line to the system's shell.
    section.update(altcommand=commandwords.joined(words), max_visits=2000, fast_visits=200)
    if "backend" in section:
        section["backend"] = "custom"
    return file.written(4)


def _lizzie(path: Path, engine: EngineEntry) -> Files:
    """Lizzie has one command and a list of others, LizzieYzy a list of engines with names."""
    file = _JsonFile.read(path)
    section = file.section("leelaz")
    command = EngineEntry(
        engine.program, f"{engine.options} --set engine_name=KataGo".strip()
    ).command
    if "engine-settings-list" in section:
        place = {"command": command}
        settings = {"preload": False, "komi": 7.5, "width": 19, "height": 19, "isDefault": False}
        engines = file.list_in(section, "engine-settings-list")
        _enter(engines, place, {"name": LABEL, **place, **settings})
        return file.written(2)
    before = section.get("engine-command")
    others = section.setdefault("engine-command-list", [])
    if not isinstance(others, list):
        raise FormatError("engine-command-list is no list")
    if isinstance(before, str) and LABEL not in before and before not in ("", *others):
        others[:] = [before, *(one for one in others if one)]
    section["engine-command"] = command
    return file.written(2)


def _lizzie_places() -> list[Path]:
    """Lizzie's own folder, and where LizzieYzy-Next keeps settings."""
    shared = [os.environ.get(name) for name in ("PUBLIC", "PROGRAMDATA")]
    windows = [
        Path(place, *between) for place in shared if place for between in (("Documents",), ())
    ]
    folders = [*(place / "LizzieYzyNext" for place in windows), user_path("~/.lizzieyzy-next")]
    return [folder / "config.txt" for folder in (Path(), *folders)]


def _is_lizzies(path: Path) -> bool:
    """Return whether a file is Lizzie's; others have a config.txt, too."""
    return path.is_file() and os.access(path, os.R_OK) and b'"leelaz"' in path.read_bytes()


def _enter(engines: list[dict[str, Any]], place: dict[str, str], new: dict[str, Any]) -> None:
    """Change where this engine is, or append it; what else a user wrote about it stays."""
    for one in engines:
        if one.get("name") == LABEL:
            one.update(place)
            return
    engines.append(new)


def _gogui_places() -> list[Path]:
    if sys.platform in ("win32", "darwin"):
        return []
    return [user_path("~/.java/.userPrefs/net/sf/gogui/gui/program/prefs.xml")]


def _gogui(path: Path, engine: EngineEntry) -> Files:
    """A program is a folder of its own, and their number stands in the folder above."""
    listed = _entries(path) if path.exists() else {}
    size = listed.get("size", "0")
    if not re.fullmatch(r"\d{1,3}", size):
        raise FormatError(f"{size!r} is no number of programs")
    count = int(size)
    places = [path.parent / str(number) / path.name for number in range(count)]
    ours = [one for one in places if one.is_file() and _entries(one).get("label") == LABEL]
    place = ours[0] if ours else path.parent / str(count) / path.name
    entry = _entries(place) if ours else {"name": LABEL, "version": "", "working-directory": ""}
    files = {place: _map(entry | {"label": LABEL, "command": engine.command})}
    return files if ours else {**files, path: _map(listed | {"size": str(count + 1)})}


@dataclass(frozen=True, slots=True)
class _JsonFile:
    """A settings file and what it holds."""

    path: Path
    settings: dict[str, Any]
    ascii: bool
    """Whether other characters are written as escapes: as they were, or for what is no UTF-8."""

    @classmethod
    def read(cls, path: Path) -> _JsonFile:
        """Read the file.

        :raises FormatError: when it holds no settings.
        :raises OSError: when it cannot be read.
        """
        data = path.read_bytes()
        try:
            try:
                text, unicode = data.decode("utf-8-sig"), True
            except UnicodeDecodeError:  # Java before 18, on Windows
                text, unicode = data.decode(locale.getencoding()), False
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise FormatError(f"it is not JSON: {error}") from None
        if not isinstance(found, dict):
            raise FormatError("it holds no settings")
        return cls(path, found, ascii=text.isascii() or not unicode)

    def section(self, name: str) -> dict[str, Any]:
        """Return a part of the settings, to be changed; raises FormatError where it is not."""
        section = self.settings.get(name)
        if not isinstance(section, dict):
            raise FormatError(f"it has no section {name}")
        return section

    def list_in(self, section: dict[str, Any], name: str) -> list[dict[str, Any]]:
        """Return a list of engines, to be changed; a new one where none is."""
        engines = section.setdefault(name, [])
        if not isinstance(engines, list) or not all(isinstance(one, dict) for one in engines):
            raise FormatError(f"{name} is no list of engines")
        return engines

    def written(self, indent: int) -> Files:
        """Return what the file is to hold now."""
        text = json.dumps(self.settings, indent=indent, ensure_ascii=self.ascii)
        try:
            return {self.path: text.encode()}
        except UnicodeEncodeError:  # half a character, which only an escape can write
            return {self.path: json.dumps(self.settings, indent=indent).encode()}


def _entries(path: Path) -> dict[str, str]:
    """Return Java's preferences of a file."""
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
        "attach gtpengine to Black or White (the button beside the name)",
    ),
    "katrain": Client(
        "KaTrain",
        lambda: [user_path("~/.katrain/config.json")],
        _katrain,
        "General & Engine Settings > Override Engine Command (docs/guides/katrain.md)",
        "it uses gtpengine in KataGo's place",
    ),
    "lizzie": Client(
        "Lizzie",
        _lizzie_places,
        _lizzie,
        "Settings > Engine; its file config.txt is in Lizzie's folder: name it with --file"
        " (docs/guides/lizzie.md)",
        "it starts gtpengine; LizzieYzy has gtpengine in its menu of engines",
        _is_lizzies,
    ),
    "gogui": Client(
        "GoGui",
        _gogui_places,
        _gogui,
        "Program > New Program (docs/guides/gogui.md)",
        "Program > Attach > gtpengine",
        # The list of programs comes with the first of them.
        lambda path: path.parents[2].is_dir(),
    ),
}
"""The programs that can be set up, by the word of the command."""
