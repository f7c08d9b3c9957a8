"""The plots of docs/accuracy.md, as SVG that is the same for the same numbers."""

import math
import pathlib

import numpy as np

from . import measure, recordings, targets
from .headings import Failure

try:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
except ImportError:
    matplotlib = None

# The recording of each kind that is hardest for VQF: no interference, a magnet, a phone.
HARDEST = (
    "broad_21_u_fast_combined",
    "broad_33_d_attached_magnet_2cm",
    "phone_thibaud_n5_dist_texting",
)
OURS, VQF, OFFLINE, GYRO, GOAL = "#0b6e4f", "#d1495b", "#edae49", "#9aa5b1", "#222222"
STEP = 0.25  # s between the points of an error over time
BINS = 12


def need():
    if matplotlib is None:
        raise Failure("matplotlib is missing: pip install matplotlib")


def draw(folder, results, numbers, peers):
    """All plots into `folder`; `results` and `numbers` as in the report."""
    need()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    style()
    save(folder / "groups.svg", groups(numbers, results, peers))
    save(folder / "error-bars.svg", error_bars(results))
    for name in HARDEST:
        mine = next((r for some in results.values() for r in some if r["trace"] == name), None)
        if mine:
            save(folder / f"{name}.svg", over_time(name, mine["errors"]))


def style():
    matplotlib.rcParams.update({
        "svg.hashsalt": "bench-heading", "svg.fonttype": "none", "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "white",
    })  # fmt: skip


def save(path, figure):
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


def groups(numbers, results, peers):
    """Bars of the motion RMSE of each group."""

    def of_peer(name):
        return [
            targets.mean(
                targets.of(peers.get((r["trace"], "plain", name)), "motion", "rmse") for r in some
            )
            for some in results.values()
        ]

    figure, axes = pyplot.subplots(figsize=(8, 3.6), layout="constrained")
    series = (
        ("gyro only", GYRO, of_peer("gyro_only")),
        ("VQF", VQF, of_peer("vqf")),
        ("VQF offline", OFFLINE, of_peer("vqf_offline")),
        ("ours", OURS, list(numbers.motion.values())),
    )
    place = np.arange(len(results))
    for i, (label, color, values) in enumerate(series):
        heights = [np.nan if value is None else value for value in values]
        axes.bar(place + 0.2 * (i - 1.5), heights, 0.19, color=color, label=label)
    goals = [targets.MOTION_RMSE[group] for group in results]
    axes.hlines(goals, place - 0.42, place + 0.42, color=GOAL, linestyle=":", label="to reach")
    axes.set_yscale("log")
    axes.set_yticks([0.5, 1, 2, 5, 10, 20, 50], ["0.5", "1", "2", "5", "10", "20", "50"])
    axes.set_xticks(place, [group.replace(" ", "\n") for group in results])
    axes.set_ylabel("RMS error in motion, °")
    axes.legend(ncols=5, frameon=False, loc="upper left")
    axes.set_ylim(0.3, 200)
    return figure


def error_bars(results):
    """RMS error against the error bar that was given with it; true bars lie on the diagonal."""
    figure, axes = pyplot.subplots(figsize=(5, 4.4), layout="constrained")
    for index, (group, some) in enumerate(results.items()):
        if not some:
            continue
        bar = np.concatenate([r["errors"]["error68"] for r in some])
        error = np.concatenate([r["errors"]["error"] for r in some])
        given, rms = binned(bar, error)
        style = "-" if index < 4 else "--"
        axes.plot(given, rms, style, marker="o", ms=3, lw=1, color=f"C{index}", label=group)
    axes.plot([0.2, 60], [0.2, 60], color=GOAL, lw=0.8, linestyle=":")
    axes.set(xscale="log", yscale="log", xlim=(0.2, 60), ylim=(0.2, 60))
    ticks = [0.2, 0.5, 1, 2, 5, 10, 20, 50]
    axes.set_xticks(ticks, map(str, ticks))
    axes.set_yticks(ticks, map(str, ticks))
    axes.set(xlabel="error68 given, °", ylabel="RMS error, °")
    axes.legend(frameon=False, fontsize=7)
    return figure


def draw_consistency(folder, results):
    """The part of the readings within a multiple of their error bar, a line for each copy.

    True bars give the dotted line. `results` are those of `inertial_errors.scores`.
    """
    style()
    multiples = np.linspace(0, 4, 81)
    figure, axes = pyplot.subplots(figsize=(6.4, 4), layout="constrained")
    everyone = [copies for some in results.values() for copies in some]
    names = dict.fromkeys(name for copies in everyone for name in copies)
    for index, name in enumerate(names):
        ratios = []
        for copies in everyone:
            if name in copies:
                errors = copies[name]["errors"]
                ratios.append(np.sort(np.abs(errors["error"]) / errors["error68"]))
        # Each recording counts alike.
        parts = [np.searchsorted(some, multiples, side="right") / len(some) for some in ratios]
        line = "-" if index < 6 else "--"
        axes.plot(multiples, np.mean(parts, axis=0), line, lw=1, color=f"C{index % 10}", label=name)
    normal = [math.erf(0.9945 * multiple / math.sqrt(2)) for multiple in multiples]
    axes.plot(multiples, normal, color=GOAL, lw=0.9, linestyle=":", label="normally distributed")
    axes.set(xlabel="error as a multiple of error68", ylabel="part of the readings within")
    axes.set(xlim=(0, 4), ylim=(0, 1))
    axes.legend(frameon=False, fontsize=7)
    save(pathlib.Path(folder) / "consistency.svg", figure)


def binned(bar, error):
    """RMS error in bins of equal numbers of readings, by their error bar."""
    known = ~np.isnan(bar)
    bar, error = bar[known], error[known]
    parts = np.array_split(np.argsort(bar, kind="stable"), BINS)
    parts = [part for part in parts if len(part)]
    given = [float(np.sqrt((bar[part] ** 2).mean())) for part in parts]
    return given, [float(np.sqrt((error[part] ** 2).mean())) for part in parts]


def over_time(name, ours):
    """Our error and VQF's, and our error bar as a band."""
    recording = recordings.read(recordings.path_of(name))
    theirs = measure.errors(recording, measure.vqf_readings(recording))
    figure, axes = pyplot.subplots(figsize=(8, 2.6), layout="constrained")
    t, band = thinned(ours["t"], ours["error68"])
    axes.fill_between(t, -band, band, color=OURS, alpha=0.15, lw=0, label="our error68")
    for label, color, errors in (("VQF", VQF, theirs), ("ours", OURS, ours)):
        axes.plot(*thinned(errors["t"], errors["error"]), color=color, lw=0.9, label=label)
    axes.axhline(0, color=GOAL, lw=0.6)
    axes.set(xlabel="s", ylabel="error, °", title=name)
    axes.legend(ncols=3, frameon=False)
    return figure


def thinned(t, values):
    """One value each quarter of a second; a NaN where there is none, so that the line breaks."""
    grid = np.arange(t[0], t[-1], STEP)
    row = np.minimum(np.searchsorted(t, grid), len(t) - 1)
    near = np.abs(t[row] - grid) < STEP
    return grid, np.where(near, values[row], np.nan)
