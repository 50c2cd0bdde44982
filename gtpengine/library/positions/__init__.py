"""Positions, as text and as arrays."""
