"""The tables of `--inertial-errors`, and its numbers that miss their targets."""

import math

import numpy as np

from . import inertial_errors, measure, targets
from .checks import SLACK_OF_VARIANT, Faults
from .report import ratio
from .table import number

# Shares of readings within so many of their error68 (which is one standard deviation but for 0.6 %).
MULTIPLES = (0.5, 1, 1.5, 2, 3, 4)


def within(errors, multiple):
    """The part of the readings whose error is at most `multiple` of their bar."""
    known = ~np.isnan(errors["error68"])
    size, bar = np.abs(errors["error"][known]), errors["error68"][known]
    return float((size <= multiple * bar).mean()) if len(bar) else None


class Numbers:
    """By copy and group: the mean motion RMSE, VQF's, the mean coverage, the greatest overconfident part.

    By copy: the parts of the readings within multiples of their bars.
    """

    def __init__(self, results):
        self.groups = [group for group, some in results.items() if some]
        self.copies = list(inertial_errors.CALIBRATED)
        self.copies += [name for name in inertial_errors.TUMBLED if name not in self.copies]

        plain = [r[inertial_errors.PLAIN] for some in results.values() for r in some]
        self.also_rotation = [r for r in plain if r["trace"] in targets.ALSO_ROTATION]

        def by_copy(function):
            return {
                name: {
                    group: function([r[name] for r in results[group] if name in r])
                    for group in self.groups
                }
                for name in self.copies
            }

        self.motion = by_copy(lambda some: targets.mean(map(measure.motion, some)))
        self.vqf = by_copy(lambda some: targets.mean(r["vqf"] for r in some))
        self.coverage = by_copy(lambda some: targets.mean(r["error68_coverage"] for r in some))
        self.lied = by_copy(lambda some: max((r["lied"] for r in some), default=None))
        self.within = {
            name: [
                targets.mean(
                    within(r[name]["errors"], multiple)
                    for some in results.values() for r in some if name in r
                )
                for multiple in MULTIPLES
            ]
            for name in self.copies
        }  # fmt: skip


def write(paper, n):
    paper.title("Motion RMSE and coverage")
    paper.text("Motion RMSE in degrees, and of VQF in brackets:")
    cell = lambda name, group: f"{number(n.motion[name][group])} ({number(n.vqf[name][group])})"
    write_by_group(paper, n, cell)
    paper.text(
        "Coverage; in brackets the greatest part of a recording that is overconfident, in %, "
        "where it is not 0:"
    )

    def coverage(name, group):
        lied = n.lied[name][group]
        more = f" ({100 * lied:.2f})" if lied else ""
        return number(n.coverage[name][group]) + more

    write_by_group(paper, n, coverage)
    paper.title("Consistency")
    paper.text("Part of the readings within a multiple of their error68, mean over the recordings:")
    head = ["copy", *(f"{multiple:g}" for multiple in MULTIPLES)]
    normal = [number(math.erf(0.9945 * multiple / math.sqrt(2))) for multiple in MULTIPLES]
    rows = [[name, *map(number, n.within[name])] for name in n.copies]
    paper.table(head, [["normally distributed", *normal], *rows])


def write_by_group(paper, n, cell):
    def row(name):
        return [name, *("–" if n.motion[name][g] is None else cell(name, g) for g in n.groups)]

    paper.table(["copy", *n.groups], [row(name) for name in n.copies])


def faults(n, known):
    """What misses its target."""
    faults = Faults(known, SLACK_OF_VARIANT)
    for result in n.also_rotation:
        name = result["trace"]
        faults.most(f"{name}: motion RMSE", measure.motion(result), targets.ALSO_ROTATION_DEGREES)
        coverage = result["error68_coverage"]
        faults.least(f"{name}: coverage", coverage, targets.ALSO_ROTATION_COVERAGE)
    plain = n.motion[inertial_errors.PLAIN]
    for name in n.copies:
        for group in n.groups:
            error = n.motion[name][group]
            if error is None or name == inertial_errors.PLAIN:
                continue
            place, multiple = f"{group}, {name}", ratio(error, plain[group])
            faults.most(f"{place}: overconfident", n.lied[name][group], 0, 5)
            if "phones" in group:
                faults.most(f"{place}: multiple", multiple, targets.TUMBLED_RATIO)
                coverage = n.coverage[name][group]
                faults.between(f"{place}: coverage", coverage, targets.TUMBLED_COVERAGE)
            elif name in inertial_errors.SMALL:
                faults.most(f"{place}: multiple", multiple, targets.SMALL_GYRO_ERROR_RATIO)
            elif name in inertial_errors.LARGE and group == "rotation":
                faults.most(f"{place}: motion RMSE", error, targets.LARGE_GYRO_SCALE_DEGREES)
                coverage = n.coverage[name][group]
                faults.least(f"{place}: coverage", coverage, targets.LARGE_GYRO_SCALE_COVERAGE)
    return faults
