#!/usr/bin/env python3
"""A compass in ten lines: compass.py SOCKET prints what qiblad streams; Ctrl-C ends it."""
import json, signal, socket, sys

signal.signal(signal.SIGINT, signal.SIG_DFL)
stream = socket.socket(socket.AF_UNIX)
stream.connect(sys.argv[1] if sys.argv[1:] else "/run/qiblad/stream.sock")
stream.sendall(b'{"do":"watch","topics":{"reading":{"rate_hz":10}}}\n')
for line in stream.makefile():
    message = json.loads(line)
    if message["type"] == "reading":  # what is not known is absent
        known = (message.get(f"{key}_deg", "unknown") for key in ("heading_true", "error68", "pointer"))
        print("heading {} ± {}  Qibla {} ".format(*known), message["status"], *message["why"], flush=True)
