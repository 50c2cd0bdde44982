"""Looks into techniques, for tests and developers."""
