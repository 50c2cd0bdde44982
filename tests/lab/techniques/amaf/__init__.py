"""Tests of techniques that belong to the AMAF family."""
