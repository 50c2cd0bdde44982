"""Texts in the language of a person, and what others wrote: catalogues, columns, JSON."""
