#!/usr/bin/env python3
"""Writes the made-up traces of this folder: python3 make_traces.py [FOLDER]

Written from the definitions of the frames and of the quantities only, and on purpose in another
language than the program that is tested: `truth_heading` in the traces is its opinion of what is
right. The same seed gives the same bytes; needs nothing but Python.

Frames: body x forward, y right, z down; earth north (true), east, down. A pose is yaw, pitch and
roll in degrees: body -> earth is Rz(yaw) Ry(pitch) Rx(roll).
"""
import json
import math
import pathlib
import random
import sys

GRAVITY = 9.80665
KAABA = (21.4225241, 39.8261818)
Z_UP = [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transposed(a):
    return [list(row) for row in zip(*a)]


def apply(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def earth_from_body(yaw, pitch, roll):
    cy, sy = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    cp, sp = math.cos(math.radians(pitch)), math.sin(math.radians(pitch))
    cr, sr = math.cos(math.radians(roll)), math.sin(math.radians(roll))
    rz = [[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]
    ry = [[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]]
    rx = [[1, 0, 0], [0, cr, -sr], [0, sr, cr]]
    return product(product(rz, ry), rx)


def rotation_vector(a):
    """The axis times the angle (rad) of a rotation matrix whose angle is small."""
    sine = [(a[2][1] - a[1][2]) / 2, (a[0][2] - a[2][0]) / 2, (a[1][0] - a[0][1]) / 2]
    length = math.sqrt(sum(x * x for x in sine))
    factor = math.asin(min(length, 1)) / length if length > 0 else 1
    return [x * factor for x in sine]


def earth_field(strength, inclination, declination):
    horizontal = strength * math.cos(math.radians(inclination))
    return [
        horizontal * math.cos(math.radians(declination)),
        horizontal * math.sin(math.radians(declination)),
        strength * math.sin(math.radians(inclination)),
    ]


def qibla(latitude, longitude):
    """The great circle's initial bearing to the Kaaba, from the vectors of both places."""
    def unit(lat, lon):
        lat, lon = math.radians(lat), math.radians(lon)
        return [math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)]
    lat, lon = math.radians(latitude), math.radians(longitude)
    north = [-math.sin(lat) * math.cos(lon), -math.sin(lat) * math.sin(lon), math.cos(lat)]
    east = [-math.sin(lon), math.cos(lon), 0]
    there = unit(*KAABA)
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    return math.degrees(math.atan2(dot(there, east), dot(there, north))) % 360


def truth_heading(pose):
    """Where body x points; steeper than 75 degrees, where one looks: through the device's back."""
    a = earth_from_body(*pose)
    column = 0 if abs(pose[1]) <= 75 else 2
    return math.degrees(math.atan2(a[1][column], a[0][column])) % 360


class Device:
    """Sensors in a device: what they read in a pose."""

    def __init__(self, field, mount_mag=IDENTITY, mount_imu=IDENTITY, seed=None, bias=(0, 0, 0)):
        self.field = field
        self.mag_from_body = transposed(mount_mag)
        self.imu_from_body = transposed(mount_imu)
        self.random = random.Random(seed) if seed is not None else None
        self.bias = bias

    def noisy(self, v, deviation, digits):
        noise = (lambda: self.random.gauss(0, deviation)) if self.random else (lambda: 0)
        return [round(x + noise(), digits) + 0.0 for x in v]

    def mag(self, pose, extra=(0, 0, 0), scale=1, digits=2):
        earth = [a + b for a, b in zip(self.field, extra)]
        body = apply(transposed(earth_from_body(*pose)), earth)
        return self.noisy([scale * x for x in apply(self.mag_from_body, body)], 0.3, digits)

    def accel(self, pose):
        body = apply(transposed(earth_from_body(*pose)), [0, 0, -GRAVITY])
        return self.noisy(apply(self.imu_from_body, body), 0.03, 3)

    def gyro(self, before, pose, interval):
        turn = product(transposed(earth_from_body(*before)), earth_from_body(*pose))
        rate = [x / interval + b for x, b in zip(rotation_vector(turn), self.bias)]
        return self.noisy(apply(self.imu_from_body, rate), 0.003, 4)


def header(name, **others):
    base = {
        "trace": 1, "name": name, "source": "Tests/Traces/make_traces.py", "license": "Apache-2.0",
        "sensor": "simulated", "simulated": True, "truth_yaw_zero": "true_north",
        "inertial_calibrated": True,
    }
    return {**base, **others}


def smooth_path(corners, t):
    for (t0, a), (t1, b) in zip(corners, corners[1:]):
        if t < t1:
            part = max(0, (t - t0) / (t1 - t0))
            return a + (b - a) * part * part * (3 - 2 * part)
    return corners[-1][1]


def turn_with_magnet():
    """In Istanbul: to the Qibla, past it, a magnet passes, and back; nine axes, odd mounts."""
    place = {"latitude_deg": 41.0082, "longitude_deg": 28.9784, "error_m": 20}
    target = qibla(place["latitude_deg"], place["longitude_deg"])
    mag_mount = [[0, 1, 0], [1, 0, 0], [0, 0, -1]]
    device = Device(earth_field(47.6, 58.2, 6.2), mag_mount, Z_UP, 11, (0.004, -0.003, 0.005))
    corners = [(0, -60), (2, -60), (7, 0), (12, 0), (16, 50), (21, 50), (25, 0), (30, 0)]

    def pose(t):
        wobble = 0.4 * math.sin(2.1 * t)
        return (target + smooth_path(corners, t) + wobble, 12 + 2.5 * math.sin(0.9 * t),
                2 * math.sin(0.7 * t + 1))

    yield header(
        "turn_with_magnet", rate_hz=25, mount={"mag": mag_mount, "imu": Z_UP}, mag_calibrated=True,
        declination_deg=6.2, initial_state={"position": place})
    for k in range(30 * 25 + 1):
        t = k / 25
        near = math.exp(-((t - 18.5) / 0.9) ** 2)
        line = {"t": t}
        if k % 2 == 0:
            line["mag"] = device.mag(pose(t), [-14 * near, 26 * near, 18 * near])
        line["accel"] = device.accel(pose(t))
        line["gyro"] = device.gyro(pose(t - 0.04), pose(t), 0.04)
        line["truth_heading"] = round(truth_heading(pose(t)), 3)
        line["truth_mag_dev"] = round(near * math.sqrt(14 ** 2 + 26 ** 2 + 18 ** 2), 2)
        yield line


def field_only_1hz():
    """A level device with nothing but a slow magnetometer, in Sydney; turned once, at 7 s."""
    device = Device(earth_field(57.0, -64.4, 12.8))
    place = {"latitude_deg": -33.8688, "longitude_deg": 151.2093}
    yield header(
        "field_only_1hz", rate_hz=1, mag_calibrated=True, declination_deg=12.8,
        initial_state={"position": place})
    for k in range(15):
        pose = (277.5 if k < 7 else 5.0, 0, 0)
        yield {"t": k, "mag": device.mag(pose), "truth_heading": truth_heading(pose)}


def upright_without_gyro():
    """Magnetometer and accelerometer: lifted before the face and lowered again, in Lima."""
    device = Device(earth_field(24.9, -0.5, -2.5))
    place = {"latitude_deg": -12.0464, "longitude_deg": -77.0428}
    corners = [(0, 30), (2, 30), (4, 85), (7, 85), (9, 30), (11, 30)]
    yield header(
        "upright_without_gyro", rate_hz=10, mag_calibrated=True, declination_deg=-2.5,
        initial_state={"position": place})
    for k in range(111):
        t = k / 10
        pose = (72.0, smooth_path(corners, t), 0)
        line = {"t": t, "mag": device.mag(pose), "accel": device.accel(pose)}
        yield {**line, "truth_heading": round(truth_heading(pose), 3)}


def fix_gap_backwards():
    """In Kuala Lumpur: a fix after 2 s, silence from 4 s to 12 s, time that runs back from 15 s.

    The device is turned during the silence. The receiver first tells a date of 1980, as receivers
    do; then 2026-11-21 05:00:04.000Z at 4 s.
    """
    device = Device(earth_field(41.8, -8.9, -0.3))
    fix = {"mode": 3, "latitude_deg": 3.139, "longitude_deg": 101.6869, "altitude_m": 50,
           "error_m": 5}
    fixes = {
        20: {"mode": 1, "time": "1980-01-06T00:00:12.000Z"},
        25: {**fix, "time": "1980-01-06T00:00:12.500Z"},
        40: {**fix, "mode": 2, "time": "2026-11-21T05:00:04.000Z"},
    }
    yield header("fix_gap_backwards", rate_hz=10, mag_calibrated=True, declination_deg=-0.3)
    for k in [*range(0, 41), *range(120, 151), *range(130, 161)]:
        pose = (30.0 if k <= 40 else 120.0, 0, 0)
        line = {"t": k / 10, "mag": device.mag(pose), "accel": device.accel(pose)}
        line["gyro"] = [0, 0, 0]
        if k in fixes and not (k > 40):
            line["fix"] = fixes[k]
        yield {**line, "truth_heading": pose[0]}


def uncalibrated():
    """Iron in the device that is not calibrated, in Mecca itself: no bearing from there."""
    device = Device(earth_field(42.2, 32.1, 4.0))
    place = {"latitude_deg": 21.4225, "longitude_deg": 39.8262}
    yield header(
        "uncalibrated", rate_hz=10, declination_deg=4, initial_state={"position": place})
    for k in range(31):
        pose = (64.0, 0, 0)
        mag = [a + b for a, b in zip(device.mag(pose), [12, -30, 5])]
        yield {"t": k / 10, "mag": [round(x, 2) for x in mag], "accel": device.accel(pose)}


def counts():
    """A calibrated chip that gives counts, 30 of them for each microtesla, in New York."""
    device = Device(earth_field(51.0, 65.6, -12.6))
    place = {"latitude_deg": 40.7128, "longitude_deg": -74.006}
    yield header(
        "counts", rate_hz=20, mag_calibrated=True, units={"mag": "counts"}, declination_deg=-12.6,
        initial_state={"position": place})
    for k in range(101):
        pose = (200.0, -20, 15)
        line = {"t": k / 20, "mag": device.mag(pose, scale=30, digits=0)}
        line["accel"] = device.accel(pose)
        yield {**line, "truth_heading": round(truth_heading(pose), 3)}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for make in [turn_with_magnet, field_only_1hz, upright_without_gyro, fix_gap_backwards,
                 uncalibrated, counts]:
        lines = [json.dumps(line, separators=(",", ":")) for line in make()]
        (folder / f"{make.__name__}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
