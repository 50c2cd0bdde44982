"""What the guides to boards and servers show: samples, options, pictures, services."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Final

import pytest

from gtpengine.cli import command_line, parse_settings
from gtpengine.config.options import EngineOptions
from gtpengine.config.settings import OPTIONS
from gtpengine.gtp.front_end import make_engine

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
SAMPLES: Final = DOCS / "samples"
BOARDS: Final = ("gogui", "katrain", "lizzie", "sabaki")
SERVERS: Final = {"cgos": "cgos.cfg", "kgs": "kgsGtp.properties", "ogs": "gtp2ogs.json5"}
GUIDES: Final = (*BOARDS, *SERVERS, "bots")
OTHERS: Final = {"positions", "config", "beta", "cpus", "file"}
"""Options of `gtpengine analysis` and `gtpengine setup`, of gtp2ogs and docker."""
LARGEST_PICTURE: Final = 200_000
"""Bytes."""


def guide(name: str) -> str:
    return (DOCS / f"guides/{name}.md").read_text(encoding="utf-8")


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def commands(text: str) -> list[list[str]]:
    """The words after the engine's path in each line, table, or list of JSON strings."""
    lines = re.findall(r"/bin/gtpengine\b(?!\")([^\n`|\"]*)", text)
    listed = re.findall(r"/bin/gtpengine\",([^\]]*)\]", text)
    return [shlex.split(line) for line in lines] + [re.findall(r'"([^"]*)"', x) for x in listed]


def options(words: list[str]) -> EngineOptions:
    """The engine's parameters after these words, which must be right."""
    return make_engine(parse_settings([*words, "--memory", "16"])).options


def check(words: list[str]) -> None:
    """Have the program read ``words``; else it raises."""
    if not words or words[0].startswith("-"):
        options(words)
        return
    command_line(words[0]).parser(words[0]).parse_args(words[1:])


@pytest.mark.parametrize("name", GUIDES)
def test_the_commands_of_a_guide_are_such_as_the_engine_takes(name: str) -> None:
    found = commands(guide(name))
    assert found
    for words in found:
        check(words)


@pytest.mark.parametrize("name", GUIDES)
def test_the_options_that_are_named_exist(name: str) -> None:
    """As tables and prose name them: `--level 3`, `--set lag=0.5`, `--threads`."""
    for option, value in re.findall(r"`(--[a-z-]+)(?: ([^`]+))?`", guide(name)):
        assert option[2:] in {*OPTIONS, "set", *OTHERS}, option
        if option == "--set" and value != "NAME=VALUE":
            options([option, value])


@pytest.mark.parametrize(("name", "file"), SERVERS.items())
def test_a_guide_shows_its_sample_whole(name: str, file: str) -> None:
    assert f"```{'ini' if name == 'cgos' else Path(file).suffix[1:]}\n{sample(file)}```\n" in guide(
        name
    )


def test_the_samples_say_what_their_servers_need() -> None:
    found = {}
    for name, file in SERVERS.items():
        (words,) = commands(sample(file))
        assert parse_settings(words).log == Path("gtp.log")
        found[name] = options(words)
    assert found["cgos"].cleanup and found["cgos"].lag > 0.25
    assert found["cgos"].rules == "cgos"
    assert found["ogs"].ogs_chat and not found["ogs"].ponder
    assert found["kgs"].rules == "chinese", "kgs-rules says which, in each game"


def test_all_samples_of_cgos_play_alike() -> None:
    """On one's own server and on the public one."""
    (words,) = commands(sample("cgos.cfg"))
    public = options(words)
    own = sorted((SAMPLES / "cgos-loopback").glob("gtpengine*.cfg"))
    assert len(own) == 2
    for path in own:
        (line,) = re.findall(r"gtpengine (--rules.*)", path.read_text(encoding="utf-8"))
        same = options(shlex.split(line))
        assert (same.rules, same.cleanup, same.lag) == (public.rules, public.cleanup, public.lag)


def test_the_properties_of_kgs_are_all_explained_or_plain() -> None:
    rows = re.findall(r"(?m)^\| `([\w.]+)` \|", guide("kgs"))
    keys = re.findall(r"(?m)^([\w.]+)=", sample("kgsGtp.properties"))
    assert len(keys) == len(set(keys))
    plain = {"name", "password", "rules.boardSize", "gameNotes", "talk"}
    assert set(keys) == plain | set(rows)


def test_the_client_of_cgos_finds_what_it_demands() -> None:
    sections: dict[str, dict[str, str]] = {}
    for line in map(str.strip, sample("cgos.cfg").splitlines()):
        if line and not line.startswith("#"):
            if line.endswith(":"):
                section = sections.setdefault(line[:-1], {})
            else:
                key, _, value = line.partition(" = ")
                section[key] = value
    assert set(sections) == {"Common", "GTPEngine"}
    wanted = {"CommandLine", "ServerHost", "ServerPort", "ServerUser", "ServerPassword"}
    assert wanted | {"NumberOfGames"} <= set(sections["GTPEngine"])
    assert re.fullmatch(r"[A-Za-z_.-][\w.-]{2,17}", sections["GTPEngine"]["ServerUser"])


@pytest.mark.parametrize("name", GUIDES)
def test_every_picture_is_there_and_small(name: str) -> None:
    for link in re.findall(r"!\[[^]]+\]\(([^)]+)\)", guide(name)):
        picture = (DOCS / "guides" / link).resolve()
        data = picture.read_bytes()
        assert data.startswith(b"\x89PNG\r\n")
        assert len(data) <= LARGEST_PICTURE
        width, height = struct.unpack(">II", data[16:24])
        assert 300 <= width <= 1200 and 150 <= height <= 1000


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names as they are
    parser.read_string(sample("bot.service"))
    return parser


def test_the_service_restarts_and_logs_where_the_engine_may_write() -> None:
    service = unit()["Service"]
    assert service["Restart"] == "on-failure"
    assert service["ReadWritePaths"] == service["WorkingDirectory"] == "/home/bot/%i"
    assert service["ExecStart"] == "/home/bot/%i/start"
    rotation = sample("bot.logrotate")
    assert rotation.split("\n")[2] == "/home/bot/*/*.log {" and "    copytruncate\n" in rotation
    for name in SERVERS:
        assert f"/home/bot/{name}" in guide(name)
        assert re.search(r"```sh\n#!/bin/sh\n(?:rm .*\n)?exec .*\n```", guide(name))
        assert f"bot@{name}" in guide(name)


def test_the_image_has_what_the_samples_name() -> None:
    """The engine and the client of CGOS lie where configurations and scripts look for them."""
    text = sample("Dockerfile")
    [folder] = re.findall(r"COPY --from=build (\S+) \1\n", text)
    for name, file in SERVERS.items():
        assert f"{folder}/.venv/bin/gtpengine" in sample(file)
        assert re.search(rf"(?m)^ +{name}\) packages=", text)
        assert f"--build-arg SERVER={name}" in text or f"`{name}`" in guide("bots")
    assert 'WORKDIR /home/bot/$SERVER\nCMD ["./start"]\n' in text
    assert "exec python3 /home/bot/cgos-client/" in guide("cgos")
    for line in re.findall(r"(?m)^#   (docker .*)$", text):
        assert f"    {line}\n" in guide("bots")


def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        pytest.skip("needs systemd-analyze: apt-get install systemd")
    file = tmp_path / "bot@kgs.service"
    file.write_text(sample("bot.service").replace("/home/bot/%i/start", "/bin/true"))
    done = subprocess.run(
        [verifier, "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", sorted((DOCS / "guides").glob("*.md")), ids=lambda path: path.stem)
def test_a_guide_says_where_the_program_of_a_clone_is(path: Path) -> None:
    """Somebody who built a clone has no command ``gtpengine`` in the shell."""
    text = path.read_text(encoding="utf-8")
    if re.search(r"^(    )?gtpengine ", text, re.MULTILINE):
        assert ".venv/bin" in text
