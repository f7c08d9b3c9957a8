"""The error of north from the field of the first rest, and the errors of the filters there.

Before anything has moved there is one spot's field and nothing else that tells north.
"""

import numpy as np

from . import calibration, scoring, variants, vqf_peer

BEGIN = 5.0  # s, as for the scores
SHORTEST = 5.0  # s of rest after that
BIASES = (-0.3, 0.0, 0.3)  # °/s on each axis


def of(recording, file, readings):
    """Mean errors in degrees: of the field itself, of our heading and of VQF's.

    None where the recording does not begin with a rest, and for VQF where it is not installed.
    """
    if not recording.moving.any() or recording.moving[0]:
        return None
    end = recording.t[np.argmax(recording.moving)]
    if end < BEGIN + SHORTEST:
        return None
    vqf = vqf_peer.run(recording, file) if vqf_peer.VQF else None
    return {
        "field": field_error(recording, file, end),
        "ours": mean_error(recording, readings, end),
        "vqf": mean_error(recording, vqf, end) if vqf else None,
    }


def by_bias(recording, file, replay):
    """Rest RMSE in degrees by the bias of the gyro, °/s: [(VQF's or None, ours)].

    At rest a filter should not care; what a bias moves there is neither merit nor fault of it.
    """
    result = []
    for degrees in BIASES:
        variant = variants.bias(recording, degrees)
        headings = [vqf_peer.run(variant, file) if vqf_peer.VQF else None, replay(variant)]
        scores = [scoring.score(variant, some) if some else None for some in headings]
        result.append([score and score["rest"] and score["rest"]["rmse"] for score in scores])
    return result


def mean_error(recording, readings, end):
    within = (readings.t >= BEGIN) & (readings.t < end)
    error = readings.heading[within] - scoring.Truth(recording, readings.t[within]).heading
    return float(np.nanmean(scoring.wrap(error)))


def field_error(recording, file, end):
    """The error of the azimuth that mean field and mean gravity give the x axis."""
    within = (recording.t >= BEGIN) & (recording.t < end)
    field = np.nanmean(calibration.applied(recording, file)[within], axis=0)
    up = np.nanmean(recording.accel[within], axis=0)
    east = np.cross(field, up)
    north = np.cross(up, east)
    x = np.degrees(
        np.arctan2(east[0] / np.linalg.norm(east), north[0] / np.linalg.norm(north))
    )
    truth = scoring.Truth(recording, recording.t[within]).heading
    return float(np.nanmean(scoring.wrap(x - truth)))
