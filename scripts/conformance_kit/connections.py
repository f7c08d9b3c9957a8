"""Cases: connections that end, daemons that restart, other programs."""

import contextlib
import os
import socket
import time

from .messages import END, connected, hello, line, reading, report
from .play import Fault

CASES = []


def case(function):
    CASES.append(function)
    return function


@case
def another_version_is_refused(play):
    """a daemon of protocol version 2: an error at once, and no other attempt"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.send(hello(major=2), {**reading(1), "heading_true_deg": "somewhere"})
    play.expected_status = 1
    play.expect_no_connection("it connected again to a daemon of another version")
    peer.close()
    return ["refused"]


@case
def a_daemon_that_restarts(play):
    """connections that end, of the same run and of another: when to forget what was received"""
    play.listen()
    play.start()
    first = play.accept()
    first.greet()
    first.send(reading(5), {"type": "bye", "reason": "shutting_down"})
    first.close()
    second = play.accept()
    second.greet()
    second.send(reading(6))
    second.close()
    play.stop_listening()
    time.sleep(1)
    play.listen()
    third = play.accept()
    third.greet(hello("two"))
    third.send(reading(0), END)
    third.close()
    return [connected(), report(reading(5)), "bye reason=shutting_down", "disconnected",
            connected(), report(reading(6)), "disconnected",
            connected("two", new_run=True), report(reading(0)), report(END)] + ["answer ok"] * 3  # fmt: skip


@case
def a_daemon_that_starts_later(play):
    """no socket at first, and then one that a dead daemon left"""
    play.start()
    time.sleep(0.7)
    play.listen()
    play.listener.close()
    time.sleep(0.7)
    os.unlink(play.folder / "stream.sock")
    play.listen()
    peer = play.accept()
    peer.greet()
    peer.send(reading(1), END)
    peer.close()
    return [connected(), "answer ok", report(reading(1)), report(END)]


@case
def half_a_line_at_the_end(play):
    """the rest of a line that never came is no message"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet()
    peer.send(reading(1))
    peer.send_bytes(line(reading(2))[:-1])
    peer.close()
    peer = play.accept()
    peer.greet()
    peer.send(reading(3), END)
    peer.close()
    return [connected(), report(reading(1)), "disconnected", connected(), report(reading(3)), report(END)] + [
        "answer ok"] * 2


@case
def another_program_at_the_socket(play):
    """what answers sends no hello"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.send(reading(1))
    peer.expect_close()
    peer = play.accept()
    peer.send_bytes(b"220 mail ready\r\n")
    peer.expect_close()
    peer = play.accept()
    peer.greet()
    peer.send(reading(1), END)
    peer.close()
    return [connected(), "answer ok", report(reading(1)), report(END)]


@case
def a_program_that_says_nothing(play):
    """what answers sends nothing at all: after some seconds the client tries again"""
    play.listen()
    play.start()
    play.accept().expect_close()
    peer = play.accept()
    peer.greet()
    peer.send(reading(1), END)
    peer.close()
    return [connected(), "answer ok", report(reading(1)), report(END)]


@case
def too_many_clients(play):
    """hello, the error busy and the end: the client comes again later, and each time later"""
    busy = {"type": "error", "code": "busy", "message": "there are 1024 clients already", "hint": "come again"}
    play.listen()
    play.start()
    times = []
    for _ in range(4):
        peer = play.accept()
        times.append(time.monotonic())
        peer.send(hello(), busy)
        peer.connection.shutdown(socket.SHUT_WR)
        peer.expect_close()
    pauses = [after - before for before, after in zip(times, times[1:])]
    # Between half and all of 250, 500 and 1000 ms.
    if pauses[0] < 0.1 or pauses[2] < 0.4 or pauses[2] <= pauses[0]:
        raise Fault("its pauses are {} s; they must grow, from 0.125 s".format([round(one, 2) for one in pauses]))
    peer = play.accept()
    peer.greet()
    peer.send(reading(1), END)
    peer.close()
    return [connected(), "error busy", "disconnected"] * 4 + [connected(), report(reading(1)), report(END), "answer ok"]
