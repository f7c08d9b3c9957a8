"""The messages that the scripted server sends, and the line that a client prints for each."""

import json

TOPICS = {"reading", "event", "state", "qibla"}
END = {"type": "bye", "reason": "replay_ended"}
POSITION = {"type": "position", "seq": 0, "t_us": 0, "status": "none"}


def line(message):
    return (json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def hello(run="one", major=1, **members):
    return {
        "type": "hello", "protocol": {"major": major, "minor": 0}, "server": "qiblad", "version": "0.1.0",
        "run_id": run, "topics": sorted(TOPICS) + ["position"], "verbs": ["watch", "unwatch", "get", "ping"],
        "control": False,
        "limits": {"request_bytes": 4096, "line_bytes": 16384, "rate_hz": 60, "event_queue": 64},
        "replay": False, "simulated": True, "schema_sha256": "0" * 64, **members,
    }  # fmt: skip


def reading(seq, heading=80.646, status="accurate", **members):
    return {
        "type": "reading", "seq": seq, "t_us": seq * 1000, "heading_true_deg": heading, "error68_deg": 3.5,
        "axis": "x", "source": "mag+gyro", "status": status, "why": [], "alignment": "away", **members,
    }  # fmt: skip


def state(seq, status="accurate", **members):
    return {
        "type": "state", "seq": seq, "t_us": seq, "status": status, "why": [], "calibration": {"status": "ok"},
        "interference": {"status": "undisturbed"}, "position": {"status": "manual"},
        "declination": {"model": "manual", "valid": True}, "sensors": [], "live": {"clients": 1}, **members,
    }  # fmt: skip


def qibla(seq, name="Kaaba", **members):
    return {
        "type": "qibla", "seq": seq, "t_us": seq, "bearing_deg": 118.987, "distance_km": 4794.753, "note": "none",
        "position_status": "manual", "target": {"name": name, "latitude_deg": 21.4, "longitude_deg": 39.8}, **members,
    }  # fmt: skip


def event(seq, name="aligned", **members):
    return {"type": "event", "seq": seq, "t_us": seq, "name": name, **members}


def report(message):
    """The line that a client prints for a message."""
    kind = message["type"]
    skipped = " skipped={}".format(message["skipped"]) if "skipped" in message else ""
    if kind == "reading":
        heading = message.get("heading_true_deg")
        heading = "-" if heading is None else "{:.3f}".format(heading)
        return "reading seq={} t_us={} heading={} status={}{}".format(
            message["seq"], message["t_us"], heading, message["status"], skipped
        )
    if kind == "event":
        return "event seq={} name={}{}".format(message["seq"], message["name"], skipped)
    if kind == "state":
        return "state seq={} status={}{}".format(message["seq"], message["status"], skipped)
    if kind == "qibla":
        return "qibla seq={} target={}{}".format(message["seq"], message["target"]["name"], skipped)
    if kind == "resync":
        return "resync lost={}".format(message["lost_events"])
    if kind == "error":
        return "error {}".format(message["code"])
    return "bye reason={}".format(message["reason"])


def connected(run="one", replay=False, simulated=True, new_run=False):
    words = [str(word).lower() for word in (replay, simulated, new_run)]
    return "connected run={} replay={} simulated={} new_run={}".format(run, *words)
