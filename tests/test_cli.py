"""The command line: what it hands on, what it refuses, how fast it starts."""

from __future__ import annotations

import dataclasses
import importlib
import io
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

import gtpengine
from gtpengine import cli
from gtpengine.base.arguments import foreign, laboratory
from gtpengine.base.arguments.extras import install_command
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.base.system.machine import THREADS_VARIABLE
from gtpengine.cli import COMMANDS, Command, command_line, main, parse_settings
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.settings import OPTIONS, Settings
from gtpengine.gtp.front_end import make_engine
from gtpengine.mcts.params.search_params import PARAMS


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The message that refuses *words*, after the checks that every refusal must pass."""
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gtpengine")
    assert "Traceback" not in captured.err
    return captured.err


def test_no_options_are_the_defaults() -> None:
    assert parse_settings([]) == Settings()


def test_all_options(tmp_path: Path) -> None:
    log = tmp_path / "gtp.txt"
    words = (
        "--simulations 100 --time-per-move 2 --threads 2 --memory 64 --seed 7 --rules japanese "
        f"--boardsize 13 --komi 0.5 --resign off --set a=1 --set b=x=y --log {log}"
    )
    assert parse_settings(words.split()) == Settings(
        boardsize=13,
        komi=0.5,
        log=log,
        options=(
            ("simulations", "100"),
            ("time_per_move", "2"),
            ("threads", "2"),
            ("memory", "64"),
            ("seed", "7"),
            ("rules", "japanese"),
            ("resign", "off"),
        ),
        parameters=(("a", "1"), ("b", "x=y")),
    )


def test_equals_sign_and_negative_numbers() -> None:
    three = Settings(komi=-7.5, options=(("threads", "3"),))
    assert parse_settings(["--komi=-7.5", "--threads=3"]) == three
    assert parse_settings(["--komi", "-7.5"]) == Settings(komi=-7.5)


def test_command_line_overrides_the_configuration(tmp_path: Path) -> None:
    config = tmp_path / "engine.toml"
    config.write_text("threads = 4\nmemory = 64\n[set]\na = 1\n")
    settings = parse_settings(["--config", str(config), "--threads", "2", "--set", "a=2"])
    assert settings == Settings(
        options=(("threads", "2"), ("memory", "64")), parameters=(("a", "1"), ("a", "2"))
    )


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("--thread 2", "did you mean --threads?"),
        ("-threads 2", "did you mean --threads?"),
        ("--playouts=2", "unknown option '--playouts': did you mean --simulations?"),
        ("--mode gtp", "speaks GTP by itself: leave it out"),
        ("--sgf g.sgf", "the GTP command loadsgf reads a game"),
        ("--gtp", "speaks GTP by itself: leave it out"),
        ("--strength 5k", "did you mean --rank?"),
        ("--visits 100", "did you mean --simulations?"),
        ("-v", "did you mean --version?"),
        ("-t 5", "--threads N sets the threads, --time-per-move SECONDS the time"),
        ("--noponder", "--set ponder=true"),
        ("--japanese-rules", "--rules NAME chooses the rules"),
        ("--weights w.gz", "built in: leave it out"),
        ("--quiet", "quiet by default: leave it out"),
        ("--override-config maxVisits=5", "did you mean --set?"),
        ("--zzz", "unknown option '--zzz'\nTry"),
        ("match --version", "'gtpengine --version' tells the version"),
        ("match a b --rounds 5", "did you mean --games?"),
        ("match a b --boardsize 9", "did you mean --size?"),
        ("analysis --playouts 5", "did you mean --visits?"),
        ("analysis --simulations 5", "did you mean --visits?"),
        ("bench --boardsize 9", "did you mean --size?"),
        ("export --output x", "unknown option '--output'\nTry"),
        ("--set foo=1", "'foo'; 'gtpengine help parameters' lists them"),
        ("--set thread=1", "'thread'; did you mean threads?"),
        ("--set playouts=1", "'playouts'; did you mean simulations?"),
        ("--set numSearchThreads=1", "'numSearchThreads'; did you mean threads?"),
        ("--set resign-threshold=1", "did you mean resign?"),
        ("analysis --set foo=1", "'foo'; 'gtpengine help parameters' lists them"),
        ("analysis --set cpuct=1", "'cpuct'; did you mean puct_exploration?"),
        ("selfplay --output x --set foo=1", "'foo'; 'gtpengine help parameters' lists them"),
        ("selfplay --output x --set solvr=1", "'solvr'; did you mean solver?"),
        ("analysis --threads 100000", "expected a whole number from 1 to 256"),
        ("analysis --memory 99999999", "expected a whole number from 16 to 1048576"),
        ("analysis --positions 0", "expected a whole number from 1 to 256"),
        ("analysis --visits 1e5", "expected a whole number from 1"),
        ("analysis --seed -1", "expected a whole number from 0"),
        (f"--threads {'9' * 310}", "expected a whole number from 1 to 256"),
        ("--boardsize 25", "expected a whole number from 2 to 19"),
        ("--rules japan", "did you mean japanese?"),
        ("--komi", "expected one argument"),
        ("--set threads", "NAME=VALUE"),
        ("--set =1", "NAME=VALUE"),
        ("--threads 2 bench", "unexpected argument 'bench': put it first: gtpengine bench ..."),
        ("--threads 2 blub", "unexpected argument 'blub'\nTry"),
        ("book", "gtpengine book: name what to do: show, build, grow"),
        ("bnch", "did you mean bench?"),
        ("gtp", "speaks GTP by itself: leave it out"),
        ("benchmark", "check measures this machine"),
        ("blub", "'gtpengine help' lists the sub-commands"),
        ("blub --threads 2", "speaks GTP, and takes options alone"),
        ("help mtch", "did you mean match?"),
        ("book shw", "did you mean show?"),
        ("book show board9 --margn 1", "gtpengine book show: unknown option '--margn': did you"),
        ("book show", "gtpengine book show: the following arguments are required: BOOK"),
        ("match a b --referee mine", "unknown 'mine': give one of own, sgfmill"),
        ("match a --games 2 b c", "3 engines given"),
        ("--config /no/such/file.toml", "cannot read"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], words: str, hint: str) -> None:
    assert hint in refusal(capsys, *words.split())


@pytest.mark.parametrize(
    ("words", "engines"),
    [
        (
            "match gtpengine --simulations 100 gnugo --mode gtp",
            "match 'gtpengine --simulations 100' 'gnugo --mode gtp'",
        ),
        ("sprt gtpengine gnugo --mode gtp", "sprt 'gtpengine' 'gnugo --mode gtp'"),
        (
            "match a=gtpengine --level 2 --games 2 b=gtpengine --seed 5",
            "match 'a=gtpengine --level 2' 'b=gtpengine' --games 2 --seed 5",
        ),
        ("match a b --simulations 100", "'gtpengine --simulations 100'"),
        ("tune gtpengine --level 3", "tune 'gtpengine --level 3'"),
        ("regress gtpengine --level 3 suite.tst", "'gtpengine --simulations 100'"),
        ("speed gtpengine --simulations 9 pachi -t =9", "'gtpengine' 'pachi -t =9'"),
    ],
)
def test_forgotten_quotes_are_put_right(
    capsys: pytest.CaptureFixture[str], words: str, engines: str
) -> None:
    message = refusal(capsys, *words.split())
    assert "put each engine into quotes, together with its options" in message
    assert engines in message


def test_the_table_of_foreign_words_leads_to_words_of_ours() -> None:
    known = {f"--{name}" for name in (*OPTIONS, "set", "config", "version")}
    for name in COMMANDS:
        known |= set(command_line(name).parser(name)._option_string_actions)
    for word, ours in foreign.OPTIONS.items():
        assert set(ours) <= known, word
    assert set(foreign.PARAMETERS.values()) <= {*ENGINE_PARAMS, *PARAMS}
    assert not set(foreign.PARAMETERS) & {*ENGINE_PARAMS, *PARAMS}


@pytest.mark.parametrize("word", ["gtp", "hilfe"])
def test_no_command_is_suggested_that_means_something_else(
    capsys: pytest.CaptureFixture[str], word: str
) -> None:
    assert "did you mean" not in refusal(capsys, word)


@pytest.mark.parametrize("word", ["auto", "AUTO"])
def test_threads_auto_are_the_cores_that_may_be_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, word: str
) -> None:
    row = ENGINE_PARAMS["threads"]
    monkeypatch.setitem(ENGINE_PARAMS, "threads", dataclasses.replace(row, auto=lambda: 3))
    config = tmp_path / "engine.toml"
    config.write_text(f'threads = "{word}"\n[set]\nthreads = "{word}"\n')
    for words in (["--threads", word], ["--set", f"threads={word}"], ["--config", str(config)]):
        settings = parse_settings([*words, "--memory", "16", "--boardsize", "5"])
        assert settings.has_auto()
        assert make_engine(settings).options.threads == 3
    assert not parse_settings(["--threads", "2"]).has_auto()


@pytest.mark.parametrize(
    ("words", "threads"),
    [
        ("", 3),
        ("--seed 1", 1),
        ("--set Seed=5", 1),
        ("--set threads=2", 2),
        ("--seed 5 --threads 2", 2),
        ("--seed 5 --threads auto", 3),
    ],
)
def test_the_free_cores_search_where_nobody_says(
    monkeypatch: pytest.MonkeyPatch, words: str, threads: int
) -> None:
    row = ENGINE_PARAMS["threads"]
    monkeypatch.setitem(ENGINE_PARAMS, "threads", dataclasses.replace(row, auto=lambda: 3))
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    settings = parse_settings([*words.split(), "--memory", "16", "--boardsize", "5"])
    assert make_engine(settings).options.threads == threads


def test_the_environment_says_how_many_threads_search(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--memory", "16", "--boardsize", "5"]
    monkeypatch.setenv(THREADS_VARIABLE, "4")
    assert make_engine(parse_settings(words)).options.threads == 4
    assert make_engine(parse_settings([*words, "--seed", "2"])).options.threads == 1
    monkeypatch.setenv(THREADS_VARIABLE, "many")
    with pytest.raises(ParamError, match="threads cannot be 'many'"):
        make_engine(parse_settings(words))


def test_threads_auto_are_told_where_there_is_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    for words, told in (([], False), (["--log", str(log)], True)):
        with start("-m", "gtpengine", "--threads", "auto", "--memory", "16", *words) as process:
            out, err = process.communicate("gtpengine-param threads\nquit\n")
        assert process.returncode == 0
        found = re.match(r"= threads ([0-9]+) \(int 1..256 or auto", out)
        assert found is not None
        assert (f"threads: auto is {found[1]} on this machine" in err) == told
    assert "! threads: auto is" in log.read_text()


def test_wrong_value_in_a_configuration_names_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "engine.toml"
    config.write_text("threads = 0\n")
    message = refusal(capsys, "--config", str(config))
    assert str(config) in message
    assert "from 1 to 256" in message


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("playouts = 5", "did you mean simulations?"),
        ("maxTime = 5", "did you mean time-per-move?"),
        ("thread = 5", "did you mean threads?"),
        ("ponder = true", "parameters such as ponder stand below a line [set]"),
    ],
)
def test_unknown_settings_of_a_configuration(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, hint: str
) -> None:
    config = tmp_path / "engine.toml"
    config.write_text(f"{line}\n")
    assert hint in refusal(capsys, "--config", str(config))


def test_unknown_parameter_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    name = next(iter(PARAMS))
    assert f"did you mean {name}" in refusal(capsys, "--set", f"{name}x=1")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_alone_at_a_terminal_it_says_what_can_be_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """With commands as they are typed: of a clone, or where the program is on the PATH."""
    program = tmp_path / "a clone" / "gtpengine"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for path, typed, wanted in (
        ("", str(program), shlex.quote(str(program))),
        (str(program.parent), str(program), "gtpengine"),
        ("", "/usr/lib/gtpengine/__main__.py", "gtpengine"),
    ):
        monkeypatch.setenv("PATH", path)
        monkeypatch.setattr(sys, "argv", [typed])
        monkeypatch.setattr(sys, "stdin", Terminal())
        monkeypatch.setattr(sys, "stdout", out := Terminal())
        assert main([]) == 0
        shown = [line for line in out.getvalue().splitlines() if line.startswith("  ")]
        assert all(line.startswith(f"  {wanted} ") for line in shown)
        words = [line.removeprefix(f"  {wanted} ").split()[0] for line in shown]
        assert words == [line.split()[0] for line in cli.WELCOME]
        assert set(words) <= {*COMMANDS, "help"}
    assert capsys.readouterr().err == ""


def test_help_names_every_option_and_sub_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    for name in [f"--{name}" for name in (*OPTIONS, "set", "config", "version")] + [*COMMANDS]:
        assert name in text


def test_readme_names_every_option() -> None:
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
    for name in (*OPTIONS, "set", "config", "version"):
        assert f"`--{name}" in readme


def test_version_has_a_minor_number_that_lizzie_accepts(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"gtpengine {gtpengine.__version__}\n"
    assert int(gtpengine.__version__.split(".")[1]) >= 15


@pytest.mark.parametrize("name", COMMANDS)
def test_sub_command_module_offers_what_the_table_promises(name: str) -> None:
    assert command_line(name).parser(f"gtpengine {name}").description


def test_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "plot", Command("no_such_plotter.plot", "pictures", "tools"))
    wanted = f"needs no_such_plotter; install it with: {install_command('tools')}"
    assert wanted in refusal(capsys, "plot")


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def processor_seconds() -> float:
    """What the children of this process have used: unlike a clock's, no busy machine's fault."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


HEAVY: Final = (
    *("asyncio", "concurrent", "email", "http", "importlib.resources", "logging"),
    *("multiprocessing", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "unittest"),
    *("jinja2", "matplotlib", "psutil", "rich", "scipy", "starlette", "textual", "torch", "yaml"),
    *("gtpengine.tools", "gtpengine.terminal", "gtpengine.server", "gtpengine.commands"),
)
"""What speaking GTP does not need before the first answer, and what is slow to load."""


def test_speaking_gtp_loads_nothing_heavy() -> None:
    code = "import sys, gtpengine.cli, gtpengine.gtp; print(*sys.modules)"
    with start("-P", "-c", code) as process:
        loaded = set(process.communicate()[0].split())
    assert process.returncode == 0 and "gtpengine.gtp.front_end" in loaded
    # gtpengine does not decide numpy's own choice.
    with start("-c", "import sys, numpy; print(*sys.modules)") as process:
        loaded -= set(process.communicate()[0].split())
    assert loaded.isdisjoint(HEAVY), loaded.intersection(HEAVY)


def test_a_session_takes_less_than_a_second() -> None:
    """From the start to the first answer, and the end."""

    def seconds() -> float:
        begin = processor_seconds()
        with start("-m", "gtpengine") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("protocol_version\n")
            process.stdin.flush()
            assert process.stdout.readline() == "= 2\n"
            process.stdin.write("quit\n")
            process.stdin.close()
            assert process.stdout.read() == "\n=\n\n"
        assert process.returncode == 0
        return processor_seconds() - begin

    assert any(seconds() < 1.0 for _ in range(5))


def test_learners_that_are_not_compiled_are_named_with_the_command_that_compiles_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(*_words: object) -> object:
        return lambda: importlib.import_module("gtpengine.learning.learner")

    monkeypatch.setitem(sys.modules, "gtpengine.learning.learner", None)
    monkeypatch.setattr(cli, "command_line", lambda _name: SimpleNamespace(ready=train))
    told = refusal(capsys, "patterns", "train", "games.sgf")
    assert told.endswith(f"what trains and measures is not compiled: {install_command('tools')}\n")


WITHOUT = """
import importlib.abc, sys
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in PACKAGES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from gtpengine.cli import command_line, COMMANDS, main
"""
"""The command line where the packages ``PACKAGES`` of extras are not installed."""
EXTRAS = (
    *("choix", "jinja2", "markupsafe", "matplotlib", "optuna", "psutil", "ray", "rich", "scipy"),
    *("starlette", "textual", "torch", "uvicorn"),
)


@pytest.mark.parametrize(
    ("name", "lacks", "words"), [("web", "jinja2", ["--no-browser"]), ("review", "jinja2", ["-"])]
)
def test_help_comes_also_where_the_extra_is_missing(
    name: str, lacks: str, words: list[str]
) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        script = f"PACKAGES = {EXTRAS}\n{WITHOUT}\nsys.exit(main())"
        command = [sys.executable, "-P", "-c", script, name, *words]
        return subprocess.run(command, input="", capture_output=True, text=True)

    shown = run("--help")
    assert shown.returncode == 0 and shown.stderr == ""
    assert shown.stdout.startswith(f"usage: gtpengine {name} ") and "examples" in shown.stdout
    refused = run(*words)
    assert refused.returncode == 2 and refused.stdout == ""
    wanted = f"gtpengine {name} needs {lacks}; install it with: {install_command(name)}"
    assert refused.stderr.strip() == wanted


def test_the_help_of_every_command_needs_no_extra() -> None:
    script = f"""PACKAGES = {EXTRAS}
{WITHOUT}
for name in COMMANDS:
    try:
        print(name, main([name, "--help"]))
    except SystemExit as end:
        print(name, end.code)
print("match", main(["match", "a=true", "b=true"]))
"""
    shown = subprocess.run(
        [sys.executable, "-P", "-c", script], input="", capture_output=True, text=True, check=True
    )
    there = laboratory.is_there()
    for name, command in COMMANDS.items():
        if not there and command.module.startswith(laboratory.PACKAGE):
            continue
        assert f"usage: gtpengine {name} " in shown.stdout
        assert f"\n{name} 0\n" in shown.stdout, shown.stderr
    assert shown.stdout.endswith("\nmatch 2\n")
    assert "gtpengine match needs choix; install it with: " in shown.stderr
