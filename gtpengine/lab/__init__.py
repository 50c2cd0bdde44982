"""The laboratory: what no default game uses. Nothing else imports it; the engine plays without."""
