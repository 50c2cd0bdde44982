"""Published results, repeated in the set-up of their papers."""
