"""What ``import gtpengine`` shows: positions, searches, reports, game records, drawings."""
