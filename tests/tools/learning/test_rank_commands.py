"""The actions ``ranks``, ``matrix`` and ``likeness`` of ``gtpengine patterns``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile, rankfile
from gtpengine.patterns.modelwriting import encode_model
from gtpengine.patterns.training import rank_matrix, ranks
from gtpengine.tools.learning import rank_draws, rank_likeness

from board_ext.coords import PASS, vertex_to_point
from board_ext.position import Position
from board_ext.rules import RULES
from gtpengine.cli import main
from gtpengine.game.records import RecordedGame, parse_line
from gtpengine.prediction.movemodel import MoveModel
from gtpengine.session.engine import Engine
from tests.patterns.games import RANKED_SIZE, ranked_line

SMALL = ("--size", str(RANKED_SIZE), "--test", "0.3")
BANDS = ("--bands", "25k-15k,1k-9d")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [ranked_line(i, i % 2 == 0) for i in range(160)]
    Path("r.txt").write_text("\n".join(lines) + "\n")
    # A base that knows nothing, so that what players play is left to learn.
    rows = np.zeros((modelfile.n_features(), modelfile.ROW), np.float32)
    Path("base.bin").write_bytes(
        encode_model(rows, np.zeros(0, np.uint64), 3, {"size": RANKED_SIZE})
    )


def learn(*words: str) -> int:
    learning = ("--share", "1", "--max-ring", "4", "--calm", "1", "--base", "base.bin")
    return main(["patterns", "ranks", "r.txt", *SMALL, *learning, "--output", "ranks.bin", *words])


def test_ranks_are_learned_and_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert learn("--note", "made for a test") == 0
    header = rankfile.load_effects(Path("ranks.bin")).header
    assert header["note"] == "made for a test" and header["base"] == "base.bin"
    assert header["records"] == ["r.txt"] and header["games"] == header["learned"] > 90
    words = [*SMALL, *BANDS, "--model", "ranks.bin", "--base", "base.bin"]
    capsys.readouterr()
    assert main(["patterns", "matrix", "r.txt", *words, "--json", "m.json"]) == 0
    said = capsys.readouterr()
    assert "The best model is the band's own in 2 of 2 bands." in said.out
    assert "left out" not in said.err
    figures = json.loads(Path("m.json").read_text())
    assert [row["band"] for row in figures["players"]] == ["25k-15k", "1k-9d"]
    assert sum(row["games"] for row in figures["players"]) == 160 - header["games"]
    assert [model["rank"] for model in figures["models"]] == [-19.0, 1.0]


def test_games_learned_from_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert learn() == 0
    words = ["--size", "7", *BANDS, "--model", "ranks.bin", "--base", "base.bin", "--test", "1"]
    assert main(["patterns", "matrix", "r.txt", *words]) == 0
    learned = rankfile.load_effects(Path("ranks.bin")).header["learned"]
    assert f"left out: {learned} games that the model has learned from" in capsys.readouterr().err


def test_the_matrix_has_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = [*SMALL, *BANDS, "--base", "base.bin"]
    assert main(["patterns", "matrix", "r.txt", *words, "--plot", "m.png"]) == 0
    assert Path("m.png").read_bytes()[:4] == b"\x89PNG"
    assert main(["patterns", "matrix", "r.txt", *words, "--plot", "m.gtp"]) == 2
    assert "not a picture format" in capsys.readouterr().err


@pytest.mark.parametrize("action", ["ranks", "matrix", "likeness"])
def test_records_without_ranks_are_refused(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("r.txt").read_text().replace("20k", "?").replace("1d", "?")
    Path("r.txt").write_text(text)
    output = ["--output", "o.bin"] if action == "ranks" else []
    assert main(["patterns", action, "r.txt", *SMALL, *output]) == 2
    assert "give records with ranks" in capsys.readouterr().err
    assert not Path("o.bin").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["ranks", "--output", "r.txt"], "would overwrite it"),
        (["ranks", "--output", "base.bin", "--base", "base.bin"], "would overwrite it"),
        (["ranks", "--output", "o.bin", "--test", "1"], "leaves no games to learn from"),
        (["matrix", "--json", "r.txt"], "would overwrite it"),
        (["matrix", "--model", "base.bin"], "is not a model by rank"),
        (["matrix", "--bands", "9d-1k"], "weaker rank first"),
        (["matrix", "--bands", "8d-9d"], "no player's rank is in --bands"),
        (["likeness", "--bands", "8d-9d"], "no player's rank is in --bands"),
    ],
)
def test_what_cannot_be_done_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    action, *rest = words
    try:
        status = main(["patterns", action, "r.txt", *SMALL, *rest])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    assert status == 2
    assert why in capsys.readouterr().err


def test_likeness_tells_who_plays_otherwise() -> None:
    """The weak players of the test play on the first line alone; a model of no opinion does not,
    and one that copies them differs in nothing."""
    games = ranks.ranked(parse_line(ranked_line(i, i % 2 == 0)) for i in range(40))
    band = rank_matrix.RankBand.named("25k-15k")
    rows = np.zeros((modelfile.n_features(), modelfile.ROW), np.float32)
    plain = MoveModel(rows, np.zeros(0, np.uint64), 3)
    model = rankfile.on_base(plain, rankfile.load_effects(None), "shipped")

    def even(position: Position, _: float) -> list[tuple[int, float]]:
        moves = position.legal_moves()
        return [(move, 1 / len(moves)) for move in moves]

    found = rank_likeness.compare(model, games, band, 40, 0, 1, draw=even)
    assert found is not None and found.games == 20
    first = next(figure for figure in found.figures if figure.name == "first line")
    assert first.people == 1.0 and 0.2 < first.model < 0.7 and first.differs
    copies, position = {}, Position(RANKED_SIZE)
    for point in map(int, games[0].game.points):
        if not position.is_legal(point):
            break
        copies[position.hash] = point
        position.play(point)

    def copy(position: Position, _: float) -> list[tuple[int, float]]:
        return [(copies[position.hash], 1.0)]

    same = rank_likeness.compare(model, games[:1], band, 1, 0, 1, draw=copy)
    assert same is not None and same.figures
    assert [f.name for f in same.figures if f.people != f.model or f.differs] == []
    assert "1 games" in rank_likeness.table(same)


def test_traits_of_moves() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .
        """
    )
    names = rank_likeness.NAMES
    last = vertex_to_point("C2", 5)
    assert position.to_play != 0
    point = vertex_to_point("D3", 5)
    if position.color_at(vertex_to_point("C3", 5)) != position.to_play:
        position.play(PASS)
    saved = rank_likeness.traits(position, point, last)
    lost = rank_likeness.traits(position, vertex_to_point("A1", 5), last)
    answered = names.index("atari answered")
    assert saved[answered].tolist() == [1.0, 1.0] and lost[answered].tolist() == [0.0, 1.0]
    assert lost[names.index("first line")].tolist() == [1.0, 1.0]
    assert saved[0].tolist() == [2.0, 1.0]
    passed = rank_likeness.traits(position, PASS, last)
    assert passed[names.index("pass")].tolist() == [1.0, 1.0] and passed[0].tolist() == [0.0, 0.0]


def test_the_engine_draws_a_legal_move_and_never_resigns() -> None:
    position = Position(RANKED_SIZE)
    position.play(24)
    draw = rank_draws.EngineDraws(1)
    for rank in (-29.0, -9.0, 9.0):
        [(move, p)] = draw(position, rank)
        assert p == 1.0 and (move == PASS or position.is_legal(move))


def test_the_engine_plays_whole_games_and_resigns_some() -> None:
    engine = rank_draws.EngineDraws(1)
    games = [engine.whole_game(5, -9.0) for _ in range(6)]
    assert all(0 < moves <= 75 for moves, _ in games)


def test_the_engine_plays_under_the_rules_and_komi_of_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    def genmove(engine: Engine, _: int) -> int:
        seen.append((engine.rules.name, engine.position.komi))
        return PASS

    monkeypatch.setattr(Engine, "genmove", genmove)
    monkeypatch.setattr(Engine, "reg_genmove", genmove)
    draws = rank_draws.EngineDraws(1, RULES["japanese"], 5.5)
    assert draws.whole_game(9, -9.0)[1]
    draws(Position(9, RULES["aga"], 6.5), -9.0)
    assert seen == [("japanese", 5.5), ("japanese", 5.5), ("aga", 6.5)]


def test_lengths_and_endings_are_those_of_the_whole_band() -> None:
    def game(moves: int, scored: bool) -> ranks.RankedGame:
        points = np.arange(moves, dtype=np.int16)
        return ranks.RankedGame(RecordedGame(9, points, "", scored=scored), (-9.0, -9.0))

    [band] = rank_matrix.bands("10k-8k")
    people = [game(52, True), game(62, True), game(40, False)]  # two passes in the counted ones
    played = iter([(70, True), (40, False), (60, True), (30, False)])
    figures = rank_likeness._endings(
        people, band, lambda *_: next(played), lambda *_: [], 4, np.random.default_rng(1)
    )
    found = {figure.name: (figure.people, figure.model) for figure in figures}
    assert found == {
        "moves of a counted game": (55.0, 65.0),
        "moves of another game": (40.0, 35.0),
        "games that are counted": (pytest.approx(2 / 3), 0.5),
    }
