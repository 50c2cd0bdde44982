"""The search: tree, tree policy, playouts, workers and the report they give."""
