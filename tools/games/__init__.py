"""One game between two engines: clocks, referee, openings, records."""
