"""Sub-commands of gtpengine that measure or describe it."""
