"""All measurements of one recording, in a separate process."""

import numpy as np

from . import calibration, first_rest, headings, recordings, scoring, variants, vqf_peer

TURNED_WINDOW = (13.0, 15.0)  # s: 10 s after the field is itself again


def plain(path, use=None):
    """The score of one recording as it is, and its errors."""
    recording = recordings.read(path)
    file = calibration.write(recording)
    readings = headings.replay(recording, file, use)
    return scoring.score(recording, readings) | {"errors": errors(recording, readings)}


def changed(recording):
    """The score of a changed recording that names no tumbling log."""
    return scoring.score(recording, headings.replay(recording, changed=True))


def motion(score):
    return score["motion"]["rmse"] if score["motion"] else None


def everything(path, use, copies):
    """The plain score, that of each variant, and the errors to plot."""
    recording = recordings.read(path)
    file = calibration.write(recording)

    def replay(some):
        return headings.replay(some, file, use, changed=True)

    readings = headings.replay(recording, file, use)
    result = scoring.score(recording, readings)
    result["bias"] = motion(scoring.score(recording, replay(variants.bias(recording))))
    result["perturbed"] = [
        motion(scoring.score(recording, replay(variants.perturbed(recording, file, copy))))
        for copy in range(copies)
    ]
    result["turned"] = turned(recording, file, readings, replay)
    result["cut"] = cut(recording, file, readings, replay)
    result["first_rest"] = first_rest.of(recording, file, readings)
    result["rest_by_bias"] = first_rest.by_bias(recording, file, replay)
    result["errors"] = errors(recording, readings)
    return result


def turned(recording, file, readings, replay):
    """The greatest and the median error 10 s after the turned field; the same without it."""
    variant = variants.turned(recording, file)
    if variant is None:
        return None
    after = window_errors(recording, replay(variant), *TURNED_WINDOW)
    plainly = window_errors(recording, readings, *TURNED_WINDOW)
    if not len(after) or not len(plainly):
        return None
    return {
        "max": float(after.max()),
        "median": float(np.median(after)),
        "plain_max": float(plainly.max()),
    }


def window_errors(recording, readings, begin, end):
    """The sizes of the scored errors between two instants."""
    truth = scoring.Truth(recording, readings.t)
    chosen = truth.known & truth.level & readings.on_x & ~np.isnan(readings.heading)
    chosen &= (readings.t >= begin) & (readings.t < end)
    return np.abs(scoring.wrap(readings.heading - truth.heading))[chosen]


def cut(recording, file, readings, replay):
    """Motion RMSE on the cut, and of the whole recording over the same time.

    A cut is scored from 5 s after its own beginning on, and so is the whole beside it.
    """
    variant = variants.cut(recording)
    if variant is None:
        return None
    begin = variants.beginning_of_cut(recording) + 5
    return {
        "ours": motion(scoring.score(variant, replay(variant))),
        "plain": motion(scoring.score(recording, readings, begin)),
    }


def errors(recording, readings):
    """One by one: time, error, error bar, and whether it was scored, in motion."""
    truth = scoring.Truth(recording, readings.t)
    scored = truth.known & truth.level & readings.on_x & (readings.t >= 5)
    scored &= ~np.isnan(readings.heading)
    return {
        "t": readings.t[scored],
        "error": scoring.wrap(readings.heading - truth.heading)[scored],
        "error68": readings.error68[scored],
        "moving": truth.moving[scored],
    }


def vqf_readings(recording):
    """VQF's headings of a whole recording."""
    return vqf_peer.run(recording, calibration.write(recording))


def vqf_on_cut(path):
    """One row of docs/accuracy/vqf-cuts.csv; None where the recording has no cut."""
    recording = recordings.read(path)
    file = calibration.write(recording)
    variant = variants.cut(recording)
    if variant is None:
        return None
    begin = variants.beginning_of_cut(recording)
    whole = scoring.score(recording, vqf_peer.run(recording, file), begin + 5)
    part = scoring.score(variant, vqf_peer.run(variant, file))
    return {
        "recording": recording.name,
        "begin_s": f"{begin:.3f}",
        "whole_motion_rmse": f"{whole['motion']['rmse']:.3f}",
        "cut_motion_rmse": f"{part['motion']['rmse']:.3f}",
        "cut_motion_p95": f"{part['motion']['p95']:.3f}",
    }
