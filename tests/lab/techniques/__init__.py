"""Tests of the techniques behind the doors of the search."""
