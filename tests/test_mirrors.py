"""Each module has a test file that mirrors it, or a row that says which test proves it.

The mirror of ``gtpengine/gtp/commands/kata.py`` is a ``test_*.py`` in or below
``tests/gtp/commands`` with the word ``kata`` in its name. A .pyx and its .pxd count once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from tests.wings import FOLDERS, ROOT

COVERED: Final[dict[str, str]] = {
    # A rank is what it plays, and what it learns.
    "session/test_capture_games.py": "board_ext/playouts: capture; session: capturing",
    "session/test_rankplay.py": "session: rankscale",
    "session/test_autorank.py": "session: playedrank",
    # What is declared in a .pxd and used by every move of a board: tests of the board see it.
    "board_ext/test_lockstep.py": "board_ext: legal neighbours playing superko; "
    "board_ext/lowlevel: atomics bits bitsets rng types zobrist",
    "board_ext/tactics/test_nakade.py": "board_ext/tactics: shapes",
    "board_ext/tactics": "board_ext/tactics: probe",
    "lifedeath/test_solve_command.py": "lifedeath: options words",
    "board_ext/solvers/fights": "board_ext/solvers/fights: captures fightbits settled",
    "board_ext/solvers/proofs/test_lifedeath.py": "board_ext/solvers/proofs: anymaster "
    "kopoint movecost prooftable",
    "mcts/playout/test_playout.py": "board_ext/playouts: score uniform; mcts/playout: ko_memory",
    "mcts/by_network/test_judging.py": "mcts/doors: judgement; mcts/by_network: beside",
    "mcts/by_network/test_player.py": "mcts/by_network: puct",
    "mcts/test_searcher.py": "mcts/report: report stoppers; mcts/tree: amaf; "
    "mcts/by_playouts: player",
    "lab/techniques/led/test_network_bias.py": "mcts/moves: likeness",
    "lab/techniques/tree/test_transpositions.py": "lab/techniques/tree: same_position",
    "mcts/tree/test_tree.py": "board_ext/lowlevel: system; mcts/tree: node",
    "mcts/by_playouts/test_treepolicy.py": "mcts/tree: childview",
    "windows/test_windows.py": "base/system: winmachine; building: windows; programs: winjob",
    # Tables, whose checks are those of what is made of them.
    "building/test_paramcode.py": "building: rulecode; config: option_rows options; "
    "mcts/params: rows search_params switches",
    "mcts/params/test_rule_table.py": "mcts/params: rule_rows",
    # Parts of a dialogue: the tests speak the protocol.
    "gtp/test_gtp_front_end.py": "base/streams: signals watch; base/system: lastwords; "
    "gtp: arguments descriptors registry session; gtp/dialects: ogs_chat",
    "sgf/test_parse.py": "sgf: error",
    "gtp/commands/test_gtp_commands.py": "gtp/commands: administrative inspect setup sgf time",
    "gtp/commands/test_gtp_moves.py": "gtp/commands: handicap",
    "gtp/commands/test_gtp_search.py": "gtp/commands: cgos scoring",
    "gtp/commands/test_gtp_kata.py": "gtp/dialects: kata_rules",
    "gtp/commands/test_gtp_gogui.py": "gtp/dialects: gogui_views live_gfx",
    "gtp/commands/test_analyze.py": "gtp/dialects: analyze_lines cgos_lines; session: analysis",
    "katajson/test_katajson.py": "katajson: answer command query service",
    # Parts of a search or of a move: the tests search, or generate a move.
    "mcts/doors/test_doors.py": "mcts/doors: search_state",
    "lab/doors/test_attached.py": "lab/doors: asking door",
    "lab/techniques/amaf/test_rave_constant.py": "lab/doors: mixing",
    "cluster/digests/test_digest.py": "cluster/digests: exchange; mcts/tree: told",
    "mcts/worker/test_solver.py": "mcts/tree: bounds; mcts/worker: boundscore",
    "mcts/moves": "mcts/moves: candidates",
    "mcts/moves/test_refusal.py": "mcts/moves: refusing",
    "prediction/test_circles.py": "prediction: shapekeys",
    "lab/techniques/policies/test_ucb_v.py": "lab/techniques/policies: squares",
    "lab/techniques/evaluation/test_early_termination.py": "lab/techniques/evaluation: influence",
    "lab/techniques/root/test_successive_rejects.py": "lab/techniques/root: dealing",
    "lab/techniques/statistics/test_killer_moves.py": "lab/techniques/statistics: remembered",
    "lab/techniques/statistics/test_mast.py": "lab/techniques/statistics: weighed",
    "lab/techniques/statistics/test_past.py": "lab/techniques/statistics: replay tally",
    "lab/softmax/test_softmax.py": "lab/softmax: answers",
    "cluster/test_group.py": "cluster: member messages; cluster: simulated",
    "lab/parallel/test_vote.py": "lab/parallel: roots",
    "cluster/test_searcher.py": "cluster: head",
    "cluster/test_machines.py": "cluster: raylink start",
    "judge/test_endgame.py": "judge: case plainmove situation",
    "session/test_engine.py": "session: genmove searching",
    "terminal/test_plain.py": "programs: judge_options; terminal: command "
    "plainhelp termwords teaching_options",
    "terminal/test_screen.py": "terminal: boardview keys",
    "personrank/test_rank_command.py": "personrank: options",
    "problems/test_problems_command.py": "problems: actions options progress quiz",
    "play/test_judged.py": "play: advice",
    "play/test_session.py": "play: counting engine_thread events persongame record stage terms "
    "timing trouble",
    "commands/test_bench.py": "commands: scaling",
    # One test for several small modules.
    "network/test_net.py": "network: emulate netshape softmax",
    "network/test_netfile.py": "network: netwriting",
    "patterns/test_files.py": "patterns: modelfile modelwriting shipped",
    "lab/weights/test_valuefile.py": "lab/weights: sealed",
    "patterns/test_weight_files.py": "lab/weights: weight_files",
    "patterns/training/test_ranks.py": "patterns/training: rank_matrix",
    "books/test_bookfile.py": "books: bookwriting shipped table walk",
    "base/arguments/test_commandline.py": "base/arguments: actions",
    "tools/books": "tools/books: book_build book_files book_state book_work",
    "tools/games/test_game.py": "tools/games: game_task referee scoring sgf_out",
    "clock/test_clocks.py": "programs: game_clock",
    "engines/test_gtp_engine.py": "programs: gtp_setup; engines: started_engine gtp_program tasks",
    "engines/test_analysis.py": "engines: reports",
    "tools/learning/test_pattern_commands.py": "tools/learning: inputs pattern_options "
    "patterns prediction_plot; lab/training: options pattern_weights",
    "tools/learning/test_rank_commands.py": "tools/learning: rank_options rank_draws "
    "rank_likeness rank_plot reading",
    "tools/matches": "tools/games: variety; tools/matches: errors ordered outputs playing "
    "pools setup sprt summary tournament",
    "tools/measuring/test_librarybench.py": "tools/measuring: librarypeers librarytasks",
    "tools/builds/test_commits.py": "tools/builds: builds; tools/matches: change",
    "tools/network/test_net.py": "tools/network: options compare evaluate export judging train; "
    "tools/network/examples: reading; tools/network/learning: curves",
    "tools/network/learning/test_training.py": "tools/network/learning: checkpoint settings shapes",
    "tools/network/learning/test_measure.py": "tools/network/examples: heldout",
    "tools/regression/test_regress.py": "tools/regression: options suites topics",
    "programs/test_gtp_client.py": "programs: engine_errors engine_output traffic_log",
    "programs/test_engine_process.py": "programs: guard",
    "programs/test_other_engine.py": "programs: judgement",
    "tools/running/test_runner.py": "tools/running: progress",
    "tools/matches/test_terminal.py": "tools/running: plain",
    # Parts of a conversation: the tests let a dispatcher, runs and workers speak.
    "tools/sharing/test_player.py": "tools/sharing: messages proofs sharedpool speed",
    "tools/sharing/test_work.py": "tools/sharing: ray_dispatcher worker_process",
    "tools/sharing/test_crowd.py": "tools/matches: workerwatch",
    "tools/storage/test_store.py": "tools/storage: database positions presence schema store_json "
    "store_rows",
    "lab/study/matches/test_playing.py": "lab/study: command",
    "lab/study/tables/test_table.py": "lab/study/tables: reading",
    "tools/tuning/test_tune.py": "tools/tuning: optimizers space",
    "tools/tuning/test_screen.py": "tools/statistics: factorial",
    "base/text/test_catalogue.py": "building: catalogues",
    "test_cli.py": "base/arguments: foreign",
    "docs/test_help.py": "base/arguments: parser",
    "katajson/test_schema.py": "katajson: analysis_page fields",
    "library/searches/test_search.py": "library/searches: report",
    "library/games/test_game.py": "library/positions: sgfs",
    "tools/report": "tools/report: courses engine_labels engine_stats games_data page "
    "ratings_over_events sections texts",
    "web": "web: parts",
    "server/test_attacks.py": "server: app guard patience requests",
    "server/test_serving.py": "server: command gameserver options",
    "review/mistakes/test_kinds.py": "review/mistakes: mistake places tactics",
    "review/test_reviewer.py": "review/searching: cache model searched searches",
    "review/test_command.py": "review: inputs progress reviewing; review/searching: options",
}
"""Test file or folder below ``tests/`` -> the modules that it proves in a mirror's place."""


def mirrored(folder: str) -> Path:
    """The folder of tests that mirrors a folder of the product."""
    return ROOT / "tests" / folder.removeprefix("gtpengine").strip("/")


@cache
def modules() -> dict[str, str]:
    """Module, as a path below ``tests/`` without suffix -> its name.

    Not the structs of techniques' values, which `building/test_paramcode.py` is about; and not
    research, which has no tests.
    """
    found = {}
    for top in FOLDERS:
        for path in sorted((ROOT / top).rglob("*")):
            if path.name.endswith("values.pxd") or path.is_relative_to(ROOT / "tools" / "research"):
                continue
            if path.suffix in (".py", ".pyx", ".pxd") and not path.stem.startswith("__"):
                folder = mirrored(path.parent.relative_to(ROOT).as_posix())
                found[(folder / path.stem).relative_to(ROOT / "tests").as_posix()] = path.stem
    return found


def has_mirror(module: str) -> bool:
    folder, name = (ROOT / "tests" / module).parent, Path(module).name
    return any(f"_{name}_" in f"_{test.stem}_" for test in folder.rglob("test_*.py"))


def covered() -> dict[str, str]:
    """Module -> the test of `COVERED` that proves it."""
    return {
        f"{folder.strip()}/{name}": test
        for test, row in COVERED.items()
        for part in row.split(";")
        for folder, _, names in [part.partition(":")]
        for name in names.split()
    }


def test_each_module_has_a_mirror_or_a_row() -> None:
    without = {module for module in modules() if not has_mirror(module)}
    assert without - set(covered()) == set(), "write its test, or add a row to COVERED"


def test_each_row_is_needed_and_names_a_test() -> None:
    assert all((ROOT / "tests" / test).exists() for test in COVERED)
    stale = {m for m in covered() if m not in modules() or has_mirror(m)}
    assert stale == set(), "they are gone, or have a mirror by now"
