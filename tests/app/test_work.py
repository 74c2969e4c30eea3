"""What pages share."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("nicegui")

from nicegui import Client, ui

from honeyguide.app.work import answer_of


def test_a_dialog_whose_page_is_left_is_no_trouble() -> None:
    async def ask_and_leave() -> object:
        with Client(ui.page("")) as client:
            waiting = asyncio.create_task(answer_of(ui.dialog()))
            await asyncio.sleep(0)
            client.delete()
            return await asyncio.wait_for(waiting, 5)

    assert asyncio.run(ask_and_leave()) is None
