"""Engines as processes, tasks on this machine or a cluster, progress."""
