"""The engine in the settings of Sabaki, KaTrain, Lizzie and GoGui, as these write them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gtpengine.commands.clients import (
    CLIENTS,
    EngineEntry,
    FormatError,
    lines_to_paste,
    own_program,
)

ENGINE = EngineEntry("/opt/with blank/gtpengine", "--threads 2")

SABAKI: dict[str, Any] = {
    "app.zoom_factor": 1,
    "engines.list": [
        {"name": "GNU Go", "path": "/usr/games/gnugo", "args": "--mode gtp", "commands": ""}
    ],
    "theme.current": None,
}
KATRAIN: dict[str, Any] = {
    "general": {"version": "1.17.0", "lang": "日本語"},
    "engine": {"katago": "", "altcommand": "", "model": "katrain/models/x.bin.gz",
               "max_visits": 500, "fast_visits": 25, "max_time": 8.0},
}  # fmt: skip
LIZZIE: dict[str, Any] = {
    "leelaz": {"network-file": "network.gz", "engine-command": "./leelaz --gtp --lagbuffer 0",
               "print-comms": False},
    "ui": {"board-size": 19},
}  # fmt: skip


def changed(name: str, path: Path, engine: EngineEntry = ENGINE) -> dict[str, Any]:
    """Write the change that a client's settings want, and return what is there then."""
    for file, data in CLIENTS[name].changed(path, engine).items():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_sabaki_gets_one_more_engine_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(SABAKI, indent=2), encoding="utf-8")
    entry = {"name": "gtpengine", "path": ENGINE.program, "args": "--threads 2", "commands": ""}
    assert changed("sabaki", path) == SABAKI | {"engines.list": [*SABAKI["engines.list"], entry]}
    # The second time the same entry changes.
    again = changed("sabaki", path, EngineEntry("/other/gtpengine"))["engines.list"]
    assert [one["path"] for one in again] == ["/usr/games/gnugo", "/other/gtpengine"]


def test_katrain_gets_a_command_in_place_of_katago(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(KATRAIN, indent=4), encoding="utf-8")
    found = changed("katrain", path)
    assert found["general"] == KATRAIN["general"]
    command = '"/opt/with blank/gtpengine" analysis --positions 2'
    assert found["engine"] == KATRAIN["engine"] | {
        "altcommand": command, "max_visits": 2000, "fast_visits": 200,
    }  # fmt: skip
    # Newer versions also say which kind of engine is used.
    path.write_text(json.dumps({"engine": {"backend": "katago"}}), encoding="utf-8")
    assert changed("katrain", path)["engine"]["backend"] == "custom"


def test_lizzie_starts_it_and_keeps_the_engine_before_as_another(tmp_path: Path) -> None:
    path = tmp_path / "config.txt"
    path.write_text(json.dumps(LIZZIE, indent=2), encoding="utf-8")
    for _ in range(2):
        leelaz = changed("lizzie", path)["leelaz"]
        command = '"/opt/with blank/gtpengine" --threads 2 --set engine_name=KataGo'
        assert leelaz["engine-command"] == command
        assert leelaz["engine-command-list"] == [LIZZIE["leelaz"]["engine-command"]]
        assert leelaz["print-comms"] is False


@pytest.mark.parametrize("name", ["sabaki", "katrain", "lizzie", "gogui"])
@pytest.mark.parametrize("text", ["", "[]", "{", "\xff", '{"engines.list": 3, "engine": 4}'])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FormatError):
        CLIENTS[name].changed(path, ENGINE)


JAVA = """
import java.util.prefs.Preferences;
public class Programs {
    public static void main(String[] args) throws Exception {
        String top = "net/sf/gogui/gui/program";
        Preferences programs = Preferences.userRoot().node(top);
        if (args.length > 0) {
            programs.putInt("size", 1);
            Preferences one = Preferences.userRoot().node(top + "/0");
            one.put("label", "GNU Go");
            one.put("command", args[0]);
            Preferences.userRoot().flush();
        }
        for (int i = 0; i < programs.getInt("size", 0); ++i) {
            Preferences one = Preferences.userRoot().node(top + "/" + i);
            System.out.println(one.get("label", null) + ": " + one.get("command", null));
        }
    }
}
"""


def test_gogui_finds_it_where_java_keeps_preferences(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("needs javac: apt-get install default-jdk-headless")
    (tmp_path / "Programs.java").write_text(JAVA, encoding="utf-8")
    home = f"-Djava.util.prefs.userRoot={tmp_path}"

    def java(*words: str) -> list[str]:
        command = ["java", home, "Programs", *words]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return run.stdout.splitlines()

    subprocess.run(["javac", "Programs.java"], cwd=tmp_path, check=True)
    gnugo = "GNU Go: gnugo --mode gtp & <\"'>"
    assert java("gnugo --mode gtp & <\"'>") == [gnugo]
    path = tmp_path / ".java/.userPrefs/net/sf/gogui/gui/program/prefs.xml"
    for engine in (ENGINE, EngineEntry("/other/gtpengine", "--set a=<&>")):
        for file, data in CLIENTS["gogui"].changed(path, engine).items():
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)
        assert java() == [gnugo, f"gtpengine: {engine.command}"]


def test_lines_to_paste_name_each_program_once() -> None:
    lines = lines_to_paste(ENGINE)
    for name in ("Sabaki", "GoGui", "Lizzie", "KaTrain", "KGS"):
        assert sum(line.startswith(name) for line in lines) == 1
    assert Path(own_program()).name.startswith("gtpengine")
