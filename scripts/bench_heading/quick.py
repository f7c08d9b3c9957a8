"""`--quick`: the scores of the recordings as they are, a line for each group and each recording."""

import numpy as np

from . import targets
from .scoring import rank
from .table import number


def group_row(group, results, peers):
    """Motion RMSE of the peers and of ours, and the number to reach."""

    def of_peer(name):
        scores = (peers.get((r["trace"], "plain", name)) for r in results)
        return targets.mean(targets.of(score, "motion", "rmse") for score in scores)

    ours = targets.mean(targets.of(r, "motion", "rmse") for r in results)
    goal = targets.MOTION_RMSE[group]
    verdict = "no" if ours is None or ours > goal else "yes"
    values = [of_peer("gyro_only"), of_peer("vqf"), of_peer("vqf_offline"), ours, goal]
    return [group, *(number(value) for value in values), verdict]


GROUP_HEAD = ["motion RMSE, °", "gyro only", "VQF", "VQF offline", "ours", "to reach", "reached"]
RECORDING_HEAD = [
    "recording", "motion RMSE", "p95", "max", "rest RMSE", "have heading", "accurate", "overconfident",
    "no error68", "coverage", "rank", "hit", "false",
]  # fmt: skip


def recording_row(result):
    """The scores of one recording."""
    return [
        result["trace"],
        *(number(targets.of(result, "motion", key)) for key in ("rmse", "p95", "max")),
        number(targets.of(result, "rest", "rmse")),
        number(result["have_heading"], 3),
        number(result["accurate"]),
        number(result["lied"], 4),
        number(result["error68_missing"], 3),
        number(result["error68_coverage"]),
        number(result["error68_rank"]),
        number(result["interference_hit"], 3),
        number(result["interference_false"], 3),
    ]


def pooled(results, names=None):
    """Over all samples of the recordings called: the parts of disturbed and clean ones flagged."""
    some = [r for r in results if names is None or r["trace"] in names]
    rates = {}
    for key in ("disturbed", "clean"):
        flagged, samples = (sum(r[key][i] for r in some) for i in (0, 1))
        rates[key] = flagged / samples if samples else None
    return rates


def interference(results):
    """The pooled rates of the labelled recordings, and of those that have no disturbed sample."""
    labelled = pooled(results, targets.labelled())
    undisturbed = pooled(results, [r["trace"] for r in results if r["disturbed"][1] == 0])
    return labelled["disturbed"], labelled["clean"], undisturbed["clean"]


def interference_text(results):
    hit, false, undisturbed = interference(results)
    return (
        "Interference, all samples together: "
        f"hit {number(hit, 3)} (≥ {targets.HIT}) and false {number(false, 3)} (≤ {targets.FALSE}) "
        "in the recordings with labelled intervals; "
        f"false {number(undisturbed, 3)} (≤ {targets.FALSE_UNDISTURBED}) "
        "in those without a sample that is off by more than 25 %."
    )


def rank_text(results):
    bars, errors = (
        np.concatenate([r["errors"][key] for r in results]) for key in ("error68", "error")
    )
    return f"Rank, the readings of all recordings together: {number(rank(bars, errors), 1)}."


def write(paper, results, peers):
    """`results`: the scores of the recordings of each group."""
    paper.table(GROUP_HEAD, [group_row(g, some, peers) for g, some in results.items()])
    everyone = [result for some in results.values() for result in some]
    paper.table(RECORDING_HEAD, [recording_row(result) for result in everyone])
    paper.text(interference_text(everyone))
    paper.text(rank_text(everyone))
