"""`--check`: the numbers that miss their targets."""

import csv
import math
import pathlib

from . import quick, report, targets
from .table import number

# The goals that are not reached, and their numbers now.
OPEN = pathlib.Path(__file__).with_name("open-goals.csv")
# By this part a number of them may get worse; and by half of its last digit, as it is rounded.
SLACK, ROUNDING = 0.02, 0.005
# The same of a recording with errors put in, or begun in motion: when an error is found depends on chance.
SLACK_OF_VARIANT = 0.25


def open_goals():
    """The numbers of the goals that are not reached, by name."""
    with OPEN.open(newline="") as file:
        return {row["goal"]: float(row["now"]) for row in csv.DictReader(file)}


class Faults:
    """Lines that name what is not reached; a number that is not known, or is none, is not reached.

    `known` are the numbers of open goals: such a goal counts as reached while its number is no worse. A goal that is
    reached may not stand among them, as it could get worse unseen.
    """

    def __init__(self, known, slack=SLACK):
        self.lines = []
        self.known = known
        self.slack = slack

    def most(self, name, value, limit, digits=2):
        self.between(name, value, (-math.inf, limit), digits)

    def least(self, name, value, limit, digits=2):
        self.between(name, value, (limit, math.inf), digits)

    def between(self, name, value, limits, digits=2):
        is_known = value is not None and math.isfinite(value)
        is_reached = is_known and limits[0] <= value <= limits[1]
        if name in self.known:
            if is_reached:
                self.lines.append(f"{name}: {number(value, digits)} is reached; strike it from {OPEN.name}")
                return
            now = self.known[name]
            limits = (
                min(limits[0], now * (1 - self.slack) - ROUNDING),
                max(limits[1], now * (1 + self.slack) + ROUNDING),
            )
            is_reached = is_known and limits[0] <= value <= limits[1]
        if not is_reached:
            least, most = (f"{limit:.{digits}f}" for limit in limits)
            wanted = {
                (True, False): f"not at most {most}",
                (False, True): f"not at least {least}",
            }.get(tuple(map(math.isinf, limits)), f"not {least} to {most}")
            self.lines.append(f"{name}: {number(value, digits)}, {wanted}")


def plain(results, peers, known):
    """The scores of the recordings as they are that miss their targets."""
    faults = Faults(known)
    for group, some in results.items():
        if not some:
            continue
        mean = targets.mean(targets.of(r, "motion", "rmse") for r in some)
        faults.most(f"{group}: motion RMSE", mean, targets.MOTION_RMSE[group])
        coverage = targets.mean(r["error68_coverage"] for r in some)
        faults.between(f"{group}: coverage", coverage, targets.COVERAGE_OF_GROUP)
        for name, part, key in (
            ("motion RMSE", "motion", "rmse"),
            ("p95", "motion", "p95"),
            ("rest RMSE", "rest", "rmse"),
        ):
            both = [(r, peers.get((r["trace"], "plain", "vqf"))) for r in some if r[part]]
            vqf = targets.mean(targets.of(score, part, key) for _, score in both)
            if vqf is not None:
                ours = targets.mean(targets.of(r, part, key) for r, _ in both)
                faults.most(f"{group}: {name} beside VQF", ours, vqf)
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


def everything(results, peers, n, known):
    """All numbers that miss their targets; `n` are the report's numbers."""
    faults = plain(results, peers, known)
    for group, some in results.items():
        if not some:
            continue
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
