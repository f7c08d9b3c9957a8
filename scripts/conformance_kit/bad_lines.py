"""Cases: lines that no client may take."""

import contextlib

from .messages import END, connected, line, qibla, reading, report
from .play import Fault

CASES = []


def case(function):
    CASES.append(function)
    return function


def broken(play, data):
    """A connection that sends bytes that no client may take, and one that works."""
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet()
    peer.send(reading(1))
    with contextlib.suppress(Fault):
        peer.send_bytes(data)
    peer.expect_close()
    peer = play.accept()
    peer.greet()
    peer.send(reading(2), END)
    peer.close()
    return [connected(), report(reading(1)), "disconnected", connected(), report(reading(2)), report(END)] + [
        "answer ok"] * 2


@case
def a_line_over_the_limit(play):
    """a line over 16,384 bytes: no memory is filled with it, the connection is closed"""
    return broken(play, line(reading(7, padding="x" * 20_000)) + line(reading(8)))


@case
def a_line_without_end(play):
    """megabytes without a line feed"""
    return broken(play, b"[" * 3_000_000)


@case
def a_line_of_the_limit(play):
    """a line of 16,384 bytes with its line feed, and one more byte"""
    whole = reading(7, padding="")
    whole["padding"] = "x" * (16_384 - len(line(whole)))
    assert len(line(whole)) == 16_384
    longer = dict(whole, padding=whole["padding"] + "x")
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet()
    peer.send(whole)
    with contextlib.suppress(Fault):
        peer.send(longer)
    peer.expect_close()
    peer = play.accept()
    peer.greet()
    peer.send(END)
    peer.close()
    return [connected(), report(whole), "disconnected", connected(), report(END)] + ["answer ok"] * 2


@case
def a_line_that_is_not_json(play):
    """a line that is not JSON"""
    return broken(play, b'{"type":"reading","seq":2,}\n' + line(reading(8)))


@case
def a_number_that_json_does_not_have(play):
    """NaN, which some encoders write"""
    return broken(play, line(reading(2, heading="X")).replace(b'"X"', b"NaN") + line(reading(8)))


@case
def bytes_that_are_not_utf8(play):
    """a line that is not UTF-8"""
    return broken(play, line(qibla(1, "X")).replace(b"X", b"\xc3\x28") + line(reading(8)))


@case
def brackets_without_end(play):
    """a line of nested brackets, within the limit"""
    return broken(play, b'{"type":' + b"[" * 16_000 + b"\n" + line(reading(8)))
