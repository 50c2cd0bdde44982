"""A store whose disk is full at any page holds the old state or the new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.tools.storage.database import StoreError
from gtpengine.tools.storage.store import Store

ROWS = 20


def machines(store: Store) -> int:
    return int(store.database.rows("SELECT count(*) AS n FROM machine")[0]["n"])


def test_a_transaction_is_whole_or_nothing_wherever_room_ends(tmp_path: Path) -> None:
    ended = []
    for more in range(0, 150, 10):
        path = tmp_path / f"{more}.sqlite"
        with Store(path) as store:
            before = machines(store)
            pages = store.database.rows("PRAGMA page_count")[0][0]
            store.database.rows(f"PRAGMA max_page_count = {pages + more}")
            try:
                with store.database.transaction() as db:
                    for number in range(ROWS):
                        db.execute(
                            "INSERT INTO machine (name, cpu, cores, system) VALUES (?, ?, 1, '')",
                            (f"m{number}", "x" * 3000),
                        )
            except StoreError as error:
                ended.append(str(error))
            failed = len(ended) > more // 10
            assert machines(store) == before + (0 if failed else ROWS)
            if not failed:
                break
        with Store(path, read_only=True) as again:
            assert again.database.rows("PRAGMA integrity_check")[0][0] == "ok"
            assert machines(again) == before
    else:
        pytest.fail("there never was enough room")
    assert len(ended) > 3
    assert all("full" in text and "\n" not in text for text in ended)
