"""Tests of gtpengine.review."""
