"""A worker: the four steps of a simulation, in which a player is asked."""
