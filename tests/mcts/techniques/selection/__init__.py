"""Tests of techniques that choose a child."""
