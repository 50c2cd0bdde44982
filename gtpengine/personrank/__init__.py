"""The rank that a person plays at, from the moves of the person's games."""
