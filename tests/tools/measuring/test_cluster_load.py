"""The measurement of a cluster's messages, with few members and small trees."""

from __future__ import annotations

import dataclasses

from gtpengine.tools.research.cluster_load import HEADING, LoadOptions, measure

OPTIONS = LoadOptions(size=7, rounds=3, simulations=50, share=0.01, fanout=2, job=50)


def test_messages_and_bytes_are_those_of_a_period() -> None:
    load = measure(2, OPTIONS)
    # An order and its answer in each period.
    assert load.orders == 1 / 0.3
    assert 100 < load.told < 200_000
    assert 100 < load.heard < 200_000
    assert load.nodes > 10
    assert load.line().count("|") == HEADING.splitlines()[0].count("|")


def test_reducers_spare_the_head() -> None:
    direct = measure(6, dataclasses.replace(OPTIONS, fanout=6))
    reduced = measure(6, OPTIONS)
    assert direct.orders == reduced.orders
    assert 0 < reduced.head < direct.head


def test_jobs_are_told_of_by_few_nodes() -> None:
    shared = measure(2, OPTIONS)
    jobs = measure(2, dataclasses.replace(OPTIONS, sharing="jobs", fanout=32))
    assert 0 < jobs.heard < shared.heard
    assert jobs.nodes <= 2 * 53
