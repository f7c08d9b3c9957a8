"""Recordings with a broken sensor: whether a heading is accurate and wrong.

One sensor at a time, from a third of the motion on or from the first sample on. At rest no sensor shows an offset, a scale or a reversed
axis of another one, so what comes before the first motion is not judged.
"""

import dataclasses
import zlib

import numpy as np

from . import headings, recordings, scoring
from .checks import Faults
from .table import number

# One of each kind of motion.
RECORDINGS = ("broad_02", "broad_07", "broad_11", "broad_16", "broad_21", "broad_24")
# Of each sensor, in its unit (µT, m/s², rad/s): the noise of one that is stuck, and what it is shifted by.
NOISE = {"mag": 0.3, "accel": 0.05, "gyro": 0.005}
SHIFT = {"mag": 5.0, "accel": 1.0, "gyro": 0.1}
LATE = 0.3
# s for which a heading may be accurate and off by more than 10° and three times its error: a fault takes so long to show.
LONGEST = 3.0


def late(values, t):
    return np.stack([np.interp(t - LATE, t, column) for column in values.T], 1)


def stuck(values, noise=0.0, random=None):
    steady = np.repeat(values[:1], len(values), 0)
    return steady + noise * random.normal(size=values.shape) if noise else steady


# What a fault makes of the values of a sensor (`key`) at the instants t; and whether it is tried from the first sample on, too.
FAULTS = {
    "stuck": (lambda v, t, key, random: stuck(v), True),
    "stuck, with noise": (lambda v, t, key, random: stuck(v, NOISE[key], random), True),
    "zero": (lambda v, t, key, random: v * 0, True),
    "x reversed": (lambda v, t, key, random: v * [-1, 1, 1], False),
    "x and y exchanged": (lambda v, t, key, random: v[:, [1, 0, 2]], False),
    "halved": (lambda v, t, key, random: v / 2, False),
    "doubled": (lambda v, t, key, random: v * 2, False),
    "shifted": (lambda v, t, key, random: v + [SHIFT[key], 0, 0], False),
    "late by 0.3 s": (lambda v, t, key, random: late(v, t), False),
}
SENSORS = {"mag": "magnetometer", "accel": "accelerometer", "gyro": "gyro"}


def broken(recording, key, fault, begin):
    """The recording with a fault of one sensor from `begin` s on."""
    values = getattr(recording, key).copy()
    rows = np.flatnonzero(~np.isnan(values[:, 0]) & (recording.t >= begin))
    random = np.random.default_rng(zlib.crc32(f"{recording.name} {key}".encode()))
    values[rows] = FAULTS[fault][0](values[rows], recording.t[rows], key, random)
    return dataclasses.replace(recording, **{key: values})


def longest_lie(recording, readings, begin):
    """s: how long a heading is accurate and off by more than 10° and three times its error, at the longest."""
    truth = scoring.Truth(recording, readings.t)
    error = np.abs(scoring.wrap(readings.heading - truth.heading))
    judged = truth.known & truth.level & readings.on_x & (readings.t >= begin)
    lies = judged & (readings.status == "accurate") & (error > np.maximum(10, 3 * readings.error68))
    longest, since = 0.0, None
    for t, is_lie in zip(readings.t[judged], lies[judged], strict=True):
        since = (t if since is None else since) if is_lie else None
        longest = max(longest, t - since) if is_lie else longest
    return float(longest)


def scores(path):
    """s of the longest lie, of each (sensor, fault), in a list; `None` of another recording."""
    if not path.name.startswith(RECORDINGS):
        return None
    recording = recordings.read(path)
    first, *_, last = recording.t[recording.moving]
    found = {}
    for key in SENSORS:
        for fault, (_, from_start) in FAULTS.items():
            begins = [first + (last - first) / 3, *([0.0] if from_start else [])]
            found[key, fault] = [
                longest_lie(
                    recording,
                    headings.replay(broken(recording, key, fault, begin), changed=True),
                    first,
                )
                for begin in begins
            ]
    return found


class Numbers:
    """By sensor and fault: how many copies there are, in how many a heading lies for over `LONGEST` s, and the longest."""

    def __init__(self, results):
        found = [scores for some in results.values() for scores in some if scores]
        self.seconds = {
            (key, fault): [s for scores in found for s in scores[key, fault]]
            for key in SENSORS
            for fault in FAULTS
        }

    def lies(self, key, fault):
        return sum(s > LONGEST for s in self.seconds[key, fault])

    def longest(self, key, fault):
        return max(self.seconds[key, fault], default=0.0)


def write(paper, n):
    rows = [
        [SENSORS[key], fault, str(len(n.seconds[key, fault])), str(n.lies(key, fault)), number(n.longest(key, fault), 1)]
        for key, fault in n.seconds
    ]  # fmt: skip
    paper.table(["sensor", "fault", "copies", "accurate and wrong for over 3 s", "longest, s"], rows)


def faults(n, known):
    """What misses its target."""
    faults = Faults(known)
    for key, fault in n.seconds:
        faults.most(f"{SENSORS[key]} {fault}: copies accurate and wrong", n.lies(key, fault), 0, 0)
    return faults
