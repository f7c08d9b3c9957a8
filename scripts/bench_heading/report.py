"""The whole report, and its numbers that miss their targets."""

from . import first_rest, quick, targets
from .table import number

CUT_HEAD = ["recording", "cut at, s", "VQF, whole", "VQF, cut", "ours, whole", "ours, cut", "ratio"]
REST_HEAD = ["recording", "field of the spot", "VQF", "ours"]
TURNED_HEAD = ["recording", "median, °", "max, °", "max without it"]


def by_group(results, number_of):
    """The mean over each group's recordings of a number; None where no recording has it."""
    return {group: targets.mean(map(number_of, some)) for group, some in results.items()}


def ratio(a, b):
    """a / b; None where one is missing."""
    return a / b if a is not None and b else None


class Numbers:
    """The group means for the tables and the checks."""

    def __init__(self, results, peers, cuts):
        def ours(part, key):
            return by_group(results, lambda r: targets.of(r, part, key))

        def vqf(part, key, variant="plain"):
            # Only where ours has the number as well.
            def one(r):
                score = peers.get((r["trace"], variant, "vqf"))
                return targets.of(score, part, key) if r[part] else None

            return by_group(results, one)

        def of_cut(key):
            return by_group(results, lambda r: r["cut"] and r["cut"][key])

        def of_cuts_file(key):
            return by_group(results, lambda r: float(cuts[r["trace"]][key]) if r["cut"] else None)

        self.motion, self.vqf_motion = ours("motion", "rmse"), vqf("motion", "rmse")
        self.p95, self.vqf_p95 = ours("motion", "p95"), vqf("motion", "p95")
        self.rest, self.vqf_rest = ours("rest", "rmse"), vqf("rest", "rmse")
        self.coverage = by_group(results, lambda r: r["error68_coverage"])
        self.bias, self.vqf_bias = by_group(results, lambda r: r["bias"]), vqf("motion", "rmse", "bias")
        self.perturbed = by_group(results, lambda r: targets.mean(r["perturbed"]))
        self.cut, self.cut_whole = of_cut("ours"), of_cut("plain")
        self.vqf_cut = of_cuts_file("cut_motion_rmse")
        self.vqf_whole = of_cuts_file("whole_motion_rmse")


def write(paper, results, numbers, peers, cuts, cost):
    """All tables; `cost` is a line of text."""
    everyone = [result for some in results.values() for result in some]
    paper.title("Groups")
    paper.table(quick.GROUP_HEAD, [quick.group_row(g, some, peers) for g, some in results.items()])
    paper.title("Beside VQF")
    write_beside_vqf(paper, numbers)
    paper.title("Recordings")
    paper.table(quick.RECORDING_HEAD, [quick.recording_row(result) for result in everyone])
    paper.text(quick.interference_text(everyone))
    paper.text(quick.rank_text(everyone))
    paper.title("Harder copies")
    write_variants(paper, numbers)
    paper.title("Cut to 1 s before the motion")
    paper.table(CUT_HEAD, [cut_row(r, cuts[r["trace"]]) for r in everyone if r["cut"]])
    paper.title("A field turned by 120° for the first 3 s, 10 s later")
    paper.table(TURNED_HEAD, [turned_row(r) for r in everyone if r["turned"]])
    paper.title("Mean error of the first rest, °")
    paper.table(REST_HEAD, [rest_row(r) for r in everyone if r["first_rest"]])
    paper.title("Rest RMSE by the gyro's bias, °")
    write_rest_by_bias(paper, results)
    paper.title("Cost")
    paper.text(cost)


def write_beside_vqf(paper, n):
    head = ["°", "p95: VQF", "ours", "rest RMSE: VQF", "ours", "coverage"]
    columns = (n.vqf_p95, n.p95, n.vqf_rest, n.rest, n.coverage)
    paper.table(head, [[g, *(number(column[g]) for column in columns)] for g in n.motion])


def write_variants(paper, n):
    head = [
        "motion RMSE as a multiple", "gyro bias: VQF", "ours", "cut: VQF", "ours",
        "perturbed, °", "multiple",
    ]  # fmt: skip

    def row(g):
        return [
            g,
            number(ratio(n.vqf_bias[g], n.vqf_motion[g])),
            number(ratio(n.bias[g], n.motion[g])),
            number(ratio(n.vqf_cut[g], n.vqf_whole[g])),
            number(ratio(n.cut[g], n.cut_whole[g])),
            number(n.perturbed[g]),
            number(ratio(n.perturbed[g], n.motion[g])),
        ]

    paper.table(head, [row(g) for g in n.motion])


def write_rest_by_bias(paper, results):
    biases = list(enumerate(first_rest.BIASES))
    head = ["bias on each axis"] + [
        f"{who} {bias:+.1f}°/s" for who in ("VQF", "ours") for _, bias in biases
    ]

    def row(group, some):
        numbers = [
            targets.mean(r["rest_by_bias"][index][who] for r in some)
            for who in (0, 1) for index, _ in biases
        ]  # fmt: skip
        return [group, *map(number, numbers)]

    paper.table(head, [row(group, some) for group, some in results.items()])


def cut_row(result, vqf):
    ours = result["cut"]
    return [
        result["trace"],
        number(float(vqf["begin_s"])),
        number(float(vqf["whole_motion_rmse"])),
        number(float(vqf["cut_motion_rmse"])),
        number(ours["plain"]),
        number(ours["ours"]),
        number(ratio(ours["ours"], ours["plain"])),
    ]


def turned_row(result):
    keys = ("median", "max", "plain_max")
    return [result["trace"], *(number(result["turned"][key]) for key in keys)]


def rest_row(result):
    keys = ("field", "vqf", "ours")
    return [result["trace"], *(number(result["first_rest"][key]) for key in keys)]
