"""Tests of the network in PyTorch."""
