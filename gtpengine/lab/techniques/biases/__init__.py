"""Techniques that add to a child's value what is known of its move."""
