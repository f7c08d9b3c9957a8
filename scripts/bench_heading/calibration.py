"""Calibrations of the recordings of phones, from the tumbling log that each of them names."""

import json

import numpy as np

from . import recordings
from .headings import Failure, run


def log_of(recording):
    """The path of the tumbling log that a recording names; None if it names none."""
    log = recording.header.get("calibration_trace")
    if log is None:
        return None
    path = recordings.path_of(log)
    if path is None:
        raise Failure(f"{recording.name} needs {log} for its calibration")
    return path


def write(recording):
    """The file of the calibration that a recording needs; None if it needs none."""
    path = log_of(recording)
    if path is None:
        return None
    log = recording.header["calibration_trace"]
    text = run(["fit", str(path), "--json"])
    recordings.CACHE.mkdir(parents=True, exist_ok=True)
    file = recordings.CACHE / f"calibration-{log}.json"
    unfinished = file.with_suffix(f".{recording.name}")
    unfinished.write_bytes(text)
    unfinished.replace(file)
    return file


def applied(recording, file):
    """The recording's field after the calibration in `file`, for the other filters."""
    if file is None:
        return recording.mag
    calibration = json.loads(file.read_text())
    return (recording.mag - calibration["offset_ut"]) @ np.array(calibration["matrix"]).T


def undone(field, file):
    """The sensor's measurement for this calibrated field: the inverse of the calibration."""
    if file is None:
        return field
    calibration = json.loads(file.read_text())
    return np.linalg.solve(np.array(calibration["matrix"]), field.T).T + calibration["offset_ut"]
