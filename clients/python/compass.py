#!/usr/bin/env python3
"""A compass: prints what qiblad streams, until Ctrl-C or the end of a recording."""

import signal

import qiblad

signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as behind "| head"
kind = ""
with qiblad.Client({"reading": {"rate_hz": 10}, "event": {}}) as client:
    for message in client:
        if message["type"] == "connected":
            hello = message["hello"]
            kind = "  REPLAY" if hello["replay"] else "  SIMULATED" if hello["simulated"] else ""
        elif message["type"] == "reading":  # what is not known is absent
            known = [message.get(name + "_deg", "unknown") for name in ("heading_true", "error68", "pointer")]
            print("heading {} ± {}  Qibla {}  {}{}".format(*known, message["status"], kind), flush=True)
        elif message["type"] == "event":
            print("event", message["name"], flush=True)
        elif message["type"] == "disconnected":
            print("no compass:", message["reason"], flush=True)
        elif message["type"] == "bye" and message["reason"] == "replay_ended":
            break
