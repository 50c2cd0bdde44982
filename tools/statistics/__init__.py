"""Numbers from results: intervals, Elo, ratings, designs."""
