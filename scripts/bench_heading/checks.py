"""`--check`: the numbers that miss their targets."""

import csv
import pathlib

from . import quick, report, targets
from .table import number

# The goals that are not reached, and their numbers now.
OPEN = pathlib.Path(__file__).with_name("open-goals.csv")
# By this part a number of them may get worse; and by half of its last digit, as it is rounded.
SLACK, ROUNDING = 0.02, 0.005


def open_goals():
    """The numbers of the goals that are not reached, by name."""
    with OPEN.open(newline="") as file:
        return {row["goal"]: float(row["now"]) for row in csv.DictReader(file)}


class Faults:
    """Lines that name what is not reached; a number that is not known is not reached.

    `known` are the numbers of open goals: such a goal counts as reached while its number is no worse.
    """

    def __init__(self, known):
        self.lines = []
        self.known = known

    def most(self, name, value, limit, digits=2):
        if name in self.known:
            limit = max(limit, self.known[name] * (1 + SLACK) + ROUNDING)
        if value is None or value > limit:
            self.lines.append(f"{name}: {number(value, digits)}, not at most {limit:.{digits}f}")

    def least(self, name, value, limit, digits=2):
        if name in self.known:
            limit = min(limit, self.known[name] * (1 - SLACK) - ROUNDING)
        if value is None or value < limit:
            self.lines.append(f"{name}: {number(value, digits)}, not at least {limit:.{digits}f}")

    def between(self, name, value, limits):
        if name in self.known:
            now = self.known[name]
            limits = (
                min(limits[0], now * (1 - SLACK) - ROUNDING),
                max(limits[1], now * (1 + SLACK) + ROUNDING),
            )
        if value is None or not limits[0] <= value <= limits[1]:
            self.lines.append(f"{name}: {number(value)}, not {limits[0]} to {limits[1]}")


def plain(results, known):
    """The scores of the recordings as they are that miss their targets, without the peers."""
    faults = Faults(known)
    for group, some in results.items():
        if not some:
            continue
        mean = targets.mean(targets.of(r, "motion", "rmse") for r in some)
        faults.most(f"{group}: motion RMSE", mean, targets.MOTION_RMSE[group])
        coverage = targets.mean(r["error68_coverage"] for r in some)
        faults.between(f"{group}: coverage", coverage, targets.COVERAGE_OF_GROUP)
        for result in some:
            recording(faults, result)
    hit, false, undisturbed = quick.interference([r for some in results.values() for r in some])
    faults.least("interference: hit", hit, targets.HIT, 3)
    faults.most("interference: false", false, targets.FALSE, 3)
    faults.most("interference: false, undisturbed", undisturbed, targets.FALSE_UNDISTURBED, 3)
    return faults


def recording(faults, result):
    name = result["trace"]
    faults.between(f"{name}: coverage", result["error68_coverage"], targets.COVERAGE_OF_RECORDING)
    faults.least(f"{name}: rank", result["error68_rank"], targets.RANK)
    faults.least(f"{name}: have heading", result["have_heading"], 1, 4)
    faults.most(f"{name}: without error68", result["error68_missing"], 0, 4)
    faults.most(f"{name}: overconfident", result["lied"], 0, 5)


def everything(results, n, known):
    """All numbers that miss their targets; `n` are the report's numbers."""
    faults = plain(results, known)
    for group, some in results.items():
        if not some:
            continue
        for name, ours, vqf in (
            ("motion RMSE beside VQF", n.motion, n.vqf_motion),
            ("p95 beside VQF", n.p95, n.vqf_p95),
            ("rest RMSE beside VQF", n.rest, n.vqf_rest),
        ):
            if vqf[group] is not None:
                faults.most(f"{group}: {name}", ours[group], vqf[group])
        multiple = report.ratio(n.bias[group], n.motion[group])
        faults.most(f"{group}: multiple with a gyro bias", multiple, targets.BIAS_RATIO)
        if n.cut_whole[group] is not None:
            if group in targets.UNDISTURBED:
                name, limit = "1.3 of the whole", targets.CUT_RATIO * n.cut_whole[group]
            else:
                name, limit = "VQF", n.vqf_cut[group]
            faults.most(f"{group}: motion RMSE when cut, beside {name}", n.cut[group], limit)
        for result in some:
            if result["turned"]:
                name = f"{result['trace']}: greatest error 10 s after a turned field"
                faults.most(name, result["turned"]["max"], targets.TURNED_DEGREES)
    return faults
