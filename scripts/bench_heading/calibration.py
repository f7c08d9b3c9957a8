"""Calibrations of the recordings of phones, from the tumbling log that each of them names."""

import json
import sys

import numpy as np

from . import recordings
from .headings import Failure, run


def fit_ellipsoid(mag, rounds=20):
    """The hard iron, and the symmetric soft iron of determinant 1, that make `mag` a sphere.

    Least squares of the general quadric mᵀQm + uᵀm = 1, with points off by more than three
    robust standard deviations left out in each further round; an ellipsoid's algebraic fit is
    good enough where the whole sphere was visited. Returns the offset and matrix in
    matrix · (m − offset), and the RMS of the strength's residual as a part of the radius.
    """
    middle, scale = mag.mean(axis=0), mag.std()
    points = (mag - middle) / scale
    x, y, z = points.T
    design = np.column_stack([x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z, x, y, z])
    used = np.ones(len(points), bool)
    for _ in range(rounds):
        a, b, c, d, e, f, *linear = np.linalg.lstsq(design[used], np.ones(used.sum()), rcond=None)[0]
        quadric = np.array([[a, d, e], [d, b, f], [e, f, c]])
        centre = -0.5 * np.linalg.solve(quadric, linear)
        values, axes = np.linalg.eigh(quadric * np.sign(np.trace(quadric)))
        if values.min() <= 0:
            raise Failure("the tumbling log does not give an ellipsoid")
        matrix = axes @ np.diag(np.sqrt(values / np.cbrt(values.prod()))) @ axes.T
        strength = np.linalg.norm((points - centre) @ matrix, axis=1)
        residual = strength / np.median(strength[used]) - 1
        limit = 3 * 1.4826 * np.median(np.abs(residual))
        kept = np.abs(residual) <= limit
        if (kept == used).all():
            break
        used = kept
    return middle + scale * centre, matrix, float(np.sqrt((residual[used] ** 2).mean()))


def fit_outside(path):
    """A calibration file's content by `fit_ellipsoid`; to go when `qiblactl fit` is everywhere."""
    mag = recordings.read(path).mag
    mag = mag[~np.isnan(mag[:, 0])]
    # A sensor slower than the log is repeated in it.
    mag = mag[np.append(True, np.any(np.diff(mag, axis=0) != 0, axis=1))]
    offset, matrix, residual = fit_ellipsoid(mag)
    return {
        "offset_ut": offset.tolist(),
        "matrix": matrix.tolist(),
        "grade": "A" if residual < 0.02 else "C",
    }


def must_fit_outside():
    """Whether qiblactl does not know how to fit, which is then said."""
    # The help of a command that is not there is that of the whole program.
    if b"USAGE: qiblactl fit" not in run(["fit", "--help"]):
        print(
            "bench-heading: this qiblactl has no fit: the phones' calibration is this script's own",
            file=sys.stderr,
        )
        return True
    return False


def write(recording, outside):
    """The file of the calibration that a recording needs; None where it needs none.

    `outside`: by `fit_outside`, where `qiblactl fit` is not to be used.
    """
    log = recording.header.get("calibration_trace")
    if log is None:
        return None
    path = recordings.path_of(log)
    if path is None:
        raise Failure(f"{recording.name} needs {log} for its calibration")
    if outside:
        text = json.dumps(fit_outside(path)).encode()
    else:
        text = run(["fit", str(path), "--json"])
    recordings.CACHE.mkdir(parents=True, exist_ok=True)
    file = recordings.CACHE / f"calibration-{'outside' if outside else 'fit'}-{log}.json"
    unfinished = file.with_suffix(f".{recording.name}")
    unfinished.write_bytes(text)
    unfinished.replace(file)
    return file


def applied(recording, file):
    """The recording's field after the calibration in `file`, as the other filters get it."""
    if file is None:
        return recording.mag
    calibration = json.loads(file.read_text())
    return (recording.mag - calibration["offset_ut"]) @ np.array(calibration["matrix"]).T


def undone(field, file):
    """What the sensor would have measured where the calibrated field is this."""
    if file is None:
        return field
    calibration = json.loads(file.read_text())
    return np.linalg.solve(np.array(calibration["matrix"]), field.T).T + calibration["offset_ut"]
