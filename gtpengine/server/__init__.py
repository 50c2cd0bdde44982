"""The engine in a browser on this machine: play, analysis, reviews and the runs of a store."""
