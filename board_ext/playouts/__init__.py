"""Playouts without knowledge of Go, and who has won."""
