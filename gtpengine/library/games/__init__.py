"""Records of games, and their trees."""
