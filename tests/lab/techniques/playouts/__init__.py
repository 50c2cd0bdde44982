"""Tests of techniques that change playouts."""
