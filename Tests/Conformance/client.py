#!/usr/bin/env python3
"""The client that scripts/conformance runs for clients/python/qiblad.py: one line for each message.

client.py [--async] [--limited]

  --async      asyncio's client
  --limited    never waits long for a message, and waits again
"""

import asyncio
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "clients/python"))

import qiblad  # noqa: E402

TOPICS = {"reading": {}, "event": {}, "state": {}, "qibla": {}}
# Shorter than any pause before a client connects again, seconds.
LIMIT = 0.1


def line(message):
    """The line for a message; None for none."""
    kind, number = message["type"], message.get("seq")
    if kind == "reading":
        heading = message.get("heading_true_deg")
        heading = "-" if heading is None else "{:.3f}".format(heading)
        text = "reading seq={} t_us={} heading={} status={}".format(
            number, message["t_us"], heading, message["status"]
        )
    elif kind == "event":
        text = "event seq={} name={}".format(number, message["name"])
    elif kind == "state":
        text = "state seq={} status={}".format(number, message["status"])
    elif kind == "qibla":
        text = "qibla seq={} target={}".format(number, message["target"]["name"])
    elif kind == "resync":
        text = "resync lost={}".format(message["lost_events"])
    elif kind == "bye":
        text = "bye reason={}".format(message["reason"])
    elif kind == "error":
        text = "error {}".format(message["code"])
    else:
        return None
    return text + (" skipped={}".format(message["skipped"]) if "skipped" in message else "")


class Report:
    """Prints the lines, and says when the client ends and when it asks its question."""

    def __init__(self):
        self.is_connected = False

    def take(self, message):
        """True where the question is due, False where nothing follows, else None."""
        kind = message["type"]
        if kind == "connected":
            self.is_connected = True
            hello = message["hello"]
            words = [str(word).lower() for word in (hello["replay"], hello["simulated"], message["new_run"])]
            print("connected run={} replay={} simulated={} new_run={}".format(hello["run_id"], *words), flush=True)
            return True
        if kind == "disconnected":
            if self.is_connected:
                print("disconnected", flush=True)
            self.is_connected = False
        else:
            text = line(message)
            if text:
                print(text, flush=True)
        return False if kind == "bye" and message["reason"] == "replay_ended" else None


def ask(client):
    try:
        client.request("get", topic="position")
        print("answer ok", flush=True)
    except qiblad.RequestError as error:
        print("answer", error.code, flush=True)
    except qiblad.ConnectionLost:
        pass  # told by the next message


def limited(client):
    """The messages of a client that is waited for in short pieces."""
    while True:
        message = client.next(LIMIT)
        if message is not None:
            yield message


async def limited_async(client):
    while True:
        try:
            message = await asyncio.wait_for(client.next(), LIMIT)
        except asyncio.TimeoutError:
            continue
        yield message


async def ask_async(client):
    try:
        await client.request("get", topic="position")
        print("answer ok", flush=True)
    except qiblad.RequestError as error:
        print("answer", error.code, flush=True)
    except qiblad.ConnectionLost:
        pass


def main(is_limited):
    report = Report()
    with qiblad.Client(TOPICS) as client:
        for message in limited(client) if is_limited else client:
            due = report.take(message)
            if due:
                ask(client)
            if due is False:
                return


async def main_async(is_limited):
    report = Report()
    async with qiblad.AsyncClient(TOPICS) as client:
        async for message in limited_async(client) if is_limited else client:
            due = report.take(message)
            if due:
                await ask_async(client)
            if due is False:
                return


def run(is_async=False, is_limited=False):
    """Runs to the end; the exit status."""
    try:
        asyncio.run(main_async(is_limited)) if is_async else main(is_limited)
    except qiblad.ProtocolError as error:
        print("refused", flush=True)
        return str(error)
    return 0


if __name__ == "__main__":
    sys.exit(run("--async" in sys.argv, "--limited" in sys.argv))
