"""Looks into the search, and searches built by hand, for tests and developers."""
