#!/usr/bin/env python3
"""The heading of bundle_ngimu by the textbook, sample by sample, without anything of this project.

usage: independent_heading.py [--check]

For each magnetometer sample: roll and pitch from the accelerometer of that instant, the field turned
back by them, and the arctangent of what is horizontal: T. Ozyagcilar, "Implementing a Tilt-Compensated
eCompass using Accelerometer and Magnetometer Sensors", Freescale AN4248 (2012), eqs. 13, 15 and 22,
whose frame is also x forward, y right, z down. No filter and no gyro: right only while the device is
quiet, which is said of a sample when from 1 s before it to 0.2 s after it the gyro stays below
0.15 rad/s and the specific force within 0.3 m/s^2 of gravity.

Prints a table, at most one line each 0.25 s: t in s, heading in degrees (the mean over the samples
within 0.2 s, as unit vectors), of how many. --check compares with the table beside this file.
"""
import json
import math
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
TABLE = FOLDER / "bundle_ngimu.independent.txt"


def heading(mag, accel):
    """Degrees from magnetic north; body axes, the accelerometer reading -g on z when flat."""
    gx, gy, gz = (-a for a in accel)  # AN4248's accelerometer reads +g on z when flat
    roll = math.atan2(gy, gz)
    pitch = math.atan2(-gx, gy * math.sin(roll) + gz * math.cos(roll))
    bx, by, bz = mag
    east = bz * math.sin(roll) - by * math.cos(roll)
    north = (bx * math.cos(pitch) + by * math.sin(pitch) * math.sin(roll)
             + bz * math.sin(pitch) * math.cos(roll))
    return math.degrees(math.atan2(east, north)) % 360


def main():
    lines = (FOLDER / "bundle_ngimu.jsonl").read_text().splitlines()
    mount = json.loads(lines[0])["mount"]
    body = lambda v: [sum(m * x for m, x in zip(row, v)) for row in mount]
    rows = [json.loads(line) for line in lines[1:]]

    def near(t):
        return [r for r in rows if abs(r["t"] - t) <= 0.2]

    def quiet(t):
        return all(
            math.hypot(*r["gyro"]) < 0.15 and abs(math.hypot(*r["accel"]) - 9.81) < 0.3
            for r in rows if -1 <= r["t"] - t <= 0.2)

    table = []
    for row in rows:
        t = row["t"]
        if "mag" not in row or t < 2 or not quiet(t):
            continue
        if table and t - table[-1][0] < 0.25:
            continue
        headings = [math.radians(heading(body(r["mag"]), body(r["accel"])))
                    for r in near(t) if "mag" in r]
        mean = math.atan2(sum(map(math.sin, headings)), sum(map(math.cos, headings)))
        table.append((t, math.degrees(mean) % 360, len(headings)))
    text = "".join(f"{t:.4f} {h:.2f} {n}\n" for t, h, n in table)
    if sys.argv[1:] == ["--check"]:
        if text != TABLE.read_text():
            sys.exit(f"independent_heading: {TABLE.name} is not what this prints")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
