"""Case: a daemon that replays a recording."""

import json
import os
import pathlib
import subprocess
import time

from .messages import END, TOPICS, connected, line, report
from .play import Fault, LIMIT

CASES = []


def case(function):
    CASES.append(function)
    return function


ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def program(name):
    """The path of one of our programs."""
    chosen = os.environ.get(name.upper())
    if chosen:
        return chosen
    for build in ("release", "debug"):
        path = ROOT / ".build" / build / name
        if path.exists():
            return str(path)
    raise SystemExit("conformance: {} is not there: run 'make build' first, or set {}".format(name, name.upper()))


@case
def a_recording_of_a_real_daemon(play):
    """every line of a recording that qiblad replays, as qiblactl replay prints it"""
    trace = ROOT / "Tests/Traces/turn_with_magnet.jsonl"
    place = ["--position", "51.5,-0.12"]
    topics = ",".join(sorted(TOPICS))
    replay = subprocess.run(
        [program("qiblactl"), "replay", str(trace), "--topics", topics] + place, check=True, capture_output=True
    )
    messages = [json.loads(text) for text in replay.stdout.splitlines()]
    daemon = subprocess.Popen(
        [program("qiblad"), "--replay", str(trace), "--speed", "max", "--wait-for-client", "--config", os.devnull,
         "--socket-dir", str(play.folder)] + place, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + LIMIT
        while not (play.folder / "stream.sock").exists():
            if daemon.poll() is not None or time.monotonic() > deadline:
                raise SystemExit("conformance: qiblad opened no socket: {}".format(daemon.stderr.read().decode()))
            time.sleep(0.05)
        play.start()
        play.client.wait(LIMIT)
        daemon.wait(LIMIT)
    except subprocess.TimeoutExpired:
        raise Fault("it did not end in {} s".format(LIMIT)) from None
    finally:
        daemon.kill()
        daemon.wait()
    # The run's number is the daemon's, and what get position answers depends on when it comes.
    if not play.lines or not play.lines[0].startswith("connected run="):
        raise Fault("its first line is {}".format(play.lines[:1]))
    run = play.lines[0].split()[1][len("run=") :]
    answers = [text for text in play.lines if text.startswith("answer ")]
    return ([connected(run, replay=True, simulated="true" in play.lines[0].split()[3])] + answers
            + [report(message) for message in messages] + [report(END)])
