"""What ``import gtpengine`` shows."""
