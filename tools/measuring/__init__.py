"""Measurements of speed, memory and time control."""
