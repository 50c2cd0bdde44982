"""Matches, tournaments and sequential tests, and what such commands share."""
