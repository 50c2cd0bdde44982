"""Speed, memory and time control, measured."""
