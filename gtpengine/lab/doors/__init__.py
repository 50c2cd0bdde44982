"""The doors by which techniques enter a search, and how all that are on are asked in turn."""
