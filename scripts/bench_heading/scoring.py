"""The errors of headings against the truth, by the rules of score.py, on arrays.

Scored are the readings of axis x from 5 s on, where x is within 60° of level, against the truth at
the reading's own instant less the direction of the undisturbed field of the place. `--self-test` compares
every number with those that score.py gives.
"""

import math

import numpy as np


def wrap(degrees):
    """Into [−180, 180)."""
    return (np.asarray(degrees) + 180) % 360 - 180


def pitch_of_x(q):
    """The angle of the sensor's x axis above the horizontal, degrees; `q`: sensor to east-north-up."""
    w, x, y, z = q.T
    return np.degrees(np.arcsin(np.clip(2 * (x * z - w * y), -1, 1)))


def north_of(recording):
    """The direction of the undisturbed field, degrees clockwise of the truth's zero."""
    east, north, _ = recording.reference
    return math.degrees(math.atan2(east, north))


class Truth:
    """The truth at the instants `t`, in s."""

    def __init__(self, recording, t):
        times, heading = recording.t, recording.truth_heading
        row = np.clip(np.searchsorted(times, t) - 1, 0, len(times) - 2)
        step = np.maximum(times[row + 1] - times[row], 1e-9)
        part = np.clip((t - times[row]) / step, 0, 1)
        true = heading[row] + part * wrap(heading[row + 1] - heading[row])
        self.row = row
        self.heading = true - north_of(recording)
        self.known = (t >= times[0]) & (t <= times[-1])
        self.level = ~np.isnan(true) & (np.abs(pitch_of_x(recording.truth_q)[row]) <= 60)
        self.moving = recording.moving[row]
        self.deviation = recording.relative_deviation()[row]


def stats(error):
    """RMS, 95th percentile and maximum, in degrees; None for fewer than 30 errors."""
    error = np.abs(error)
    if len(error) < 30:
        return None
    return {
        "rmse": float(np.sqrt((error**2).mean())),
        "p95": float(np.percentile(error, 95)),
        "max": float(error.max()),
    }


def score(recording, readings, begin=5.0):
    """The numbers of one recording, by name; a number that is not defined is None.

    `readings` are arrays (see headings.py); what is before `begin`, in s, is not scored.
    """
    truth = Truth(recording, readings.t)
    inside = truth.known & (readings.t >= begin)
    scored = inside & truth.level & readings.on_x
    got = scored & ~np.isnan(readings.heading)
    error = wrap(readings.heading - truth.heading)
    result = {
        "trace": recording.name,
        "motion": stats(error[got & truth.moving]),
        "rest": stats(error[got & ~truth.moving]),
        "have_heading": float(got.sum() / max(1, scored.sum())),
    }
    return result | honesty(error, readings, got) | interference(readings, truth, inside)


def honesty(error, readings, got):
    """How reliable the status and the error bars of the scored readings are."""
    bar, size = readings.error68, np.abs(error)
    accurate = readings.status == "accurate"
    lie = accurate & (size > np.maximum(10, 3 * np.nan_to_num(bar)))
    result = dict.fromkeys(("error68_rank", "error68_coverage", "error68_median"))
    if not got.any():
        return result | {"accurate": 0.0, "lied": 0.0, "error68_missing": 1.0}
    result["accurate"] = float(accurate[got].mean())
    result["lied"] = float(lie[got].mean())
    result["error68_missing"] = float(np.isnan(bar[got]).mean())
    some = got & ~np.isnan(bar)
    result["error68_rank"] = rank(bar[some], error[some])
    if some.any():
        result["error68_coverage"] = float((size[some] <= bar[some]).mean())
        result["error68_median"] = float(np.median(bar[some]))
    return result


def rank(bars, errors):
    """The RMS error of the quarter with the largest bars over that of the quarter with the smallest."""
    if len(bars) <= 100:
        return None
    low, high = np.percentile(bars, [25, 75])
    small, large = (stats(errors[part]) for part in (bars <= low, bars >= high))
    return large["rmse"] / max(1e-6, small["rmse"]) if small and large else None


def interference(readings, truth, inside):
    """How often disturbed (over 25 %) and clean (under 10 %) readings are called interference."""
    flagged = readings.status == "interference"
    disturbed = inside & (truth.deviation > 0.25)
    clean = inside & (truth.deviation < 0.10)

    def part(samples):
        return float(flagged[samples].mean()) if samples.sum() > 20 else None

    return {
        "interference_hit": part(disturbed),
        "interference_false": part(clean),
        "disturbed": [int(flagged[disturbed].sum()), int(disturbed.sum())],
        "clean": [int(flagged[clean].sum()), int(clean.sum())],
    }
