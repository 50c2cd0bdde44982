"""Games of people of known rank: what they overlook, how they are guessed, what reviews say."""
