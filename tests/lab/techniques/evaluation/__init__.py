"""Tests of techniques that value a leaf and back it up."""
