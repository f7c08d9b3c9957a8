"""Recordings as arrays; see docs/traces.md for the format.

Parsing the JSON takes most of a run's time, so the arrays are kept in .build/bench-heading.
"""

import dataclasses
import gzip
import json
import os
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".build" / "bench-heading"
FOLDER = pathlib.Path(
    os.environ.get("QIBLAD_RECORDINGS", ROOT / ".." / "shared" / "data" / "traces")
)
VECTORS = {"mag": 3, "accel": 3, "gyro": 3, "truth_q": 4}
NUMBERS = ("t", "truth_heading", "truth_mag_dev")


@dataclasses.dataclass(frozen=True)
class Recording:
    """One recording: a row of each array is a line of the trace, NaN where the line lacks the key.

    Units as in the trace: s, µT, m/s², rad/s, degrees; `truth_q` turns sensor into east-north-up.
    """

    path: pathlib.Path
    header: dict
    t: np.ndarray
    mag: np.ndarray
    accel: np.ndarray
    gyro: np.ndarray
    truth_q: np.ndarray
    truth_heading: np.ndarray
    truth_mag_dev: np.ndarray
    moving: np.ndarray

    @property
    def name(self):
        return self.header["name"]

    @property
    def reference(self):
        """The undisturbed field of the place, east-north-up in µT."""
        return np.array(self.header["mag_ref_enu_ut"])

    def relative_deviation(self):
        """By how much the field differs from the undisturbed one, as a part of its strength."""
        return self.truth_mag_dev / np.linalg.norm(self.reference)

    def lines(self):
        """The recording without its truth, as the bytes of a trace."""
        rows = [json.dumps(self.header)]
        columns = [(key, getattr(self, key)) for key in ("mag", "accel", "gyro")]
        lists = [(key, array.tolist(), ~np.isnan(array[:, 0])) for key, array in columns]
        for i, t in enumerate(self.t.tolist()):
            row = {"t": t}
            for key, values, present in lists:
                if present[i]:
                    row[key] = values[i]
            rows.append(json.dumps(row))
        return ("\n".join(rows) + "\n").encode()


def path_of(name):
    """The path of the recording with this name; None if there is none."""
    found = (FOLDER / (name + ending) for ending in (".jsonl.gz", ".jsonl"))
    return next((path for path in found if path.exists()), None)


def parse(path):
    """The arrays of a trace by key, and its header."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt") as lines:
        header = json.loads(next(lines))
        rows = [json.loads(line) for line in lines]
    arrays = {
        key: np.array([row.get(key, [np.nan] * width) for row in rows], float)
        for key, width in VECTORS.items()
    }
    arrays |= {key: np.array([row.get(key, np.nan) for row in rows], float) for key in NUMBERS}
    arrays["moving"] = np.array([row.get("moving", True) for row in rows])
    return header, arrays


def read(path):
    """The recording at `path`, from the cache where that is as new as the file."""
    stamp = path.stat()
    cached = CACHE / f"{path.name}-{stamp.st_size}-{stamp.st_mtime_ns}.npz"
    if cached.exists():
        with np.load(cached) as stored:
            arrays = {key: stored[key] for key in stored.files}
        header = json.loads(str(arrays.pop("header")))
    else:
        header, arrays = parse(path)
        CACHE.mkdir(parents=True, exist_ok=True)
        unfinished = cached.with_suffix(f".{os.getpid()}.npz")
        np.savez(unfinished, header=json.dumps(header), **arrays)
        unfinished.replace(cached)
    return Recording(path=path, header=header, **arrays)
