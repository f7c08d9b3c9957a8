"""`--self-test`: checks our copy of the scorer against score.py, and the variants.

QIBLAD_SCORE is the scorer; by default score.py in the folder above the recordings.
"""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np

from . import calibration, headings, recordings, scoring, variants

SCORE = pathlib.Path(os.environ.get("QIBLAD_SCORE", recordings.FOLDER / ".." / "score.py"))
DIGITS = {"have_heading": 4, "lied": 5, "error68_missing": 4, "error68_rank": 2, "error68_median": 2}


def faults(path):
    """A line for each difference."""
    recording = recordings.read(path)
    file = calibration.write(recording)
    found = scorer_faults(recording, file) + identity_faults(recording, file)
    return [f"{recording.name}: {fault}" for fault in found + turned_faults(recording, file)]


def scorer_faults(recording, file):
    arguments = ["--topics", "reading"] + (["--calibration", str(file)] if file else [])
    output = headings.run(["replay", str(recording.path), *arguments])
    command = [sys.executable, SCORE, recording.path, "-", "--json"]
    done = subprocess.run(command, input=output, capture_output=True)
    if done.returncode != 0:
        return [f"score.py: {done.stderr.decode().strip()}"]
    theirs, ours = json.loads(done.stdout), scoring.score(recording, headings.parse(output))
    found = []
    for key, value in theirs.items():
        if key not in ours or key == "trace":
            continue
        mine = rounded(ours[key], DIGITS.get(key, 3))
        if isinstance(value, dict):
            value.pop("n")
        if mine != value:
            found.append(f"{key} is {mine}, of score.py {value}")
    if len(theirs.keys() & ours.keys()) < 10:
        found.append("score.py prints other numbers than it did")
    return found


def rounded(value, digits):
    if isinstance(value, dict):
        return {key: round(some, digits) for key, some in value.items()}
    return value if value is None else round(value, digits)


def identity_faults(recording, file):
    """A recording that is read and written again must give the same readings as its file."""
    ours = headings.replay(recording, file, changed=True)
    if not np.array_equal(ours.heading, headings.replay(recording, file).heading, equal_nan=True):
        return ["written again it gives other headings"]
    return []


def turned_faults(recording, file):
    """The turned field points 120° further, and is as strong and as steep as it was."""
    variant = variants.turned(recording, file)
    if variant is None:
        return []
    early = (recording.t < variants.TURNED_SECONDS) & ~np.isnan(recording.mag[:, 0])

    def earth(some):
        return variants.rotated(some.truth_q[early], calibration.applied(some, file)[early])

    was, now = earth(recording), earth(variant)
    turn = np.degrees(np.arctan2(now[:, 1], now[:, 0]) - np.arctan2(was[:, 1], was[:, 0]))
    # The truth is printed to five digits, so its quaternions are not quite of length 1.
    same = np.abs(scoring.wrap(turn - variants.TURNED_BY)).max() < 0.05
    same &= np.abs(now[:, 2] - was[:, 2]).max() < 0.02
    return [] if same else ["the turned field is not turned by 120° about the vertical"]
