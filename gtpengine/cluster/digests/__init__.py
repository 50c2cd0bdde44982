"""Digests: what the search of one machine tells the search of another."""
