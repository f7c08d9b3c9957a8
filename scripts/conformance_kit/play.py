"""The scripted server and the client that talks to it."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from .messages import END, POSITION, TOPICS, connected, hello, line, report

# How long a client may take for what it must do, seconds: longer than any pause before it connects again.
LIMIT = 30
# How long it is watched for what it must not do.
WATCH = 2.5
# How long its start may take on a busy machine.
START = 60
# How often in a row, 0.05 s apart, a client that has started is seen to sleep.
SLEEPS = 5


def is_asleep(process):
    """Whether a process waits: not for a processor, not for a disk."""
    with open("/proc/{}/stat".format(process), encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


class Fault(Exception):
    """What the client did wrong."""


class Peer:
    """One connection of the client, from the side of the server."""

    def __init__(self, connection):
        self.connection = connection
        self.received = b""
        connection.settimeout(LIMIT)

    def send(self, *messages):
        self.send_bytes(b"".join(line(message) for message in messages))

    def send_bytes(self, data, size=None, pause=0.0):
        """Sends bytes, in pieces of a size where one is given."""
        try:
            size = size or max(len(data), 1)
            for start in range(0, len(data), size):
                self.connection.sendall(data[start : start + size])
                time.sleep(pause)
        except OSError as error:
            raise Fault("it closed the connection too early: {}".format(error.strerror)) from None

    def request(self):
        """The next request of the client."""
        while b"\n" not in self.received:
            try:
                data = self.connection.recv(65536)
            except socket.timeout:
                raise Fault("it sent no request in {} s".format(LIMIT)) from None
            except OSError as error:
                raise Fault("it closed the connection: {}".format(error.strerror)) from None
            if not data:
                raise Fault("it closed the connection before its requests came")
            self.received += data
        text, _, self.received = self.received.partition(b"\n")
        if len(text) >= 4096:
            raise Fault("it sent a request over 4096 bytes")
        try:
            request = json.loads(text)
        except ValueError:
            raise Fault("it sent a request that is not JSON: {!r}".format(text)) from None
        if not isinstance(request, dict) or "id" not in request:
            raise Fault("it sent a request without an id: {!r}".format(text))
        return request

    def greet(self, *first, answer=None, before=()):
        """Sends hello, and answers the two requests: watch, and get position with `answer`, behind `before`."""
        self.send(hello() if not first else first[0])
        for verb in ("watch", "get"):
            request = self.request()
            if request.get("do") != verb:
                raise Fault("it sent {!r} instead of {}".format(request, verb))
            if verb == "watch":
                if set(request.get("topics", ())) != TOPICS:
                    raise Fault("it watches {!r} instead of reading, event, state and qibla".format(request))
                topics = {topic: {"rate_hz": 60} if topic == "reading" else {} for topic in request["topics"]}
                self.send({"type": "reply", "id": request["id"], "ok": True, "topics": topics})
            else:
                self.send(*before)
                reply = answer or {"type": "reply", "ok": True, "message": POSITION}
                self.send({"type": reply["type"], "id": request["id"], **reply})

    def expect_close(self):
        """The client must close the connection by itself."""
        try:
            while self.connection.recv(65536):
                pass
        except ConnectionResetError:
            pass
        except socket.timeout:
            raise Fault("it did not close the connection in {} s".format(LIMIT)) from None
        self.connection.close()

    def close(self):
        self.connection.close()


class Play:
    """A case that runs: a server in a folder, and the client."""

    def __init__(self, command, shows_errors=False):
        self.command = command
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="qiblad-conformance-"))
        self.stderr = None if shows_errors else subprocess.DEVNULL
        self.client = None
        self.listener = None
        self.lines = []
        self.expected_status = 0

    def start(self, **environment):
        """Starts the client; without QIBLAD_SOCKET_DIR where that is given as None."""
        settings = {key: value for key, value in os.environ.items() if key not in ("XDG_RUNTIME_DIR",)}
        settings["QIBLAD_SOCKET_DIR"] = str(self.folder)
        settings.update(environment)
        settings = {key: str(value) for key, value in settings.items() if value is not None}
        self.client = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=self.stderr, stdin=subprocess.DEVNULL, env=settings
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for text in self.client.stdout:
            self.lines.append(text.decode("utf-8", "replace").rstrip("\n"))

    def listen(self, folder=None):
        """Opens the server's socket."""
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str((folder or self.folder) / "stream.sock"))
        self.listener.listen(8)

    def stop_listening(self, folder=None):
        self.listener.close()
        os.unlink((folder or self.folder) / "stream.sock")

    def accept(self, limit=LIMIT):
        """The next connection of the client."""
        self.listener.settimeout(limit)
        try:
            return Peer(self.listener.accept()[0])
        except socket.timeout:
            raise Fault("it did not connect in {} s".format(limit)) from None

    def await_sleep(self):
        """Waits until the client waits for something: on a busy machine its start may take longer than WATCH."""
        deadline = time.monotonic() + START
        looks = 0
        while looks < SLEEPS and self.client.poll() is None and time.monotonic() < deadline:
            looks = looks + 1 if is_asleep(self.client.pid) else 0
            time.sleep(0.05)

    def expect_no_connection(self, why):
        self.await_sleep()
        self.listener.settimeout(WATCH)
        with contextlib.suppress(socket.timeout):
            self.listener.accept()[0].close()
            raise Fault(why)

    def finish(self, expected):
        """Waits for the client's end, and compares what it printed."""
        try:
            status = self.client.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise Fault("it did not end in {} s".format(LIMIT)) from None
        self.reader.join(5)
        if bool(status) != bool(self.expected_status):
            raise Fault("it ended with status {}".format(status))
        unknown = [text for text in expected if text.startswith("?")]
        wanted = [text for text in expected if not text.startswith("?")]
        optional = {text[1:] for text in unknown}
        answers = lambda texts: sorted(text for text in texts if text.startswith("answer "))  # noqa: E731
        others = lambda texts: [text for text in texts if not text.startswith("answer ")]  # noqa: E731
        printed = [text for text in self.lines if text not in optional]
        for number, (got, want) in enumerate(zip(others(printed), others(wanted)), 1):
            if got != want:
                raise Fault("line {} is\n    {}\n  instead of\n    {}".format(number, got, want))
        if len(others(printed)) != len(others(wanted)):
            shorter = min(len(others(printed)), len(others(wanted)))
            more, what = (printed, "too many") if len(others(printed)) > shorter else (wanted, "missing")
            raise Fault("{} lines are {}, the first is\n    {}".format(
                len(others(more)) - shorter, what, others(more)[shorter]))
        if answers(printed) != answers(wanted):
            raise Fault("its answers are {} instead of {}".format(answers(printed), answers(wanted)))

    def end(self):
        if self.client is not None and self.client.poll() is None:
            self.client.kill()
            self.client.wait()
        if self.listener is not None:
            self.listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def simple(self, *messages, **arguments):
        """One connection that sends these messages and ends; what the client must print."""
        self.listen()
        self.start()
        peer = self.accept()
        peer.greet(**arguments)
        peer.send(*messages, END)
        peer.close()
        return [connected(), "answer ok"] + [report(message) for message in messages] + [report(END)]
