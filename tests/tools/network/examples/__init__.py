"""Tests of what the network learns from."""
