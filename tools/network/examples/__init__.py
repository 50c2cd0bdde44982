"""What the network learns from: positions of games, and a teacher's judgements."""
