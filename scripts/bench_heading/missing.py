"""Recordings with samples missing, as of a bus that fails or a machine that stalls.

Each sensor loses its own samples. Only recordings whose calibration is in their header: the phones' tumbling logs stay whole.
"""

import dataclasses
import zlib

import numpy as np

from . import measure, recordings, targets
from .checks import SLACK_OF_VARIANT, Faults
from .inertial_errors import has_log
from .table import number

SENSORS = ("mag", "accel", "gyro")
# A part of all samples, and s that are missing every so many s.
LOST = 0.05
GAP, EVERY = 0.1, 5.0


def lost(recording):
    """One sample in twenty is missing, drawn with the recording's name as the seed."""
    random = np.random.default_rng(zlib.crc32(recording.name.encode()))
    return without(recording, random.random((len(SENSORS), len(recording.t))) < LOST)


def gaps(recording):
    """0.1 s of all sensors are missing every 5 s."""
    return without(recording, [recording.t % EVERY < GAP] * len(SENSORS))


def without(recording, missing):
    """The recording without the samples that `missing` marks, a row for each sensor."""
    arrays = {key: getattr(recording, key).copy() for key in SENSORS}
    for array, rows in zip(arrays.values(), missing, strict=True):
        array[rows] = np.nan
    return dataclasses.replace(recording, **arrays)


# Ways to lose samples, by name, and what the mean motion RMSE of a group is to be at most, of its goal.
WAYS = {"one sample in twenty": (lost, 1.3), "0.1 s every 5 s": (gaps, 3)}


def scores(path):
    """The score as recorded, and that of each way by its name; `None` of a phone."""
    recording = recordings.read(path)
    if has_log(recording):
        return None
    ways = {name: measure.changed(way(recording)) for name, (way, _) in WAYS.items()}
    return {None: measure.plain(path)} | ways


class Numbers:
    """By group and way: mean motion RMSE, mean coverage, and the greatest overconfident part."""

    def __init__(self, results):
        found = {group: [r for r in some if r] for group, some in results.items()}
        self.results = {group: some for group, some in found.items() if some}

    def motion(self, group, way):
        return targets.mean(measure.motion(r[way]) for r in self.results[group])

    def coverage(self, group, way):
        return targets.mean(r[way]["error68_coverage"] for r in self.results[group])

    def lied(self, group, way):
        return max(r[way]["lied"] for r in self.results[group])


def write(paper, n):
    rows = [
        [
            group, way, number(n.motion(group, None)), number(n.motion(group, way)),
            number(n.coverage(group, way)), number(100 * n.lied(group, way)),
        ]
        for group in n.results
        for way in WAYS
    ]  # fmt: skip
    head = ["group", "missing", "RMSE as recorded, °", "RMSE", "coverage", "overconfident, %"]
    paper.table(head, rows)


def faults(n, known):
    """What misses its target."""
    faults = Faults(known, SLACK_OF_VARIANT)
    for group in n.results:
        for way, (_, multiple) in WAYS.items():
            place = f"{group}, {way} missing"
            limit = multiple * targets.MOTION_RMSE[group]
            faults.most(f"{place}: motion RMSE", n.motion(group, way), limit)
            faults.most(f"{place}: overconfident", n.lied(group, way), 0, 5)
    return faults
