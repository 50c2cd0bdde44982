"""A worker: select, expand, play out, back up."""
