"""Copies of recordings with errors of the gyro and the accelerometer put in.

BROAD's headers go on to say that both sensors were calibrated, which is no longer true. A phone's copy has
its errors in the tumbling log as well, and is calibrated by that. All that is drawn is seeded by the name
of the sensor, so that a run repeats itself.
"""

import dataclasses
import tempfile
import zlib

import numpy as np

from . import calibration, headings, measure, recordings, scoring, vqf_peer

PLAIN = "as recorded"
OFFSET, LEVEL_OFFSET = (0.4, 0.4, 0.4), (0.4, -0.3, 0.0)  # m/s²
MISALIGNED = 0.02
# Of a drawn sensor, as an MPU-6050 that is sold (docs/hardware/chips.md, one standard deviation): m/s², and
# parts of 1.
DRAWN_OFFSET, DRAWN_SCALE, DRAWN_ACROSS = 0.6, 0.017, 0.02
DRAWN_FORCE_SCALE = 0.03
# Of an MPU-6050 that warms up while it is used: m/s² and rad/s for each K, and K.
OFFSET_PER_KELVIN, BIAS_PER_KELVIN, WARMING = 0.001 * 9.80665, np.radians(0.31), 5


@dataclasses.dataclass(frozen=True)
class Errors:
    """measured = gyro · true rate + warm_bias · w, and force · true force + offset + warm_offset · w.

    w rises from 0 at the first sample to 1 at the last.
    """

    gyro: np.ndarray = dataclasses.field(default_factory=lambda: np.eye(3))
    offset: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    force: np.ndarray = dataclasses.field(default_factory=lambda: np.eye(3))
    warm_bias: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))
    warm_offset: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(3))

    def into(self, recording):
        warmth = np.linspace(0, 1, len(recording.t))[:, None]
        return dataclasses.replace(
            recording,
            gyro=recording.gyro @ self.gyro.T + warmth * self.warm_bias,
            accel=recording.accel @ self.force.T + self.offset + warmth * self.warm_offset,
        )


def random(sensor, copy=0):
    return np.random.default_rng([copy, zlib.crc32(sensor.encode())])


def scaled(factor):
    return lambda sensor: Errors(gyro=factor * np.eye(3))


def misaligned(sensor):
    """Each axis of the gyro measures 2 % of each other one, with a drawn sign."""
    signs = random(sensor).choice([-1, 1], (3, 3))
    return Errors(gyro=np.eye(3) + MISALIGNED * signs * (1 - np.eye(3)))


def offset(vector):
    return lambda sensor: Errors(offset=np.array(vector))


def misaligned_and_scaled(random, scale, across):
    """A matrix with normally distributed scales and cross-axis terms."""
    skew = across * random.normal(size=(3, 3)) * (1 - np.eye(3))
    return np.eye(3) + skew + np.diag(scale * random.normal(size=3))


def force_scaled(sensor):
    """Gains of the accelerometer that are off by 3 %, with drawn signs."""
    return Errors(force=np.eye(3) + DRAWN_FORCE_SCALE * np.diag(random(sensor).choice([-1, 1], 3)))


def force_misaligned(sensor):
    """Each axis of the accelerometer measures 2 % of each other one, with a drawn sign."""
    signs = random(sensor).choice([-1, 1], (3, 3))
    return Errors(force=np.eye(3) + MISALIGNED * signs * (1 - np.eye(3)))


def warming(sensor):
    """Offset and bias that change as those of an MPU-6050 that warms up by 5 K, with drawn signs."""
    signs = random(sensor).choice([-1, 1], (2, 3))
    return Errors(
        warm_offset=WARMING * OFFSET_PER_KELVIN * signs[0],
        warm_bias=WARMING * BIAS_PER_KELVIN * signs[1],
    )


def drawn(copy):
    def errors(sensor):
        draws = random(sensor, copy)
        gyro = misaligned_and_scaled(draws, DRAWN_SCALE, DRAWN_ACROSS)
        offset = DRAWN_OFFSET * draws.normal(size=3)
        others = random(f"{sensor} accelerometer", copy)
        force = misaligned_and_scaled(others, DRAWN_FORCE_SCALE, DRAWN_ACROSS)
        return Errors(gyro, offset, force)

    return errors


def unchanged(sensor):
    return Errors()


# Errors by the name of the copy; each is a function of the sensor's name.
SMALL = {
    "gyro scale × 0.99": scaled(0.99),
    "gyro scale × 1.01": scaled(1.01),
    "gyro axes misaligned by 2 %": misaligned,
}
LARGE = {"gyro scale × 0.97": scaled(0.97), "gyro scale × 1.03": scaled(1.03)}
OF_ACCELEROMETER = {
    "offset 0.4, 0.4, 0.4 m/s²": offset(OFFSET),
    "offset 0.4, −0.3, 0 m/s²": offset(LEVEL_OFFSET),
    "accelerometer scale ± 3 %": force_scaled,
    "accelerometer axes misaligned by 2 %": force_misaligned,
    "5 K warmer at the end": warming,
}
UNSAID = "as recorded, nothing said"
CALIBRATED = {PLAIN: unchanged} | SMALL | LARGE | OF_ACCELEROMETER | {UNSAID: unchanged}
TUMBLED = (
    {PLAIN: unchanged} | SMALL | LARGE | OF_ACCELEROMETER
    | {f"a drawn sensor, {copy + 1}": drawn(copy) for copy in range(3)}
)  # fmt: skip


def has_log(recording):
    return "calibration_trace" in recording.header


def scores(path, use=None):
    """The score of each copy of a recording, by its name, with the errors one by one and VQF's RMSE."""
    recording = recordings.read(path)
    return {
        name: score(recording, name, errors, use)
        for name, errors in (TUMBLED if has_log(recording) else CALIBRATED).items()
    }


def score(recording, name, errors, use):
    errors = errors(recording.header.get("calibration_trace", recording.name))
    copy = errors.into(recording)
    if name == UNSAID:
        header = {k: v for k, v in copy.header.items() if k != "inertial_calibrated"}
        copy = dataclasses.replace(copy, header=header)
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        fitted = None
        if has_log(recording):
            log = errors.into(recordings.read(calibration.log_of(recording)))
            file.write(headings.run(["fit", "-", "--json"], log.lines()))
            file.flush()
            fitted = file.name
        readings = headings.replay(copy, fitted, use, changed=True)
    result = scoring.score(copy, readings) | {"errors": measure.errors(copy, readings)}
    return result | {"vqf": vqf(copy)}


def vqf(copy):
    """VQF's RMSE in motion, its field calibrated by the log as it is; None where it is not installed."""
    if vqf_peer.VQF is None:
        return None
    return measure.motion(scoring.score(copy, vqf_peer.run(copy, calibration.write(copy))))
