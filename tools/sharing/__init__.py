"""Runs that many machines share: what is handed out to whom, and the workers that play it."""
