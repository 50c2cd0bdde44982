"""Commands around the engine: matches, tournaments, tuning, learning and book building."""
