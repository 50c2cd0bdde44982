"""Looks into the search for tests and developers."""
