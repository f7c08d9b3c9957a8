"""VQF, the best of the public filters, on the same samples as ours (`pip install vqf`).

As for the peers' scores: VQF's own parameters, the recording's mean rate, the calibrated field, held
between the samples of a slower magnetometer; the heading of the x axis of its nine-axis attitude.
"""

import statistics
import time

import numpy as np

from . import calibration
from .headings import Failure, Readings

try:
    from vqf import VQF, offlineVQF
except ImportError:
    VQF = None


def need():
    """Names what is missing if VQF is not installed."""
    if VQF is None:
        raise Failure("VQF is missing: pip install vqf")


def held(values):
    """Each row without a value gets the previous one; rows before the first value get the first."""
    present = ~np.isnan(values[:, 0])
    last = np.maximum.accumulate(np.where(present, np.arange(len(values)), -1))
    return values[np.where(last < 0, np.argmax(present), last)]


def samples(recording, file):
    """Gyro, accelerometer and calibrated field of every line, as VQF takes them; and the period."""
    period = float(np.mean(np.diff(recording.t)))
    mag = held(calibration.applied(recording, file))
    arrays = (held(recording.gyro), held(recording.accel), mag)
    return *(np.ascontiguousarray(array, float) for array in arrays), period


def heading(q):
    """Degrees clockwise of north of the x axis; `q` turns sensor into east-north-up."""
    w, x, y, z = q.T
    return np.degrees(np.arctan2(1 - 2 * (y * y + z * z), 2 * (x * y + w * z))) % 360


def run(recording, file, offline=False):
    """VQF's headings as readings without error bars."""
    need()
    gyro, accel, mag, period = samples(recording, file)
    if offline:
        attitude = offlineVQF(gyro, accel, mag, period)["quat9D"]
    else:
        attitude = VQF(period).updateBatch(gyro, accel, mag)["quat9D"]
    number = len(recording.t)
    return Readings(
        t=recording.t,
        heading=heading(attitude),
        error68=np.full(number, np.nan),
        status=np.full(number, ""),
        on_x=np.full(number, True),
    )


def nanoseconds(recording, file, rounds=9):
    """The median time of one nine-axis update, the loop around it in C++."""
    need()
    gyro, accel, mag, period = samples(recording, file)
    taken = [_timed(VQF(period), gyro, accel, mag) for _ in range(rounds)]
    return statistics.median(taken) / len(gyro) * 1e9


def _timed(vqf, gyro, accel, mag):
    begin = time.perf_counter()
    vqf.updateBatch(gyro, accel, mag)
    return time.perf_counter() - begin
