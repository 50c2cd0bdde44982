"""Continuous integration and releases: what workflows call is there, what is published agrees."""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from gtpengine import __version__
from gtpengine.base.arguments.parser import UsageError
from gtpengine.cli import command_line, parse_settings
from tests.wings import ROOT

WORKFLOWS: Final = {
    path.name: yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
}
"""All values are texts, and the key ``on`` is no boolean."""
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: Final = ROOT / ".ci/packages"
RUNNERS: Final = r"(ubuntu-24\.04(-arm)?|windows-20\d\d|macos-\d\d(-intel)?)"
RECIPE: Final = yaml.safe_load((PACKAGES / "recipe.yaml").read_text(encoding="utf-8"))

Job = dict[str, Any]


def jobs() -> list[tuple[str, str, Job]]:
    return [
        (file, name, job)
        for file, workflow in WORKFLOWS.items()
        for name, job in workflow["jobs"].items()
    ]


def variants(job: Job) -> list[dict[str, str]]:
    """The values of the matrix, a mapping for each run of the job."""
    matrix = job.get("strategy", {}).get("matrix", {})
    if "include" in matrix:
        return list(matrix["include"])
    [(key, values)] = matrix.items() or [("", [""])]
    return [{key: value} for value in values]


def filled(text: str, variant: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda found: variant[found[1]], text)


def lines(job: Job) -> list[str]:
    """The commands of a job's steps, for each variant."""
    found = []
    for step in job["steps"]:
        for variant in variants(job):
            text = filled(step.get("run", ""), variant).replace("\\\n", " ")
            found += [line.strip() for line in text.splitlines()]
    return found


ALL_LINES: Final = [line for _, _, job in jobs() for line in lines(job)]


def test_pushes_and_pull_requests_are_tested_on_three_systems() -> None:
    begins = WORKFLOWS["ci.yml"]["on"]
    assert begins["push"] == {"branches": ["**"]} and "pull_request" in begins
    ran = {
        filled(job["runs-on"], variant).partition("-")[0]
        for _, name, job in jobs()
        for variant in variants(job)
        if name in ("linux", "wheel")
    }
    assert ran == {"ubuntu", "windows", "macos"}
    assert ".ci/run" in lines(WORKFLOWS["ci.yml"]["jobs"]["linux"])


def test_the_sanitizers_run_once_a_week() -> None:
    [schedule] = WORKFLOWS["ci.yml"]["on"]["schedule"]
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", schedule["cron"])
    job = WORKFLOWS["ci.yml"]["jobs"]["sanitizers"]
    assert "'schedule'" in job["if"]
    assert lines(job) == ["make debug", "make asan", "make ubsan", "make tsan"]


@pytest.mark.parametrize(("file", "name", "job"), jobs())
def test_a_job_is_whole(file: str, name: str, job: Job) -> None:
    for variant in variants(job):
        assert re.fullmatch(RUNNERS, filled(job["runs-on"], variant))
    others = WORKFLOWS[file]["jobs"]
    needs = job.get("needs", [])
    for other in [needs] if isinstance(needs, str) else needs:
        assert other in others and other != name
    for step in job["steps"]:
        if action := step.get("uses"):
            assert re.fullmatch(r"(actions|pypa)/[\w-]+@[\w/.]+", action)
        else:
            assert step["run"].strip()
    text = str(job)
    for identity, output in re.findall(r"steps\.(\w+)\.outputs\.(\w+)", text):
        [step] = [step for step in job["steps"] if step.get("id") == identity]
        assert "uses" in step or f'"{output}=' in step["run"]
    for other, output in re.findall(r"needs\.(\w+)\.outputs\.(\w+)", text):
        assert other in needs and output in others[other]["outputs"]


def test_what_the_steps_call_exists() -> None:
    for line in ALL_LINES:
        for script in re.findall(r"(?<![\w/])\.ci/[\w-]+", line):
            assert (ROOT / script).stat().st_mode & 0o100, script
        for target in re.findall(r"\bmake ([a-z-]+)", line):
            subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True)
        for path in re.findall(r"\btests/[\w/.]+", line):
            assert (ROOT / path).exists()
        for extra in re.findall(r"'\.\[(\w+)\]'", line):
            assert extra in PROJECT["project"]["optional-dependencies"]
    [wheels] = [PROJECT["tool"]["cibuildwheel"]]
    for table in (wheels, wheels["windows"]):
        words = table["test-command"].replace("{project}", str(ROOT)).split()
        assert all(Path(ROOT, word).exists() for word in words if "/" in word)
    assert set(wheels["test-extras"]) <= set(PROJECT["project"]["optional-dependencies"])


def test_the_engine_takes_the_options_that_the_steps_give() -> None:
    """A match is played by a build that checks itself."""
    found = [shlex.split(line) for line in ALL_LINES if line.startswith("gtpengine ")]
    assert found
    for words in found:
        command_line(words[1]).parser(words[1]).parse_args(words[2:])
        for engine in [word for word in words if word.startswith("gtpengine ")]:
            parse_settings(shlex.split(engine)[1:])
    games = WORKFLOWS["ci.yml"]["jobs"]["games"]
    assert "--games 20" in str(games["steps"]) and "'GTPENGINE_BUILD': 'debug'" in str(games)
    with pytest.raises(UsageError):
        parse_settings(["--no-such-option"])


def test_every_wheel_is_tested_and_only_a_tag_publishes() -> None:
    release = WORKFLOWS["release.yml"]
    assert release["on"]["push"] == {"tags": ["v*"]}
    systems = {variant["system"] for variant in variants(release["jobs"]["wheels"])}
    assert systems == {
        "linux-x86_64", "linux-aarch64", "windows-x86_64", "macos-x86_64", "macos-arm64",
    }  # fmt: skip
    settings = PROJECT["tool"]["cibuildwheel"]
    for table in (settings, settings["windows"]):
        assert ".ci/check-wheel" in table["test-command"]
    assert settings["linux"]["environment-pass"] == ["GTPENGINE_SIGNATURE"]
    for name in ("page", "publish"):
        job = release["jobs"][name]
        assert "github.ref_type == 'tag'" in job["if"]
        assert set(job["needs"]) == {"sdist", "wheels"}
    # Trusted publishing: the identity of this run, and no secret.
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert release["jobs"]["publish"]["environment"]["name"] == "pypi"
    assert all("secrets." not in str(workflow) for workflow in WORKFLOWS.values())


def test_wheels_are_built_for_every_python_that_is_named() -> None:
    named = re.findall(r"Python :: 3\.(\d+)", str(PROJECT["project"]["classifiers"]))
    built = re.findall(r"cp3(\d+)-\*", PROJECT["tool"]["cibuildwheel"]["build"])
    assert set(named) <= set(built)


def test_the_signature_is_read_from_the_history(tmp_path: Path) -> None:
    [step] = [step for step in WORKFLOWS["release.yml"]["jobs"]["sdist"]["steps"] if "id" in step]
    log = "Faster\n\nBench signature 123456789.\n\nBefore\n\nbench 987654321\n"
    (tmp_path / "git").write_text(f"#!/bin/sh\ncat <<'END'\n{log}END\n", encoding="utf-8")
    (tmp_path / "git").chmod(0o755)
    output = tmp_path / "output"
    path = f"{tmp_path}:/usr/bin:/bin"
    environment = {"PATH": path, "GITHUB_OUTPUT": str(output)}
    subprocess.run(["bash", "-e", "-c", step["run"]], env=environment, check=True)
    assert output.read_text(encoding="utf-8") == "signature=123456789\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What .ci/check-release reads, as it is at a release."""
    (tmp_path / ".ci").mkdir()
    shutil.copy2(ROOT / ".ci/check-release", tmp_path / ".ci")
    names = ("gtpengine/__init__.py", "docs/CITATION.cff", "CHANGELOG.md", "README.md",
             "pyproject.toml")  # fmt: skip
    for name in names:
        target = tmp_path / name
        target.parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        text = text.replace("github.com/OWNER", "github.com/somebody")
        target.write_text(text.replace(" (unreleased)", " (a date)"), encoding="utf-8")
    return tmp_path


def check_release(tree: Path, tag: str) -> subprocess.CompletedProcess[str]:
    command = [str(tree / ".ci/check-release"), tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_release_has_the_first_section_as_notes(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text(
        f"# Changes\n\n## {__version__}\n\n- new\n\n## 0.1.0\n\n- old\n", encoding="utf-8"
    )
    done = check_release(tree, f"v{__version__}")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "- new", "")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("gtpengine/__init__.py", __version__, "9.9.9", "has 9.9.9"),
        ("docs/CITATION.cff", __version__, "9.9.9", "CITATION.cff has another version"),
        ("CHANGELOG.md", "(a date)", "(unreleased)", "still says"),
        ("CHANGELOG.md", f"## {__version__}", "## 9.9.9", "begins with: ## 9.9.9"),
        ("pyproject.toml", "github.com/somebody", "github.com/OWNER", "OWNER stands for"),
        ("docs/CITATION.cff", "github.com/somebody", "github.com/OWNER", "OWNER stands for"),
    ],
)
def test_a_tree_that_is_not_ready_is_refused(
    tree: Path, name: str, old: str, new: str, said: str
) -> None:
    assert check_release(tree, f"v{__version__}").returncode == 0
    path = tree / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = check_release(tree, f"v{__version__}")
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr


def test_recipe_and_formula_are_filled(tmp_path: Path) -> None:
    sdist = tmp_path / "gtpengine-1.2.3.tar.gz"
    sdist.write_bytes(b"sources")
    command = [str(ROOT / ".ci/fill-packages"), "somebody", str(sdist), str(tmp_path / "out")]
    subprocess.run(command, check=True)
    checksum = hashlib.sha256(b"sources").hexdigest()
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()]
    assert len(texts) == len(list(PACKAGES.iterdir())) == 2
    for text in texts:
        assert text.count(checksum) == 1
        assert "OWNER" not in text and "0.17" not in text and "1.2.3" in text
        assert "github.com/somebody/gtpengine/releases/download/v" in text


def bare(requirements: list[str]) -> set[str]:
    return {line.replace(" ", "").lower() for line in requirements if ";" not in line}


def test_the_recipe_needs_what_the_project_needs() -> None:
    wanted = RECIPE["requirements"]
    project = PROJECT["project"]
    assert RECIPE["context"]["version"] == __version__
    assert bare(project["dependencies"]) == bare(wanted["run"]) - {"python>=3.11"}
    assert project["requires-python"] == ">=3.11"
    assert bare(PROJECT["build-system"]["requires"]) == bare(wanted["host"]) - {"python", "pip"}
    assert RECIPE["about"]["summary"] == project["description"]
    assert RECIPE["about"]["homepage"] == project["urls"]["Homepage"]


def test_the_formula_is_ruby_of_this_version() -> None:
    formula = PACKAGES / "gtpengine.rb"
    text = formula.read_text(encoding="utf-8")
    assert text.count(__version__) == 2
    named = set(re.findall(r'(?:depends_on|resource) "([\w-]+)', text))
    assert named == {re.split(r"\W", line)[0] for line in PROJECT["project"]["dependencies"]} | {
        "python"
    }
    if shutil.which("ruby") is None:
        pytest.skip("needs ruby: apt-get install ruby")
    subprocess.run(["ruby", "-c", str(formula)], check=True, capture_output=True)
