"""Makers of data, plots and measurements that were needed once: scripts without tests."""
