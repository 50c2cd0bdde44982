"""Tests of studies of techniques."""
