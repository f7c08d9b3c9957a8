#!/usr/bin/env python3
"""What scripts/conformance cannot see of the clients: of clients/python/qiblad.py instants within one turn of asyncio's
loop, and a descriptor over 1023; of clients/c/qiblad.h a daemon that accepts nothing."""

import asyncio
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "clients/python"), str(ROOT / "scripts")]

import qiblad  # noqa: E402
from conformance_kit.messages import hello, line, reading  # noqa: E402

# How long anything may take, seconds.
LIMIT = 10


class WithListener(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(self.listener.close)
        self.listener.bind(self.folder + "/stream.sock")
        self.listener.listen(8)


class CancelledTasks(WithListener):
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


class ManyDescriptors(WithListener):
    # select(2): FD_SETSIZE is 1024.
    def test_a_client_with_a_descriptor_over_1023_waits_and_reads(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 1200:
            self.skipTest("a process may have only {} descriptors".format(hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (1200, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        taken = []
        self.addCleanup(lambda: [os.close(each) for each in taken])
        while not taken or taken[-1] < 1024:
            taken.append(os.dup(0))
        with qiblad.Client(socket_dir=self.folder) as client:
            self.assertIsNone(client.next(timeout=0.05))
            self.assertGreater(client._socket.fileno(), 1023)
            peer, _ = self.listener.accept()
            with peer:
                peer.sendall(line(hello()))
                self.assertEqual(client.next(timeout=LIMIT)["type"], "connected")

    def test_without_poll_select_waits(self):
        poll = qiblad.select.poll
        del qiblad.select.poll
        self.addCleanup(setattr, qiblad.select, "poll", poll)
        with qiblad.Client(socket_dir=self.folder) as client:
            self.assertIsNone(client.next(timeout=0.05))
            peer, _ = self.listener.accept()
            with peer:
                peer.sendall(line(hello()))
                self.assertEqual(client.next(timeout=LIMIT)["type"], "connected")


# Prints how long one call took, ms, and the reason why there is no connection.
WAITS = r"""
#include "qiblad.h"
int main(int count, char **arguments) {
  static struct qiblad_client client;
  int64_t begun = qiblad__now();
  qiblad_init(&client, NULL, count == 2 ? arguments[1] : NULL);
  enum qiblad_result result = qiblad_next(&client, 100);
  printf("%lld %d %s\n", (long long)(qiblad__now() - begun), result, client.reason);
  return 0;
}
"""


@unittest.skipUnless(shutil.which("cc"), "no cc")
class FullQueue(WithListener):
    # unix(7): connect of a stream socket waits while the queue of the listener is full.
    def test_the_c_client_waits_a_second_for_a_daemon_that_accepts_nothing(self):
        source = pathlib.Path(self.folder, "waits.c")
        source.write_text(WAITS)
        program = str(source.with_suffix(""))
        subprocess.run(["cc", "-std=c11", "-I", str(ROOT / "clients/c"), "-o", program, str(source)], check=True)
        self.listener.listen(0)
        while True:  # until no more wait
            one = socket.socket(socket.AF_UNIX)
            self.addCleanup(one.close)
            one.setblocking(False)
            try:
                one.connect(self.folder + "/stream.sock")
            except BlockingIOError:
                break
        run = subprocess.run([program, self.folder], capture_output=True, text=True, timeout=LIMIT)
        taken, result, reason = run.stdout.split(" ", 2)
        self.assertEqual(result, "3")  # QIBLAD_DISCONNECTED
        self.assertLess(int(taken), 5000)
        self.assertIn("it accepts nothing", reason)


if __name__ == "__main__":
    unittest.main()
