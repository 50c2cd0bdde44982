"""Tests of published results, repeated."""
