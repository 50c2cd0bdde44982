"""Learns Go on 5x5 from nothing until it beats GNU Go at level 1, on two cores, within an hour.

    python docs/samples/learn_5x5.py --output learned

Expert iteration (Anthony et al. 2017; Silver et al. 2018), a cycle of some seconds: games of the
network against itself, each move from a small search; then the network learns the visits of these
searches, and who won. It begins with random numbers and knows the rules alone. The same command
goes on where it was stopped. It needs PyTorch, matplotlib, and GNU Go as ``gnugo``.

The folder gets the network and its curve, curve.tsv and curve.svg. The network then plays:

    gtpengine --boardsize 5 --evaluator 'docs/samples/learn_5x5.py learned'

``docs/guides/reinforcement.md`` explains it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np

os.environ.setdefault("OMP_NUM_THREADS", "1")  # else each thread that asks PyTorch has its own
import torch
from torch import nn

import gtpengine

SIZE, KOMI = 5, 0.5
MOVES = SIZE * SIZE + 1  # the pass last
LONGEST = 60  # moves of a game; then it is counted as it stands
EARLY = 12  # moves of a game that are drawn by their visits; later ones have the most
OPENING = 2  # random moves before a game against GNU Go
GNUGO = "gnugo --mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead"

Example = tuple[np.ndarray, np.ndarray, float]
"""Planes, the shares of the visits, and 1 if the side to move won, else 0."""

Evaluator = Callable[[list[gtpengine.Position]], tuple[np.ndarray, np.ndarray]]
"""What ``gtpengine.Search(evaluator=)`` takes."""


# --- the network ----------------------------------------------------------------------------------


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(width, width, 3, padding=1)
        self.two = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.two(torch.relu(self.one(x))))


class Network(nn.Module):
    """Planes of shape (n, 4, 5, 5) to logits of (n, 26) moves and of (n,) chances to win."""

    def __init__(self, width: int = 32, blocks: int = 2) -> None:
        super().__init__()
        first = [nn.Conv2d(4, width, 3, padding=1), nn.ReLU()]
        self.body = nn.Sequential(*first, *(Block(width) for _ in range(blocks)), nn.Flatten())
        self.policy = nn.Linear(width * SIZE * SIZE, MOVES)
        self.value = nn.Sequential(
            nn.Linear(width * SIZE * SIZE, 64), nn.ReLU(), nn.Linear(64, 1), nn.Flatten(0)
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(planes)
        return self.policy(seen), self.value(seen)


def planes_of(position: gtpengine.Position) -> np.ndarray:
    """Own stones, the opponent's, where a move is legal, and whose turn it is: (4, 5, 5)."""
    stones, black = position.stones(), position.to_play == "black"
    own, other = (1, 2) if black else (2, 1)
    legal = position.legal_mask()[:-1].reshape(SIZE, SIZE)
    turn = np.full((SIZE, SIZE), black)  # komi is not the same for both
    return np.stack((stones == own, stones == other, legal, turn)).astype(np.float32)


def evaluator_of(network: Network) -> Evaluator:
    """Return the network as ``gtpengine.Search(evaluator=)`` takes it."""

    def evaluate(positions: list[gtpengine.Position]) -> tuple[np.ndarray, np.ndarray]:
        planes = torch.from_numpy(np.stack([planes_of(position) for position in positions]))
        with torch.inference_mode():
            policies, values = network(planes)
            return policies.softmax(dim=1).numpy(), values.sigmoid().numpy()

    return evaluate


def evaluator(folder: str = "learned") -> Evaluator:
    """Return what ``gtpengine --evaluator`` asks: the network of a folder."""
    return evaluator_of(Run(Path(folder)).network)


# --- games against itself -------------------------------------------------------------------------


def begun(rng: np.random.Generator, moves: int) -> gtpengine.Position:
    """Return a game that begins with random moves."""
    position = gtpengine.Position(SIZE, "cgos", KOMI)
    for _ in range(moves):
        position.play(int(rng.choice(np.flatnonzero(position.legal_mask()[:-1]))))
    return position


def over(position: gtpengine.Position) -> bool:
    """Return whether a game has ended, or is counted as it stands."""
    return position.is_over or position.move_number >= LONGEST


def self_play(
    network: Network, games: int, simulations: int, rng: np.random.Generator
) -> list[Example]:
    """Play games side by side, which ask the network in batches; return all that was searched."""
    going: list[tuple[gtpengine.Position, list[tuple[np.ndarray, np.ndarray, str]]]]
    going = [(begun(rng, int(rng.integers(0, 5))), []) for _ in range(games)]
    found: list[Example] = []
    while going:
        reports = gtpengine.search_many(
            [position for position, _ in going],
            simulations=simulations,
            seed=int(rng.integers(1 << 30)),
            evaluator=evaluator_of(network),
            workers=32,
            memory=4,
        )
        for (position, told), report in zip(going, reports, strict=True):
            shares = report.visit_shares
            told.append((planes_of(position), shares, position.to_play))
            early = position.move_number < EARLY
            move = int(rng.choice(MOVES, p=shares / shares.sum()) if early else shares.argmax())
            position.play(move if move < MOVES - 1 else gtpengine.PASS)
            if over(position):
                winner = "black" if position.score() > 0 else "white"
                found += [(planes, policy, float(side == winner)) for planes, policy, side in told]
        going = [game for game in going if not over(game[0])]
    return found


# --- learning -------------------------------------------------------------------------------------


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    examples: deque[Example],
    steps: int,
    rng: np.random.Generator,
) -> None:
    """Learn from examples, each turned by one of the eight symmetries."""
    network.train()
    for _ in range(steps):
        chosen = [examples[index] for index in rng.integers(len(examples), size=128)]
        turns = rng.integers(gtpengine.SYMMETRIES, size=len(chosen))
        planes, policies = (
            torch.from_numpy(
                np.stack([gtpengine.turn(one[i], s) for one, s in zip(chosen, turns, strict=True)])
            )
            for i in (0, 1)
        )
        results = torch.tensor([result for _, _, result in chosen])
        logits, values = network(planes)
        loss = nn.functional.cross_entropy(logits, policies)
        loss = loss + nn.functional.binary_cross_entropy_with_logits(values, results)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network.eval()


# --- games against GNU Go -------------------------------------------------------------------------


class GnuGo:
    """GNU Go as a process that speaks GTP."""

    def __init__(self, seed: int) -> None:
        command = [*GNUGO.split(), "--never-resign", "--seed", str(seed)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, line: str) -> str:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        print(line, file=stdin, flush=True)
        answer = stdout.readline()
        while stdout.readline().strip():
            pass
        if not answer.startswith("="):
            raise RuntimeError(f"GNU Go refuses {line!r}: {answer}")
        return answer[1:].strip()

    def set_up(self, position: gtpengine.Position) -> None:
        for line in ("clear_board", f"boardsize {SIZE}", f"komi {KOMI}"):
            self.ask(line)
        for color, point in position.moves:
            self.ask(f"play {color} {point}")

    def close(self) -> None:
        self.ask("quit")
        self.process.communicate()


def beaten(network: Network, games: int, simulations: int, seed: int) -> float:
    """Return the share of games won against GNU Go, in pairs from the same random moves."""
    rng, won = np.random.default_rng(seed), 0
    gnugo = GnuGo(seed + 1)
    with gtpengine.Search(evaluator=evaluator_of(network), memory=16) as search:
        for _ in range(games // 2):
            first = begun(rng, OPENING)
            for ours in ("black", "white"):
                position = first.copy()
                gnugo.set_up(position)
                search.clear()
                while not over(position):
                    if position.to_play == ours:
                        move = search.run(position, simulations=simulations).best_move
                        gnugo.ask(f"play {ours} {move}")
                    else:
                        move = gnugo.ask(f"genmove {position.to_play}")
                    position.play(move)
                won += (position.score() > 0) == (ours == "black")
    gnugo.close()
    return won / (games // 2 * 2)


# --- the hour -------------------------------------------------------------------------------------


class Run:
    """The network, what it learns from, and its curve, in a folder."""

    def __init__(self, folder: Path) -> None:
        torch.manual_seed(1)
        self.file = folder / "run.pt"
        self.network = Network().eval()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=1e-3, weight_decay=1e-4)
        self.examples: deque[Example] = deque(maxlen=50_000)
        self.rng = np.random.default_rng()
        self.minutes, self.games = 0.0, 0
        self.curve: list[tuple[float, int, float, float]] = []
        if self.file.exists():
            state = torch.load(self.file, weights_only=False)
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.examples += state["examples"]
            self.minutes, self.games, self.curve = (state[n] for n in ("minutes", "games", "curve"))

    def store(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "examples": list(self.examples),
            "minutes": self.minutes,
            "games": self.games,
            "curve": self.curve,
        }
        torch.save(state, self.file.with_suffix(".new"))
        self.file.with_suffix(".new").replace(self.file)

    def report(self, games: int) -> None:
        """Store the run, measured by this many games if there are any."""
        if games:
            self.measure(games)
        self.store()

    def measure(self, games: int) -> None:
        """Add the share of games that the network wins, alone and with a search."""
        alone, searching = (beaten(self.network, games, n, len(self.curve)) for n in (1, 64))
        self.curve.append((self.minutes, self.games, alone, searching))
        print(
            f"minutes {self.minutes:.1f}, games {self.games}, won against GNU Go: policy alone"
            f" {alone:.0%}, 64 simulations {searching:.0%}",
            flush=True,
        )
        rows = [f"{m:.1f}\t{n}\t{one:.3f}\t{two:.3f}\n" for m, n, one, two in self.curve]
        table = "minutes\tgames\tpolicy alone\t64 simulations\n" + "".join(rows)
        self.file.with_name("curve.tsv").write_text(table)
        draw(self.curve, self.file.with_name("curve.svg"))

    def cycle(self, games: int, simulations: int) -> None:
        """Play and learn."""
        start = time.process_time()
        found = self_play(self.network, games, simulations, self.rng)
        self.examples += found
        learn(self.network, self.optimizer, self.examples, len(found) * 8 // 128, self.rng)
        self.games += games
        self.minutes += (time.process_time() - start) / 60


def draw(curve: list[tuple[float, int, float, float]], path: Path) -> None:
    """Draw the shares of games won."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axis = figure.add_subplot()
    minutes, _, alone, searching = zip(*curve, strict=True)
    axis.plot(minutes, searching, "o-", color="#1657b8", label="64 simulations")
    axis.plot(minutes, alone, "s--", color="#b85c16", label="the policy alone")
    axis.axhline(0.5, color="#777777", linewidth=1)
    axis.set(xlabel="minutes of one core", ylabel="games won against GNU Go", ylim=(0, 1))
    axis.legend(loc="upper left")
    figure.savefig(path)


def main() -> None:
    options = argparse.ArgumentParser(description="Learn 5x5 Go until GNU Go is beaten.")
    options.add_argument("--minutes", type=float, default=60, help="of one core, to learn")
    options.add_argument("--output", type=Path, default=Path("learned"))
    options.add_argument("--games", type=int, default=64, help="of a cycle, side by side")
    options.add_argument("--simulations", type=int, default=32, help="of a move in self-play")
    options.add_argument("--measure", type=int, default=40, help="games of a measurement; 0: none")
    options.add_argument("--every", type=float, default=5, help="minutes between measurements")
    given = options.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    run = Run(given.output)
    if not run.file.exists():
        run.report(given.measure)
    while run.minutes < given.minutes:
        end = min(run.minutes + given.every, given.minutes)
        while run.minutes < end:
            run.cycle(given.games, given.simulations)
        run.report(given.measure)


if __name__ == "__main__":
    main()
