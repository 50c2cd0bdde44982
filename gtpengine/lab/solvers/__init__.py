"""Solvers of fights that only techniques ask: life and death by proof-number search."""
