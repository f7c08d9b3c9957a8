"""Processor time for one nine-axis sample, ours and VQF's, measured in turns on the same machine."""

import json
import statistics
import subprocess

from . import calibration, recordings, vqf_peer
from .headings import QIBLACTL, Failure

BENCHMARK = "pipeline: a nine-axis sample"
TURNS = 9


def text(path):
    """The result in one line, or that one of the two is missing."""
    program = QIBLACTL.parent / "benchmarks"
    if not program.exists():
        return f"Not measured: {program.name} is not built (make bench)."
    try:
        vqf_peer.need()
    except Failure as failure:
        return f"Not measured: {failure}."
    recording = recordings.read(path)
    file = calibration.write(recording)
    ours, theirs = [], []
    for _ in range(TURNS):
        theirs.append(vqf_peer.nanoseconds(recording, file))
        ours.append(nanoseconds(program))
    a, b = statistics.median(ours), statistics.median(theirs)
    return (
        f"One nine-axis sample: the whole pipeline {a:.0f} ns, VQF's C++ {b:.0f} ns, "
        f"{a / b:.2f} times as much (medians of {TURNS} turns on the same machine)."
    )


def nanoseconds(program):
    done = subprocess.run([program, "--json", BENCHMARK], capture_output=True, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    for row in rows:
        if row["benchmark"] == BENCHMARK:
            return row["ns"]
    raise Failure(f"{program} has no benchmark '{BENCHMARK}'")
