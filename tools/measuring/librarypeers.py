"""The tasks of ``gtpengine bench library`` with other packages, each through its public names."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from gtpengine.tools.measuring.librarytasks import (
    LONGEST,
    SIZE,
    SPARSE,
    Material,
    Task,
    for_each,
    random_games,
)

PASS: Final = SIZE * SIZE
BATCH: Final = 64
"""Games that pgx plays side by side, which is how pgx is meant to be used."""
BATCH_MOVES: Final = 20

Works = Mapping[str, Task]


def sgfmill_work(_package: Any, material: Material) -> Works:
    """Records; sgfmill has no test of legal moves."""
    from sgfmill import sgf, sgf_moves

    def replay(data: bytes) -> None:
        board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(data))
        for color, move in plays:
            board.play(*move, color)

    return {"records": for_each(material.records, replay)}


def sente_work(sente: Any, material: Material) -> Works:
    """Records, legal moves, random games and planes; lines count from 1.

    The last two legal moves are a pass and giving up.
    """
    texts = [data.decode() for data in material.records]
    games = []
    for points in material.beginnings():
        game = sente.Game(SIZE)
        for point in points:
            game.play(point // SIZE + 1, point % SIZE + 1)
        games.append(game)

    def replay(text: str) -> None:
        sente.sgf.loads(text).play_default_sequence()

    def tries() -> int:
        count = 0
        for game in games[::SPARSE]:
            for move in game.get_legal_moves()[:-2]:
                game.play(move)
                game.step_up()
                count += 1
        return count

    def random_game(rng: random.Random) -> int:
        game = sente.Game(SIZE)
        moves = 0
        while not game.is_over() and moves < LONGEST:
            found = game.get_legal_moves()[:-1]
            game.play(found[int(rng.random() * len(found))])
            moves += 1
        return moves

    planes = for_each(games, sente.Game.numpy)
    return {
        "records": for_each(texts, replay),
        "legal": for_each(games, sente.Game.get_legal_moves),
        "tries": tries,
        "random": random_games(random_game),
        "boards": planes,
        "planes": planes,
    }


def pyspiel_work(pyspiel: Any, material: Material) -> Works:
    """Legal moves, random games, planes and searches by playouts of OpenSpiel."""
    go = pyspiel.load_game("go", {"board_size": SIZE, "komi": 7.5})
    states = []
    for points in material.beginnings():
        state = go.new_initial_state()
        for point in points:
            state.apply_action(point)
        states.append(state)
    some = states[::SPARSE]

    def tries() -> int:
        count = 0
        for state in some:
            for action in state.legal_actions():
                state.child(action)
                count += 1
        return count

    def random_game(rng: random.Random) -> int:
        state = go.new_initial_state()
        moves = 0
        while not state.is_terminal() and moves < LONGEST:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    planes = for_each(states, pyspiel.State.observation_tensor)

    def playout_searches() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(go, evaluator, 1.4, 100, 512, False, 1, False)
        for state in some:
            bot.step(state)
        return len(some)

    return {
        "legal": for_each(states, pyspiel.State.legal_actions_mask),
        "tries": tries,
        "random": random_games(random_game),
        "boards": planes,
        "planes": planes,
        "playout searches": playout_searches,
    }


def pgx_work(pgx: Any, _material: Material) -> Works:
    """Random games and planes on the CPU, many games side by side and compiled."""
    import importlib

    jax = importlib.import_module("jax")  # by name: no package of this project needs it
    env = pgx.make(f"go_{SIZE}x{SIZE}")
    keys = jax.random.split(jax.random.PRNGKey(1), BATCH)
    begin = jax.jit(jax.vmap(env.init))
    observe = jax.jit(jax.vmap(lambda state: env.observe(state, state.current_player)))

    def played(states: Any, key: Any) -> Any:
        choices = jax.numpy.log(states.legal_action_mask.astype(float))
        return jax.vmap(env.step)(states, jax.random.categorical(key, choices, axis=-1))

    step = jax.jit(played)

    def random_moves() -> int:
        states, key = begin(keys), jax.random.PRNGKey(2)
        for _ in range(BATCH_MOVES):
            key, now = jax.random.split(key)
            states = step(states, now)
        jax.block_until_ready(states)
        return BATCH * BATCH_MOVES

    beginning = begin(keys)

    def planes() -> int:
        jax.block_until_ready(observe(beginning))
        return BATCH

    return {"random": random_moves, "boards": planes, "planes": planes}
