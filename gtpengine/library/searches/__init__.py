"""Searches and what they find, what the network says, and evaluators of the user."""
