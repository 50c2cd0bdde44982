"""The tables of the store, as a list of migrations: entry k leads from version k to k + 1.

A released entry never changes; a change of the tables is a new entry. The version of a file is its
``PRAGMA user_version``.
"""

from __future__ import annotations

from typing import Final

_GAMES: Final = """
CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    cpu TEXT NOT NULL,
    cores INTEGER NOT NULL,
    system TEXT NOT NULL,
    UNIQUE (name, cpu, cores, system)
);
CREATE TABLE runner (            -- one process that plays games
    id INTEGER PRIMARY KEY,
    machine_id INTEGER NOT NULL REFERENCES machine (id),
    pid INTEGER NOT NULL,
    process TEXT NOT NULL,       -- boot id and start time: a number alone may be reused
    started REAL NOT NULL,       -- seconds since 1970, as all times here
    heartbeat REAL NOT NULL,
    ended REAL
);
CREATE TABLE engine (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    spec TEXT NOT NULL,          -- JSON: command, start-up commands, options
    gtp_name TEXT NOT NULL,
    version TEXT NOT NULL,
    revision TEXT NOT NULL,      -- git revision of the program's folder, +HASH if it was changed
    UNIQUE (name, spec, gtp_name, version, revision)
);
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,          -- match, tournament, sprt, tune ...
    settings TEXT NOT NULL,      -- JSON: what must be equal to continue the event
    status TEXT NOT NULL,        -- open, done, or a decision
    created REAL NOT NULL
);
CREATE TABLE entrant (
    event_id INTEGER NOT NULL REFERENCES event (id),
    position INTEGER NOT NULL,
    engine_id INTEGER NOT NULL REFERENCES engine (id),
    PRIMARY KEY (event_id, position)
) WITHOUT ROWID;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES event (id),
    number INTEGER NOT NULL,     -- from 0, decides everything about the game but its result
    pair INTEGER NOT NULL,       -- two games with colours swapped share it
    round INTEGER NOT NULL,
    black INTEGER NOT NULL,      -- positions among the entrants
    white INTEGER NOT NULL,
    opening TEXT NOT NULL,       -- JSON
    seed INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done')),
    runner_id INTEGER REFERENCES runner (id),
    attempt INTEGER NOT NULL DEFAULT 0,
    winner TEXT,                 -- b, w, or empty
    termination TEXT,
    detail TEXT,
    score REAL,                  -- Black minus White, komi included
    disputed INTEGER,
    digest TEXT,                 -- equal for duplicate games
    started TEXT,
    seconds REAL,
    UNIQUE (event_id, number)
);
CREATE INDEX game_by_state ON game (event_id, state, number);
CREATE TABLE move (
    game_id INTEGER NOT NULL REFERENCES game (id),
    ply INTEGER NOT NULL,
    color TEXT NOT NULL,
    vertex TEXT NOT NULL,
    seconds REAL NOT NULL,
    winrate REAL,                -- the mover's, 0 to 1
    comment TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
"""

_REGRESSIONS: Final = """
CREATE TABLE position_result (   -- one regression test in one run of a suite (event)
    event_id INTEGER NOT NULL REFERENCES event (id),
    test TEXT NOT NULL,
    expected TEXT NOT NULL,
    answer TEXT NOT NULL,
    outcome TEXT NOT NULL,       -- pass, fail, PASS (unexpected), FAIL (expected), error
    seconds REAL NOT NULL,
    PRIMARY KEY (event_id, test)
) WITHOUT ROWID;
"""

_TRIALS: Final = """
CREATE TABLE trial (             -- one evaluation of a parameter setting in a tuning event
    event_id INTEGER NOT NULL REFERENCES event (id),
    number INTEGER NOT NULL,
    params TEXT NOT NULL,        -- JSON
    points REAL,                 -- score of the candidate; null while it is being played
    games INTEGER NOT NULL,
    PRIMARY KEY (event_id, number)
) WITHOUT ROWID;
ALTER TABLE move ADD COLUMN simulations INTEGER;
"""

_FAULTS: Final = """
ALTER TABLE game ADD COLUMN faults_black INTEGER NOT NULL DEFAULT 0;   -- internal errors told
ALTER TABLE game ADD COLUMN faults_white INTEGER NOT NULL DEFAULT 0;   -- by the engine
"""

_CLAIMS: Final = """
CREATE TABLE position_claim (    -- a regression test that a runner is busy with
    event_id INTEGER NOT NULL REFERENCES event (id),
    test TEXT NOT NULL,
    runner_id INTEGER NOT NULL REFERENCES runner (id),
    PRIMARY KEY (event_id, test)
) WITHOUT ROWID;
"""

_REPLAYS: Final = """
CREATE TABLE replay (            -- a failure in a game that was then played again, or became void
    id INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES event (id),
    loser INTEGER NOT NULL,      -- position among the entrants
    termination TEXT NOT NULL,
    detail TEXT NOT NULL
);
"""

_DEAD: Final = """
ALTER TABLE game ADD COLUMN dead TEXT NOT NULL DEFAULT '';   -- vertices with blanks between
"""

_WORKERS: Final = """
CREATE TABLE worker (            -- a process on another machine that plays games of an event
    id INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES event (id),
    name TEXT NOT NULL,          -- its machine's, with a number if there are several
    cpu TEXT NOT NULL,
    cores INTEGER NOT NULL,
    system TEXT NOT NULL,
    speed REAL NOT NULL,         -- simulations a second
    aside TEXT NOT NULL,         -- why its games do not count; empty if they do
    UNIQUE (event_id, name)
);
ALTER TABLE game ADD COLUMN worker_id INTEGER REFERENCES worker (id);   -- null: its runner itself
"""

_SCORERS: Final = """
ALTER TABLE game ADD COLUMN scorer_failed INTEGER NOT NULL DEFAULT 0;   -- 1: it named no stones
"""

MIGRATIONS: Final = (
    _GAMES,
    _REGRESSIONS,
    _TRIALS,
    _FAULTS,
    _CLAIMS,
    _REPLAYS,
    _DEAD,
    _WORKERS,
    _SCORERS,
)
VERSION: Final = len(MIGRATIONS)
