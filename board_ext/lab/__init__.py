"""Probes of the board for tests and developers."""
