"""More difficult copies of a recording, each a new recording with the same truth.

Nothing here is random that is not seeded by the recording's name: a run repeats itself.
"""

import dataclasses
import zlib

import numpy as np

from . import calibration

TURNED_SECONDS, TURNED_BY = 3.0, 120.0
LEAD = 1.0  # s of rest that a cut keeps before the motion


def bias(recording, degrees=0.3):
    """0.3°/s on each axis of the gyro, as in the peers' variant of this name, or another bias."""
    return dataclasses.replace(recording, gyro=recording.gyro + np.radians(degrees))


def rotated(q, vectors, back=False):
    """Vectors turned by unit quaternions [w, x, y, z], or by their inverses."""
    w, u = q[:, :1], q[:, 1:] * (-1 if back else 1)
    return vectors + 2 * np.cross(u, np.cross(u, vectors) + w * vectors)


def turned(recording, file):
    """The field of the first 3 s turned by 120° about the vertical; None where the truth of them
    is not known. Of an uncalibrated sensor it is the calibrated field that turns: the iron in the
    device stays as it is.
    """
    early = (recording.t < TURNED_SECONDS) & ~np.isnan(recording.mag[:, 0])
    attitude = recording.truth_q[early]
    if np.isnan(attitude).any():
        return None
    earth = rotated(attitude, calibration.applied(recording, file)[early])
    angle = np.radians(TURNED_BY)
    east, north, up = earth.T
    earth = np.column_stack([
        east * np.cos(angle) - north * np.sin(angle),
        east * np.sin(angle) + north * np.cos(angle),
        up,
    ])  # fmt: skip
    mag = recording.mag.copy()
    mag[early] = calibration.undone(rotated(attitude, earth, back=True), file)
    return dataclasses.replace(recording, mag=mag)


def beginning_of_cut(recording):
    """1 s before the motion begins, in s; None where the recording begins in motion."""
    first = recording.t[np.argmax(recording.moving)]
    return first - LEAD if recording.moving.any() and first > LEAD else None


def cut(recording):
    """The recording from 1 s before the motion on, its time from 0; None where that is all."""
    begin = beginning_of_cut(recording)
    return None if begin is None else begun(recording, begin)


def begun(recording, begin):
    """The recording from `begin` s on, its time from 0."""
    kept = recording.t >= begin
    arrays = {
        field.name: getattr(recording, field.name)[kept]
        for field in dataclasses.fields(recording)
        if field.name not in ("path", "header")
    }
    arrays["t"] = np.round(arrays["t"] - arrays["t"][0], 6)
    return dataclasses.replace(recording, **arrays)


def perturbed(recording, file, copy):
    """Slightly larger sensor errors: normally distributed, with the standard deviations

    0.3 % of the gyro's scale and 0.2°/s of its bias on each axis, 0.8 % in each element of a soft
    iron and 1.2 % of the field's strength on each axis of a hard iron. `copy` is the seed.
    """
    random = np.random.default_rng([copy, zlib.crc32(recording.name.encode())])
    scale, drift, hard = random.normal(size=(3, 3))
    soft = random.normal(size=(3, 3))
    gyro = recording.gyro * (1 + 0.003 * scale) + np.radians(0.2) * drift
    strength = np.linalg.norm(recording.reference)
    field = calibration.applied(recording, file) @ (np.eye(3) + 0.008 * soft).T
    mag = calibration.undone(field + 0.012 * strength * hard, file)
    return dataclasses.replace(recording, gyro=gyro, mag=mag)
