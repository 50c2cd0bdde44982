"""Tests of life and death for people."""
