"""Engine specifications: how to start an engine and what to tell it.

A specification is a command line, a GTP command list for the start, and what is known about its
win-rate output. It comes from a command line (``gnugo --mode gtp --level 5``), or by name from a
TOML file of tables:

    [gnugo5]
    command = "gnugo --mode gtp --chinese-rules --level 5"
    init = ["param x 1"]          # sent after the start
    env = { OMP_NUM_THREADS = "1" }
    cwd = "/opt/engine"
    winrate = 'best ([0-9.]+)%'   # regular expression over standard error during genmove
    restart = false               # true: a fresh process for each game
    anchor = 1800.0               # fixed rating in rating tables
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import hashlib
import json
import math
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments import commandwords
from gtpengine.base.files.userpath import read_regular
from gtpengine.base.text.plain import plain
from gtpengine.programs.engine_errors import CommandFailedError
from gtpengine.programs.gtp_client import LIMIT_SECONDS, GtpClient, split_command
from gtpengine.programs.traffic_log import TrafficLog

#: Win-rate lines that known engines print on standard error or answer to ``genmove``; group 1 is
#: the win rate of the side to move, as a fraction or (with %) in per cent.
KNOWN_WINRATES: tuple[str, ...] = (
    r"[Ww]in\s?rate:?\s+([0-9.]+\s?%?)",
    r"best ([0-9.]+%)",
)


class SpecError(ValueError):
    """An engine specification that cannot be used; the text says how to repair it."""


#: What is read of a file of engines.
LARGEST_SPECS = 1 << 20
#: Characters kept of an engine's name and of its version.
LONGEST_NAME = 200
#: The command by which an engine of ours tells of settings that do not do what they seem to.
REMARKS: Final = "gtpengine-remarks"
#: Seconds after which stderr says that an engine has not answered yet.
SLOW_SECONDS = 5.0


@dataclasses.dataclass(frozen=True, slots=True)
class EngineSpec:
    """Everything needed to start one engine. Equal specifications are the same engine."""

    name: str
    command: str
    init: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    cwd: str | None = None
    winrate: str | None = None
    restart: bool = False
    anchor: float | None = None

    def to_json(self) -> str:
        """Return a canonical text: equal for equal specifications."""
        return json.dumps(dataclasses.asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> EngineSpec:
        data = json.loads(text)
        data["init"] = tuple(data["init"])
        data["env"] = tuple((key, value) for key, value in data["env"])
        return cls(**data)

    def digest(self) -> str:
        """Return a short hash of all that decides play; name and anchor do not."""
        same = dataclasses.replace(self, name="", anchor=None)
        return hashlib.sha256(same.to_json().encode()).hexdigest()[:16]


def find_winrate(spec: EngineSpec, lines: Sequence[str]) -> float | None:
    """Return the last win rate in lines of standard error, if any.

    It is for the side to move, from 0 to 1.
    """
    patterns = KNOWN_WINRATES if spec.winrate is None else (spec.winrate,)
    for line in reversed(lines):
        for pattern in patterns:
            if found := re.findall(pattern, line):
                text = str(found[-1])
                with contextlib.suppress(ValueError):
                    value = float(text.rstrip("% "))
                    if math.isfinite(value):
                        return min(1.0, max(0.0, value / 100 if "%" in text else value))
    return None


@dataclasses.dataclass(frozen=True, slots=True)
class EngineIdentity:
    """What a running engine says about itself."""

    gtp_name: str
    version: str
    revision: str = ""
    """The git revision of the program's folder, with ``+`` and a hash if changed; or empty."""


def own_engine(options: str = "") -> str:
    """Return the command line of this very engine.

    With ``-P`` Python imports nothing from the current folder.
    """
    python = commandwords.joined([sys.executable, "-P", "-m", "gtpengine"])
    return f"{python} {options}".rstrip()


def start_engine(
    spec: EngineSpec, log: TrafficLog | None = None, limit: float = LIMIT_SECONDS
) -> GtpClient:
    """Start the engine and send its ``init`` commands; ``limit`` is the seconds for each reply.

    :raises EngineError: if it does not start or refuses a command
    """
    client = GtpClient(
        spec.command,
        name=spec.name,
        cwd=spec.cwd,
        env=dict(spec.env) or None,
        log=log,
        limit=limit,
    )
    try:
        for command in spec.init:
            client.send(command)
    except BaseException:
        client.close()
        raise
    return client


def with_program(spec: EngineSpec, programs: Mapping[str, str]) -> EngineSpec:
    """Return the engine with another program in place of its own, if ``programs`` has one."""
    if not programs:
        return spec
    program, *words = commandwords.split(spec.command)
    if program not in programs:
        return spec
    return dataclasses.replace(spec, command=commandwords.joined([programs[program], *words]))


def identify(
    spec: EngineSpec, limit: float = LIMIT_SECONDS, needs: Sequence[str] = ()
) -> EngineIdentity:
    """Start the engine once and ask for its name and version.

    ``limit`` is the seconds for each reply. An engine that takes long is named on standard error,
    and so is a setting that does not do what it seems to.

    :raises EngineError: if it does not start or does not answer
    :raises SpecError: if it does not list the commands that it ``needs``
    """
    with told_if_slow(spec.name, limit), start_engine(spec, limit=limit) as client:
        for command in needs:
            if not client.knows(command):
                raise SpecError(f"engine {spec.name}: its list_commands does not have {command}")
        for remark in remarks_of(spec, client):
            print(plain(remark), file=sys.stderr)
        return identity_of(spec, client)


def remarks_of(spec: EngineSpec, client: GtpClient) -> list[str]:
    """Return which settings of an engine of ours do not do what they seem to on its board: those of
    a search that does not play, and those that take the lead from the network.

    :raises EngineError: if it does not answer
    """
    told = client.send(REMARKS) if client.knows(REMARKS) else ""
    return [f"{spec.name}: {line}" for line in told.splitlines()]


def identity_of(spec: EngineSpec, client: GtpClient) -> EngineIdentity:
    """Ask a started engine for its name and version.

    :raises EngineError: if it does not answer
    """
    answers = []
    for command in ("name", "version"):
        try:
            answers.append(" ".join(client.send(command).split())[:LONGEST_NAME])
        except CommandFailedError:
            answers.append("")
    return EngineIdentity(answers[0], answers[1], revision_of(spec))


@contextlib.contextmanager
def told_if_slow(name: str, limit: float) -> Iterator[None]:
    """Say on standard error that an engine has not answered yet, after some seconds."""
    text = f"waiting for an answer of {name}, at most {limit:g} s; Ctrl-C ends the command"
    timer = threading.Timer(SLOW_SECONDS, lambda: print(plain(text), file=sys.stderr))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


#: Untracked files that may be part of a program; others are notes and results.
SOURCES = (".py", ".pyx", ".pxd", ".pxi", ".c", ".h", ".cc", ".cpp", ".hpp", ".go", ".rs")


def revision_of(spec: EngineSpec) -> str:
    """Return the git revision of the working tree that holds the engine's program, if any.

    Changed files add ``+`` and a hash of the changes: another edit is another engine. Texts
    (``.md``) do not count. The program is taken to be built from the present files.
    """
    return folder_revision(Path(split_command(spec.command)[0]).parent)


def folder_revision(folder: Path, tracked: str = "") -> str:
    """Return the git revision of the working tree of a folder, as ``revision_of`` does.

    It is empty if git does not know the file ``tracked`` there: an environment may lie in the
    tree of another project.
    """
    try:
        if tracked:
            _git(folder, "ls-files", "--error-unmatch", "--", tracked)
        head = _git(folder, "rev-parse", "--short=12", "HEAD").strip()
        top = Path(_git(folder, "rev-parse", "--show-toplevel").removesuffix("\n"))
        plain = ("--no-ext-diff", "--no-color", "--full-index")
        diff = _git(top, "diff", "HEAD", *plain, "--", ":(exclude)*.md")
        untracked = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
        added = sorted(
            name
            for name in untracked.split("\0")
            if name.endswith(SOURCES) and (top / name).is_file()
        )
        if not diff and not added:
            return head
        digest = hashlib.sha256(diff.encode(errors="surrogateescape"))
        for name in added:
            digest.update(f"\0{name}\0".encode(errors="surrogateescape"))
            digest.update((top / name).read_bytes())
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return f"{head}+{digest.hexdigest()[:8]}"


def _git(folder: Path, *words: str) -> str:
    """Return the output of git in ``folder``.

    :raises OSError: if git cannot be started
    :raises subprocess.SubprocessError: if git fails
    """
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, timeout=30, check=True
    )
    return done.stdout.decode(errors="surrogateescape")


#: Bounds of what an engine may say about its search; other values are dropped.
SEARCH_BOUNDS: Mapping[str, tuple[float, float]] = {
    "winrate": (0.0, 1.0),
    "simulations": (0.0, 1e15),
    "score": (-1e4, 1e4),
}


def last_search(client: GtpClient) -> dict[str, float]:
    """Return what our own engine says about its last search; empty for other engines.

    Values out of ``SEARCH_BOUNDS``, such as NaN simulations, are left out.

    :raises EngineError: for anything but a refusal
    """
    if not client.knows("gtpengine-last_search"):
        return {}
    try:
        words = client.send("gtpengine-last_search").split()
        found = {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}
    except (CommandFailedError, ValueError):
        return {}
    sensible = {}
    for name, value in found.items():
        low, high = SEARCH_BOUNDS.get(name, (-1e300, 1e300))
        if low <= value <= high:  # never true of NaN
            sensible[name] = value
    return sensible


def load_specs(path: Path) -> dict[str, EngineSpec]:
    """Return the engines of a TOML file, by name.

    :raises SpecError: if the file is no TOML or describes no engine
    :raises OSError: if it cannot be read
    """
    try:
        tables = tomllib.loads(read_regular(path, LARGEST_SPECS).decode("utf-8"))
    except RecursionError:
        raise SpecError(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise SpecError(f"{path} is not TOML: {error}") from error
    return {name: _spec_from_table(path, name, table) for name, table in tables.items()}


def _spec_from_table(path: Path, name: str, table: Any) -> EngineSpec:
    where = f"{path}: [{name}]"
    if not isinstance(table, Mapping) or not isinstance(table.get("command"), str):
        raise SpecError(f'{where} needs command = "program arguments"')
    allowed = {field.name for field in dataclasses.fields(EngineSpec)} - {"name"}
    for key in table:
        if key not in allowed:
            near = difflib.get_close_matches(key, allowed, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known: {sorted(allowed)}"
            raise SpecError(f"{where} has an unknown key {key!r}{hint}")
    data = dict(table)
    try:
        _check_types(data)
    except ValueError as error:
        raise SpecError(f"{where} {error}") from None
    data["init"] = tuple(data.get("init", ()))
    data["env"] = tuple(sorted((str(k), str(v)) for k, v in data.get("env", {}).items()))
    if data.get("anchor") is not None:
        data["anchor"] = float(data["anchor"])
    return EngineSpec(name=name, **data)


def _check_types(data: Mapping[str, Any]) -> None:
    """Raises `ValueError` for a value of a type that its key does not take."""
    for key, value in data.items():
        if key == "init":
            good = isinstance(value, list) and all(
                isinstance(line, str) and len(line.splitlines()) == 1 and line.strip()
                for line in value
            )
            wanted = "a list of strings, each one GTP command"
        elif key == "env":
            good = isinstance(value, dict)
            wanted = "a table of names and values"
        elif key == "anchor":
            good = isinstance(value, int | float) and abs(value) <= 1e6  # never true of NaN
            wanted = "a number"
        elif key == "restart":
            good, wanted = isinstance(value, bool), "true or false"
        else:
            good, wanted = isinstance(value, str), "a string"
        if not good:
            raise ValueError(f"{key} must be {wanted}")


def parse_engine(text: str, known: Mapping[str, EngineSpec]) -> EngineSpec:
    """Return an engine given on the command line.

    It is ``NAME`` of the TOML file, ``NAME=COMMAND`` or ``COMMAND``.

    :raises SpecError: if the name is unknown or the program is missing
    """
    if text in known:
        return known[text]
    match = re.match(r"([A-Za-z0-9_.+-]+)=(\S.*)", text)
    name, command = (match.group(1), match.group(2)) if match else ("", text)
    try:
        argv = split_command(command)
    except Exception as error:
        near = difflib.get_close_matches(text, list(known), n=1)
        hint = f" (did you mean the engine {near[0]!r}?)" if near else ""
        raise SpecError(f"engine {text!r}: {error}{hint}") from error
    return EngineSpec(name=name or Path(argv[0]).name, command=command)


Setting = tuple[str, str]
"""Name and value of an engine's parameter."""


def settings_of(text: str, option: str) -> list[Setting]:
    """Return the settings in ``text``: NAME=VALUE[,NAME=VALUE...], the value of ``option``.

    :raises SpecError: if it has another form
    """
    settings = []
    for setting in text.split(","):
        name, equals, value = setting.partition("=")
        if not (name and equals and value):
            raise SpecError(f"{option} {text}: give NAME=VALUE, or several with commas between")
        settings.append((name, value))
    return settings


def distinct_names(specs: Sequence[EngineSpec]) -> list[EngineSpec]:
    """Return the same engines with unique names.

    Engines named after their program get the options that differ. Others of the same name get
    ``-2``, ``-3``, ...
    """
    specs = _named_by_options(specs)
    given = {spec.name for spec in specs}
    taken: set[str] = set()
    result = []
    for spec in specs:
        name, count = spec.name, 1
        while name in taken or (count > 1 and name in given):
            count += 1
            name = f"{spec.name}-{count}"
        taken.add(name)
        result.append(dataclasses.replace(spec, name=name))
    return result


def _named_by_options(specs: Sequence[EngineSpec]) -> list[EngineSpec]:
    result = list(specs)
    for name in {spec.name for spec in specs}:
        places = [i for i, spec in enumerate(specs) if spec.name == name]
        options = {i: _options(specs[i]) for i in places}
        if len(places) < 2 or any(option is None for option in options.values()):
            continue
        common = set.intersection(*(set(option or ()) for option in options.values()))
        for i in places:
            own = [option for option in options[i] or () if option not in common]
            text = re.sub(r"[^A-Za-z0-9_.+]+", "-", " ".join(own).replace("--set", "")).strip("-")
            if text:
                result[i] = dataclasses.replace(specs[i], name=f"{name}-{text[:60]}")
    return result


def _options(spec: EngineSpec) -> list[str] | None:
    """Return the options of a command line, each with its value; None if the user gave a name."""
    try:
        program, *words = commandwords.split(spec.command)
    except ValueError:
        return None
    if Path(program).name != spec.name:
        return None
    options: list[str] = []
    for word in words:
        if word.startswith("-") or not options or " " in options[-1]:
            options.append(word)
        else:
            options[-1] += f" {word}"
    return options
