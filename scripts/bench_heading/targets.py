"""The groups of recordings, the numbers to reach, and the peers' scores."""

import csv
import json

from . import recordings

GROUPS = {
    "rotation": ["broad_02", "broad_05", "broad_07", "broad_09"],
    "translation": ["broad_11", "broad_14", "broad_16"],
    "combined": ["broad_21"],
    "tapping, vibration": ["broad_24", "broad_26"],
    "stationary magnet": ["broad_28", "broad_30"],
    "attached magnet": ["broad_33", "broad_35"],
    "phones, clean room": [
        "phone_jakob_n5_nodist_texting",
        "phone_thibaud_n5_nodist_ar",
        "phone_thibaud_n5_nodist_texting",
    ],
    "phones, magnets": ["phone_jakob_n5_dist_ar", "phone_thibaud_n5_dist_texting"],
}
# Joins the rotation group in the copies with errors of gyro and accelerometer, and begun in motion: its gyro's scale is off by 0.4 %.
ALSO_ROTATION = ["broad_01_u_slow_rotation_A"]
# Degrees of RMS error in motion.
MOTION_RMSE = dict(zip(GROUPS, (0.95, 0.67, 2.0, 1.8, 1.5, 1.9, 4.0, 10.0), strict=True))
# As BROAD labels them: tapping and vibration are disturbances of the accelerometer.
UNDISTURBED = ("rotation", "translation", "combined")

COVERAGE_OF_RECORDING = (0.5, 0.85)
COVERAGE_OF_GROUP = (0.60, 0.76)
RANK = 1.5
HIT, FALSE, FALSE_UNDISTURBED = 0.95, 0.05, 0.02
BIAS_RATIO = 1.1
CUT_RATIO = 1.3
TURNED_DEGREES = 5.0
# Of a recording that begins in motion.
WORST_START_DEGREES = 5.0
# Copies with errors of gyro and accelerometer: multiples of the plain number, degrees, coverage.
SMALL_GYRO_ERROR_RATIO = 1.3
ALSO_ROTATION_DEGREES, ALSO_ROTATION_COVERAGE = 1.2, 0.55
LARGE_GYRO_SCALE_DEGREES, LARGE_GYRO_SCALE_COVERAGE = 3.0, 0.5
TUMBLED_RATIO, TUMBLED_COVERAGE = 1.25, (0.55, 0.80)


def find():
    """The recordings' paths by group, and the names of the missing ones."""
    files = sorted(recordings.FOLDER.glob("*.jsonl*"))
    found = {
        group: [path for part in parts for path in files if path.name.startswith(part)]
        for group, parts in GROUPS.items()
    }
    missing = [
        part
        for parts in GROUPS.values()
        for part in parts
        if not any(path.name.startswith(part) for path in files)
    ]
    return found, missing


def peers():
    """The peers' scores: by (recording, variant, filter), as `motion` and `rest` in score.py."""
    scores = {}
    with open(recordings.FOLDER / "peers_heading.csv", newline="") as rows:
        for row in csv.DictReader(rows):
            scores[row["trace"], row["variant"], row["filter"]] = {
                "motion": peer_stats(row, "m"),
                "rest": peer_stats(row, "r"),
            }
    return scores


def peer_stats(row, letter):
    """The columns of motion or rest; None where they are `nan`."""
    if row[f"{letter}_rmse"] == "nan":
        return None
    return {key: float(row[f"{letter}_{key}"]) for key in ("rmse", "p95", "max")}


def labelled():
    """The names of the recordings with known intervals of interference."""
    return list(json.loads((recordings.FOLDER / "interference.json").read_text()))


def mean(values):
    """The mean of the values that are not None; None without any."""
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def of(result, part, key):
    """A number of a recording's score, such as `motion`, `rmse`."""
    return result[part][key] if result and result.get(part) else None
