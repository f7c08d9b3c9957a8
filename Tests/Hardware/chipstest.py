"""Common code of `chips` and `axes`: the emulated bus, the daemon with its log and its stream, and poses."""

import json
import math
import os
import re
import socket
import subprocess
import threading
import time

CONTROL = "/run/virtual-i2c"
STREAM = "/run/qiblad/stream.sock"
# s. Time flies while the guest waits for this machine's files.
TIMEOUT = 3600


class Failure(Exception):
    pass


def now():
    """µs of the clock that stamps the daemon's readings."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


def until(condition, what):
    end = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"never: {what}")
        time.sleep(0.01)


class Pose:
    """The pose of a device, in degrees: heading, nose up, right side down."""

    HORIZONTAL, DOWN, GRAVITY = 22.0, 41.0, 9.80665  # µT, µT, m/s²

    def __init__(self, heading, pitch=0.0, roll=0.0):
        self.heading, self.pitch, self.roll = heading, pitch, roll
        self.angles = [math.radians(angle) for angle in (heading, pitch, roll)]

    def __str__(self):
        return f"{self.heading}°, nose up {self.pitch:.0f}°, right down {self.roll:.0f}°"

    def body(self, north, east, down):
        """A vector of the earth along the body's axes: forward, right, down."""
        heading, pitch, roll = self.angles
        x = north * math.cos(heading) + east * math.sin(heading)
        y = east * math.cos(heading) - north * math.sin(heading)
        x, z = x * math.cos(pitch) - down * math.sin(pitch), x * math.sin(pitch) + down * math.cos(pitch)
        return x, y * math.cos(roll) + z * math.sin(roll), z * math.cos(roll) - y * math.sin(roll)

    def distance(self, heading):
        return abs((heading - self.heading + 180) % 360 - 180)


# Where the registers' x, y and z point on a board whose components are up and whose x arrow points forward:
# that of the chip itself, of an inner magnetometer that of the package, of the QMC5883P that of the QMC5883L
# for which its boards were drawn. The emulated registers hold the quantity along their own axes.
BOARD = "forward left up"
# The exceptions, from public drivers and guides, none of them ours:
AXES = {
    # "+x forward, +y right, +z up", and z turned round for a right-handed frame: PX4 iis2mdc.cpp; betaflight.com,
    # guide to magnetometers.
    "lis2mdl": "forward right up",
    # The same words and the same turn: PX4 IST8310.cpp and IST8308.cpp.
    "ist8310": "forward right up",
    # What a QMC5883L in its place reads is (-y, -x, -z), with 0x29 = 06: INAV #10994. PX4's QMC5883P.cpp
    # contradicts: open.
    "qmc5883p": "right back down",
    # PiicoDev's heading is atan2(x, y): y is right of x. Down follows if it is right-handed: open.
    "qmc6310": "forward right down",
    # After SET: y is left of x in SparkFun_MMC5983MA_Arduino_Library's compass example; z is against the
    # ISM330DHCX's on one board, in richcreations/imud spec.md.
    "mmc5983ma": "forward left down",
    # The coils are the board's choice: open. As in PNI's drawing: richcreations/imud; PX4's rm3100.cpp turns
    # nothing.
    "rm3100": "forward right down",
    # In the MPU-9250 and the MPU-9150: x and y exchanged, z turned round against the accelerometer's. Linux
    # inv_mpu_magn.c; bolderflight/invensense-imu #36.
    "ak8963": "left forward down",
    "ak8975": "left forward down",
    # In the ICM-20948: SparkFun_ICM-20948_ArduinoLibrary #59; micropython-fusion #10.
    "ak09916": "forward right down",
    # RTIMULib RTIMULSM9DS1.cpp; jremington/LSM9DS1-AHRS.
    "lsm9ds1": "forward right up",
    # The same; SparkFun's heading from (-y, -x); PX4/DriverFramework #160.
    "lsm9ds1_mag": "back right up",
}


def along(axes, forward_right_down):
    """A vector of the body along the axes that point so, as a command takes it."""
    forward, right, down = forward_right_down
    parts = {"forward": forward, "back": -forward, "right": right, "left": -right, "down": down, "up": -down}
    return " ".join(f"{parts[axis]:.4f}" for axis in axes.split())


class Bus:
    def __enter__(self):
        emulator = os.environ["QIBLA_HARDWARE_CACHE"] + "/virtual-i2c"
        self.process = subprocess.Popen([emulator, "serve", CONTROL])
        until(lambda: os.path.exists(CONTROL) and self.is_there(), "the emulated bus")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def tell(self, *commands):
        # One connection for all: the bus waits meanwhile, and so they happen at one instant.
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as control:
            control.connect(CONTROL)
            for command in commands:
                control.send(command.encode())
                answer = control.recv(4096).decode()
                if answer.startswith("error"):
                    raise Failure(f"the emulated bus, told {command}: {answer}")
        return answer

    def chips(self):
        answer = self.tell("list")
        return [] if answer == "ok" else [line.split() for line in answer.splitlines()]

    def take(self, pose):
        """Sets the pose of every chip. The boards have the default mount: flat, components up, x forward."""
        field = pose.body(Pose.HORIZONTAL, 0, Pose.DOWN)
        acceleration = pose.body(0, 0, -Pose.GRAVITY)
        self.tell(*(
            f"{kind} {name} {along(AXES.get(name, BOARD), vector)}"
            for name, *_ in self.chips()
            for kind, vector in (("field", field), ("acceleration", acceleration))
        ))

    def until_met(self, chip):
        """Waits until a fault has happened as often as it was set to."""
        until(lambda: all(fault == "none" for name, _, fault in self.chips() if name == chip), chip)

    def number(self):
        """The number of the adapter; `None` while it is unplugged."""
        for entry in os.listdir("/sys/bus/i2c/devices"):
            try:
                with open(f"/sys/bus/i2c/devices/{entry}/name") as file:
                    if "i2c-tiny-usb" in file.read():
                        return int(entry.removeprefix("i2c-"))
            except OSError:
                pass  # unplugged meanwhile
        return None

    def is_there(self):
        return self.number() is not None and os.path.exists(f"/dev/i2c-{self.number()}")

    def until_gone(self):
        until(lambda: self.number() is None, "the adapter is gone")


class Reading:
    def __init__(self, line):
        self.arrival, self.line = now(), line
        message = json.loads(line)
        self.time = message["t_us"]
        self.heading = message.get("heading_magnetic_deg")
        self.is_missing = "sensor_missing" in message["why"]
        self.is_measuring = self.heading is not None and not self.is_missing


class Daemon:
    CONFIGURATION = "[gpsd]\nenabled = false\n[haptics]\noutput = \"none\"\n"

    def __init__(self, program, more=""):
        self.program, self.configuration = program, self.CONFIGURATION + more
        self.seen, self.changed = [], threading.Condition()

    def __enter__(self):
        with open("/run/qiblad.toml", "w") as file:
            file.write(self.configuration)
        os.makedirs("/run/qiblad", exist_ok=True)
        self.log = open("/run/qiblad.log", "w+")
        self.process = subprocess.Popen(
            [self.program, "--config", "/run/qiblad.toml", "--socket-dir", "/run/qiblad", "--state-dir", "/run"],
            stderr=self.log,
        )
        threading.Thread(target=self.read, daemon=True).start()
        return self

    def __exit__(self, failure, *_):
        self.process.terminate()
        status = self.process.wait()
        if failure:
            print("".join(self.lines()[-30:]))
        elif status != 0:
            raise Failure(f"the daemon ended with status {status}")

    def read(self):
        stream = socket.socket(socket.AF_UNIX)
        while self.process.poll() is None:
            try:
                stream.connect(STREAM)
                break
            except OSError:
                time.sleep(0.01)
        else:
            return  # it ended; the caller that waits for it reports that
        stream.sendall(b'{"do":"watch","topics":{"reading":{"rate_hz":60}}}\n')
        for line in stream.makefile():
            if line.startswith('{"type":"reading"'):
                reading = Reading(line)
                with self.changed:
                    self.seen.append(reading)
                    self.changed.notify_all()

    def readings(self, condition):
        with self.changed:
            return [reading for reading in self.seen if condition(reading)]

    def expect_reading(self, condition, since, what):
        """The first reading after `since` for which the condition holds."""
        end, at = time.monotonic() + TIMEOUT, 0
        with self.changed:
            while True:
                while at < len(self.seen):
                    reading, at = self.seen[at], at + 1
                    if reading.time >= since and condition(reading):
                        return reading
                self.changed.wait(1)
                self.must_run()
                if time.monotonic() > end:
                    raise Failure(f"no such reading: {what}; the last: {self.seen[-1:] and self.seen[-1].line}")

    def has_open(self, prefix):
        folder = f"/proc/{self.process.pid}/fd"
        for name in os.listdir(folder):
            try:
                if os.readlink(f"{folder}/{name}").startswith(prefix):
                    return True
            except FileNotFoundError:
                pass  # closed meanwhile
        return False

    def must_run(self):
        if self.process.poll() is not None:
            raise Failure(f"the daemon ended with status {self.process.returncode}")

    def lines(self):
        with open("/run/qiblad.log") as file:
            return file.readlines()

    def expect_log(self, pattern):
        found = []

        def is_there():
            self.must_run()
            found[:] = [line.strip() for line in self.lines() if re.search(pattern, line)]
            return bool(found)

        until(is_there, f"in the log: {pattern}")
        return found[0]
