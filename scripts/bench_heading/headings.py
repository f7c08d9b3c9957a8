"""Headings of our filter: what `qiblactl replay` prints for a recording."""

import dataclasses
import json
import os
import pathlib
import subprocess

import numpy as np

from .recordings import ROOT

QIBLACTL = pathlib.Path(os.environ.get("QIBLACTL", ROOT / ".build" / "release" / "qiblactl"))


class Failure(Exception):
    """A failure that the user can fix, in one line."""


@dataclasses.dataclass(frozen=True)
class Readings:
    """Readings as arrays: s, degrees; NaN without a value."""

    t: np.ndarray
    heading: np.ndarray
    error68: np.ndarray
    status: np.ndarray
    on_x: np.ndarray


def run(arguments, trace=None):
    """The output of qiblactl, with `trace` (bytes) on its standard input."""
    if not QIBLACTL.exists():
        raise Failure(f"{QIBLACTL} is not there: run 'make build' first")
    done = subprocess.run([QIBLACTL, *arguments], input=trace, capture_output=True)
    if done.returncode != 0:
        complaint = done.stderr.decode(errors="replace").strip().split("\n")[0]
        raise Failure(f"qiblactl {arguments[0]}: {complaint}")
    return done.stdout


def parse(output):
    """The readings in the output of `qiblactl replay`."""
    rows = [json.loads(line) for line in output.split(b"\n") if line.startswith(b"{")]
    rows = [row for row in rows if row.get("type") == "reading"]

    def number(key):
        return np.array([row.get(key, np.nan) for row in rows], float)

    return Readings(
        t=number("t_us") / 1e6,
        heading=number("heading_magnetic_deg"),
        error68=number("error68_deg"),
        status=np.array([row.get("status", "") for row in rows]),
        on_x=np.array([row.get("axis", "x") == "x" for row in rows]),
    )


def replay(recording, calibration=None, use=None, changed=False):
    """Our readings of a recording; `changed` means that it differs from its file."""
    arguments = ["--topics", "reading"]
    arguments += ["--calibration", str(calibration)] if calibration else []
    arguments += ["--use", use] if use else []
    if changed:
        return parse(run(["replay", "-", *arguments], recording.lines()))
    return parse(run(["replay", str(recording.path), *arguments]))
