"""One game being played: the engine behind every front end."""
