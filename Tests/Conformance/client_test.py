#!/usr/bin/env python3
"""What scripts/conformance cannot see of clients/python/qiblad.py: instants within one turn of asyncio's loop."""

import asyncio
import pathlib
import socket
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "clients/python"), str(ROOT / "scripts")]

import qiblad  # noqa: E402
from conformance_kit.messages import hello, line, reading  # noqa: E402

# How long anything may take, seconds.
LIMIT = 10


class CancelledTasks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.folder + "/stream.sock")
        self.listener.listen(8)

    def test_a_task_that_is_cancelled_as_bytes_arrive_loses_none(self):
        async def check():
            async with qiblad.AsyncClient(socket_dir=self.folder) as client:
                first = asyncio.create_task(client.next())
                await asyncio.sleep(0.01)
                peer, _ = self.listener.accept()
                with peer:
                    peer.sendall(line(hello()))
                    self.assertEqual((await asyncio.wait_for(first, LIMIT))["type"], "connected")
                    for number in range(20):
                        waiting = asyncio.create_task(client.next())
                        await asyncio.sleep(0.01)
                        # The loop sees the bytes first, and cancels the task before it runs.
                        asyncio.get_running_loop().call_later(0, waiting.cancel)
                        peer.sendall(line(reading(number)))
                        with self.assertRaises(asyncio.CancelledError):
                            await waiting
                        message = await asyncio.wait_for(client.next(), LIMIT)
                        self.assertEqual(message["seq"], number)

        asyncio.run(check())


if __name__ == "__main__":
    unittest.main()
