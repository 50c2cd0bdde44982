"""Tuning parameters, and measuring what each part of the search is worth."""
