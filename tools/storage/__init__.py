"""The store: games, tests and their claims in one SQLite file."""
