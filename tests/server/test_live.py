"""States that pages follow."""

from __future__ import annotations

import asyncio
import json
import threading

from gtpengine.server.live import Topic


def test_a_follower_gets_the_newest_state_and_the_end() -> None:
    topic = Topic(0)

    async def follow() -> list[int]:
        seen = []
        async for text in topic.follow():
            seen.append(json.loads(text))
            if len(seen) == 1:

                def change() -> None:
                    for number in range(1, 1001):
                        topic.publish(number)
                    topic.close()

                thread = threading.Thread(target=change)
                thread.start()
                thread.join()
        return seen

    assert asyncio.run(follow()) == [0, 1000]
    assert not topic.followed and topic.state == 1000


def test_an_equal_state_is_no_news_and_quiet_is_told() -> None:
    topic = Topic({"a": 1})

    async def follow() -> list[str]:
        seen = []
        async for text in topic.follow(quiet=0.01):
            seen.append(text)
            topic.publish({"a": 1})
            if len(seen) == 3:
                break
        return seen

    assert asyncio.run(follow()) == ['{"a":1}', "", ""]


def test_a_wake_ends_those_who_should_end() -> None:
    topic, ended = Topic(1), [False]

    async def follow() -> None:
        async for _ in topic.follow(lambda: ended[0]):
            ended[0] = True
            asyncio.get_running_loop().call_later(0.01, topic.wake)

    asyncio.run(asyncio.wait_for(follow(), 60))
