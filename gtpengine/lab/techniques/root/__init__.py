"""Techniques that share the simulations out among the moves of the root."""
