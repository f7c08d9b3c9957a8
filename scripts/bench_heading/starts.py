"""Recordings that begin in the middle of their motion, as a device that is switched on in a hand does.

Only those with a rest at the beginning, which is left out; the phones have none.
"""

import numpy as np

from . import measure, recordings, targets, variants
from .checks import SLACK_OF_VARIANT, Faults
from .table import number

# Parts of the motion that are left out.
PARTS = np.round(np.arange(0.05, 0.86, 0.05), 2)


def scores(path):
    """The score of each start; none where the recording begins in motion."""
    recording = recordings.read(path)
    first = variants.beginning_of_cut(recording)
    if first is None:
        return []
    seconds = recording.t[-1] - first
    return [measure.changed(variants.begun(recording, first + part * seconds)) for part in PARTS]


class Numbers:
    """By group, of all starts: the median and the greatest motion RMSE, mean coverage, the greatest overconfident part."""

    def __init__(self, results):
        self.starts = {
            group: [r for some in all_starts for r in some if measure.motion(r) is not None]
            for group, all_starts in results.items()
        }
        self.starts = {group: some for group, some in self.starts.items() if some}

    def motion(self, group):
        errors = list(map(measure.motion, self.starts[group]))
        return float(np.median(errors)), max(errors)

    def coverage(self, group):
        return targets.mean(r["error68_coverage"] for r in self.starts[group])

    def lied(self, group):
        return max(r["lied"] for r in self.starts[group])


def write(paper, n):
    rows = [
        [
            group, str(len(n.starts[group])), *map(number, n.motion(group)),
            number(n.coverage(group)), number(100 * n.lied(group)),
        ]
        for group in n.starts
    ]  # fmt: skip
    head = ["group", "starts", "median RMSE, °", "worst", "coverage", "overconfident, %"]
    paper.table(head, rows)


def faults(n, known):
    """What misses its target."""
    faults = Faults(known, SLACK_OF_VARIANT)
    for group in n.starts:
        place = f"{group}, started in motion"
        median, worst = n.motion(group)
        limit = targets.CUT_RATIO * targets.MOTION_RMSE[group]
        faults.most(f"{place}: median motion RMSE", median, limit)
        faults.most(f"{place}: greatest motion RMSE", worst, targets.WORST_START_DEGREES)
        faults.most(f"{place}: overconfident", n.lied(group), 0, 5)
    return faults
