#!/usr/bin/env python3
"""Prints more_inverse.csv: inverse geodesics where an azimuth hangs on a convention or on few digits.

    pip install geographiclib==2.1; python3 make_more_inverse.py > more_inverse.csv
"""
import random

from geographiclib.geodesic import Geodesic

WGS84 = Geodesic.WGS84
random.seed(20261121)


def longitude():
    return round(random.uniform(-180, 180), random.choice([0, 4, 9]))


def latitude():
    return round(random.uniform(-90, 90), random.choice([0, 4, 9]))


def near_pole():
    gap = round(10 ** random.uniform(-8, -1), 10)
    return random.choice([-1, 1]) * (90 - gap)


def pole():
    return random.choice([-90.0, 90.0])


def wrapped(degrees):
    return (degrees + 180) % 360 - 180


def pairs():
    """(kind, lat1, lon1, lat2, lon2), with nothing on the border between two equally short ways."""
    for _ in range(35):
        yield "from-pole", pole(), longitude(), latitude(), longitude()
    for _ in range(25):
        yield "to-pole", latitude(), longitude(), pole(), longitude()
    for _ in range(35):
        yield "near-pole", near_pole(), longitude(), latitude(), longitude()
    for _ in range(25):
        yield "to-near-pole", latitude(), longitude(), near_pole(), longitude()
    for _ in range(30):
        yield "both-near-poles", near_pole(), longitude(), near_pole(), longitude()
    for _ in range(10):
        first = pole()
        yield "pole-to-pole", first, longitude(), -first, longitude()
    for _ in range(30):  # beyond 179.396° the shortest way leaves the equator, on two sides
        start = longitude()
        way = random.choice([-1, 1]) * 10 ** random.uniform(-6, 2.2538)
        yield "equator", 0.0, start, 0.0, round(wrapped(start + way), 9)
    for _ in range(10):
        gap = random.choice([-1, 1]) * round(10 ** random.uniform(-9, -2), 11)
        yield "near-equator", 0.0, longitude(), gap, longitude()


print("# WGS84 inverse geodesics by make_more_inverse.py, geographiclib-python 2.1; azimuths forwards,")
print("# degrees in [-180, 180]; s12 and the reduced length m12 in metres; seed 20261121.")
print("id,kind,lat1,lon1,lat2,lon2,azi1_deg,azi2_deg,s12_m,m12_m")
for number, (kind, *ends) in enumerate(pairs(), 1):
    line = WGS84.Inverse(*ends, Geodesic.ALL)
    numbers = [repr(end) for end in ends]
    numbers += [f"{line['azi1']:.13f}", f"{line['azi2']:.13f}", f"{line['s12']:.10f}"]
    print(number, kind, *numbers, f"{line['m12']:.6f}", sep=",")
