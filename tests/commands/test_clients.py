"""The engine in the settings of Sabaki, KaTrain, Lizzie and GoGui, as these write them."""

from __future__ import annotations

import json
import locale
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gtpengine.commands.clients import CLIENTS, FormatError
from gtpengine.commands.enginelines import EngineEntry

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
LIZZIEYZY: dict[str, Any] = {
    "leelaz": {
        "engine-settings-list": [
            {"command": "katago gtp -model a.bin.gz", "name": "KataGo", "preload": False,
             "komi": 7.5, "width": 19, "height": 19, "isDefault": True, "useJavaSSH": False,
             "ip": "", "port": "", "userName": "", "password": "", "useKeyGen": False,
             "keyGenPath": "", "initialCommand": ""},
        ],
    },
    "ui": {"default-engine": 0, "autoload-default": True},
}  # fmt: skip


def changed(name: str, path: Path, engine: EngineEntry = ENGINE) -> dict[str, Any]:
    """Write the change that a client's settings want, and return what is there then."""
    for file, data in CLIENTS[name].changed(path, engine).items():
        file.write_bytes(data)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_sabaki_gets_one_more_engine_and_keeps_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(SABAKI, indent=2), encoding="utf-8")
    entry = {"name": "gtpengine", "path": ENGINE.program, "args": "--threads 2", "commands": ""}
    assert changed("sabaki", path) == SABAKI | {"engines.list": [*SABAKI["engines.list"], entry]}
    # The second time the same entry changes.
    settings = SABAKI | {"engines.list": [*SABAKI["engines.list"], entry | {"commands": "komi 6"}]}
    path.write_text(json.dumps(settings, indent=2), encoding="utf-8")
    again = changed("sabaki", path, EngineEntry("/other/gtpengine"))["engines.list"]
    assert [one["path"] for one in again] == ["/usr/games/gnugo", "/other/gtpengine"]
    assert again[1]["commands"] == "komi 6"


def test_katrain_gets_a_command_in_place_of_katago(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(KATRAIN, indent=4), encoding="utf-8")
    found = changed("katrain", path)
    assert found["general"] == KATRAIN["general"]
    command = "'/opt/with blank/gtpengine' analysis --positions 2"
    assert shlex.split(command)[0] == ENGINE.program
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


def test_lizzieyzy_gets_one_more_engine_with_a_name(tmp_path: Path) -> None:
    path = tmp_path / "config.txt"
    path.write_text(json.dumps(LIZZIEYZY, indent=2), encoding="utf-8")
    for _ in range(2):
        found = changed("lizzie", path)
        assert found["ui"] == LIZZIEYZY["ui"]
        [katago, ours] = found["leelaz"]["engine-settings-list"]
        assert katago == LIZZIEYZY["leelaz"]["engine-settings-list"][0]
        assert (ours["name"], ours["isDefault"]) == ("gtpengine", False)
        assert ours["command"].endswith('gtpengine" --threads 2 --set engine_name=KataGo')
        assert "engine-command" not in found["leelaz"]


def test_lizzie_is_looked_for_where_lizzieyzy_next_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PUBLIC", str(tmp_path / "Public"))
    places = CLIENTS["lizzie"].places()
    assert places[0] == Path("config.txt")
    assert tmp_path / "Public" / "Documents" / "LizzieYzyNext" / "config.txt" in places
    assert places[-1] == tmp_path / ".lizzieyzy-next" / "config.txt"


def test_characters_are_written_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for text, wanted in (
        ('{"a": "碁"}', "碁"),
        ('{"a": "\\u7881"}', "\\u7881"),
        ('\ufeff{"a": "碁"}', "碁"),
        ('{"a": "碁\\ud800"}', "\\ud800"),
    ):
        path.write_text(text, encoding="utf-8")
        before = json.loads(text.removeprefix("\ufeff"))
        found = changed("sabaki", path)
        assert found["a"] == before["a"]
        assert wanted in path.read_text(encoding="utf-8")


def test_what_java_wrote_in_the_systems_own_encoding_becomes_ascii(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getencoding", lambda: "gb18030")
    path = tmp_path / "config.txt"
    path.write_bytes(json.dumps(LIZZIE | {"a": "围棋"}, ensure_ascii=False).encode("gb18030"))
    assert changed("lizzie", path)["a"] == "围棋"
    assert path.read_bytes().isascii()


@pytest.mark.parametrize("name", ["sabaki", "katrain", "lizzie", "gogui"])
@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "\xff", "[" * 100_000, '{"engines.list": 3, "engine": 4}', "{} // mine"],
)
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


@pytest.mark.parametrize("size", ["-1", "1e3", "1000000000000", "many", ""])
def test_a_strange_number_of_programs_is_refused(tmp_path: Path, size: str) -> None:
    path = tmp_path / "prefs.xml"
    path.write_text(f'<map><entry key="size" value="{size}"/></map>', encoding="utf-8")
    with pytest.raises(FormatError, match="no number of programs"):
        CLIENTS["gogui"].changed(path, ENGINE)


def enter(path: Path, engine: EngineEntry) -> None:
    for file, data in CLIENTS["gogui"].changed(path, engine).items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


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
    path = tmp_path / ".java/.userPrefs/net/sf/gogui/gui/program/prefs.xml"
    path.parents[2].mkdir(parents=True)  # GoGui has run, and knows no program
    assert CLIENTS["gogui"].is_there(path)
    enter(path, ENGINE)
    assert java() == [f"gtpengine: {ENGINE.command}"]
    shutil.rmtree(tmp_path / ".java")
    assert not CLIENTS["gogui"].is_there(path)
    gnugo = "GNU Go: gnugo --mode gtp & <\"'>"
    assert java("gnugo --mode gtp & <\"'>") == [gnugo]
    for engine in (ENGINE, EngineEntry("/other/gtpengine", "--set a=<&>")):
        enter(path, engine)
        assert java() == [gnugo, f"gtpengine: {engine.command}"]
