"""Looks into the search, and searches built by hand; compiled for the tests alone."""
