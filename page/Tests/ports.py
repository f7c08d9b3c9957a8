"""Ports for the servers that the tests of the page start."""

import random
import socket


def free_port():
    """A port below those that the kernel gives to connections (32768 and up): no client of a test takes it meanwhile."""
    while True:
        port = random.randrange(20_000, 32_768)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
