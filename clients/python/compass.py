#!/usr/bin/env python3
"""A compass in a few lines: compass.py SOCKET prints what qiblad streams."""
import json, signal, socket, sys

for end in (signal.SIGINT, signal.SIGPIPE):  # Ctrl-C and `| head` end it without a word
    signal.signal(end, signal.SIG_DFL)
stream = socket.socket(socket.AF_UNIX)
stream.connect(sys.argv[1] if len(sys.argv) > 1 else "/run/qiblad/stream.sock")
stream.sendall(b'{"do":"watch","topics":{"reading":{"rate_hz":10}}}\n')
for line in stream.makefile():
    message = json.loads(line)
    if message["type"] == "reading":  # what is not known is absent
        heading, error, turn = (message.get(key, "unknown") for key in (
            "heading_true_deg", "error68_deg", "pointer_deg"))
        print(f"heading {heading} ± {error}  Qibla {turn}  {message['status']}",
              *message["why"], flush=True)
