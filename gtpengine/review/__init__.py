"""Reviews of games: where a game was lost, by searches of what was played and what was best."""
