"""A client of qiblad, the daemon that streams a compass heading and the direction of the Qibla.

One file, Python 3.9 or newer, nothing but the standard library: copy it beside your program.

    import qiblad

    with qiblad.Client({"reading": {"rate_hz": 10}, "event": {}}) as client:
        for message in client:
            if message["type"] == "reading":
                print(message.get("heading_true_deg", "unknown"), message["status"])

Every message is a dictionary as the daemon sent it (docs/protocol.md): what is not known is absent. Two more types
come from this file:

    connected     the daemon has answered: "hello" is its first line, which says whether the data are of a replay or
                  simulated; with "new_run" it is another run than before: forget every message, "seq" and "t_us"
    disconnected  there is no connection, for the "reason" given: show no old heading any more. The client connects
                  again after "pause_s", for ever

A message with "skipped" has lost that many of its topic just before it, because the program was too slow; "resync"
tells the same of events. AsyncClient is the same for asyncio. Both raise ProtocolError where connecting again cannot
help: the daemon has another version of the protocol.

One thread at a time uses a client: give each thread a client of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import socket
import stat
import time
from collections import deque
from typing import Any, AsyncIterator, Deque, Dict, Iterator, List, Mapping, Optional, Tuple

__all__ = ["AsyncClient", "Client", "ConnectionLost", "Message", "ProtocolError", "RequestError", "candidates"]

#: One message: the members that docs/protocol.md lists for its "type".
Message = Dict[str, Any]
#: Topics with their options, as {"reading": {"rate_hz": 10, "min_change_deg": 0.5, "max_gap_ms": 1000}, "event": {}}.
Topics = Mapping[str, Mapping[str, float]]

PROTOCOL_MAJOR = 1
#: The longest line of the daemon, bytes with its line feed.
LINE_BYTES = 16384
#: How long a daemon may take to accept a connection and to send its first line, seconds.
HELLO_SECONDS = 5.0
#: The first and the longest pause before connecting again, seconds.
PAUSES = (0.25, 8.0)
_NO_HELLO = "the daemon sends no hello"


class ProtocolError(Exception):
    """The daemon has another version of the protocol."""


class ConnectionLost(Exception):
    """There is no connection; the description says why."""


class RequestError(Exception):
    """The daemon refused a request: its code, its message and its hint."""

    def __init__(self, error: Message) -> None:
        self.code = str(error.get("code", ""))
        super().__init__("{}: {}; {}".format(self.code, error.get("message", ""), error.get("hint", "")))


def candidates(socket_dir: Optional[str] = None, control: bool = False) -> List[Tuple[str, Optional[str]]]:
    """The sockets to try, in the order of the daemon, each with the reason why it must not be used or None.

    Any user can make /tmp/qiblad-UID first and put a socket with wrong headings into it, so that folder is used only
    if it belongs to this user and no other may write to it.
    """
    name = "control.sock" if control else "stream.sock"
    only = socket_dir if socket_dir is not None else os.environ.get("QIBLAD_SOCKET_DIR")
    if only:
        return [(os.path.join(only, name), None)]
    folders = ["/run/qiblad"]
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/"):
        folders.append(os.path.join(runtime, "qiblad"))
    found: List[Tuple[str, Optional[str]]] = [(os.path.join(folder, name), None) for folder in folders]
    folder = "/tmp/qiblad-{}".format(os.getuid())
    found.append((os.path.join(folder, name), _danger(folder)))
    return found


def _danger(folder: str) -> Optional[str]:
    try:
        status = os.lstat(folder)
    except OSError as error:
        return error.strerror
    if not stat.S_ISDIR(status.st_mode):
        return "its folder is not a folder"
    if status.st_uid != os.getuid():
        return "its folder belongs to user {}".format(status.st_uid)
    return "its folder is writable for other users" if status.st_mode & 0o022 else None


def _connect(socket_dir: Optional[str], control: bool) -> socket.socket:
    """A connection to the first socket that answers."""
    attempts = []
    for path, danger in candidates(socket_dir, control):
        if danger is None:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.settimeout(HELLO_SECONDS)
                connection.connect(path)
                return connection
            except OSError as error:
                connection.close()
                danger = error.strerror or str(error)
        attempts.append("{} ({})".format(path, danger))
    raise ConnectionLost("no daemon answers: {}; start one with qiblad, or set QIBLAD_SOCKET_DIR".format(", ".join(attempts)))


class _Protocol:
    """What both clients share: lines, hello, runs, identifiers and pauses. It does no input or output."""

    def __init__(self, topics: Optional[Topics]) -> None:
        self.topics = topics
        self.run_id: Optional[str] = None
        self.connected = False
        self._pause = PAUSES[0]
        self._sent = 0
        self._bytes = b""

    def begin(self) -> None:
        """A connection was made: nothing of the one before counts."""
        self._bytes = b""
        self.connected = False

    def end(self, reason: str) -> Message:
        self.begin()
        pause = self._pause * random.uniform(0.5, 1)
        self._pause = min(2 * self._pause, PAUSES[1])
        return {"type": "disconnected", "reason": reason, "pause_s": pause}

    def request(self, verb: str, members: Mapping[str, Any]) -> Tuple[int, bytes]:
        self._sent += 1
        line = json.dumps({"id": self._sent, "do": verb, **members}, allow_nan=False) + "\n"
        return self._sent, line.encode()

    def watch(self) -> bytes:
        return self.request("watch", {"topics": self.topics})[1] if self.topics else b""

    def messages(self, data: bytes) -> Iterator[Message]:
        """The messages that these bytes complete."""
        if not data:
            raise ConnectionLost("the daemon closed the connection")
        *lines, self._bytes = (self._bytes + data).split(b"\n")
        for line in lines:
            yield self._message(line)
        if len(self._bytes) >= LINE_BYTES:
            raise ConnectionLost("the daemon sent a line over {} bytes".format(LINE_BYTES))

    def _message(self, line: bytes) -> Message:
        if len(line) >= LINE_BYTES:
            raise ConnectionLost("the daemon sent a line over {} bytes".format(LINE_BYTES))
        try:
            message = json.loads(line.decode(), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ConnectionLost("the daemon sent a line that is not JSON: {}".format(error)) from None
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise ConnectionLost("the daemon sent a line that is no message")
        if not self.connected:
            return self._hello(message)
        if "seq" in message:
            self._pause = PAUSES[0]
        return message

    def _hello(self, hello: Message) -> Message:
        protocol = hello.get("protocol")
        if hello["type"] != "hello" or not isinstance(protocol, dict):
            raise ConnectionLost("what answers sends no hello; check which program it is")
        if protocol.get("major") != PROTOCOL_MAJOR:
            raise ProtocolError(
                "the daemon has version {} of the protocol, this program knows {}; install matching versions".format(
                    protocol.get("major"), PROTOCOL_MAJOR
                )
            )
        before, self.run_id = self.run_id, hello.get("run_id")
        self.connected = True
        return {"type": "connected", "hello": hello, "new_run": before is not None and before != self.run_id}


def _readable(connection: socket.socket, seconds: Optional[float]) -> bool:
    """Whether something arrives in so many seconds; None: waits for ever. It may return earlier with False.

    select() takes no descriptor over 1023, which a program with many files has; not every system has poll().
    """
    if not hasattr(select, "poll"):
        return bool(select.select([connection], [], [], seconds)[0])
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    # poll() takes milliseconds in 31 bits.
    return bool(poll.poll(None if seconds is None else 1000 * min(seconds, 86400.0)))


def _no_number(word: str) -> float:
    raise ValueError("{} is no number".format(word))


def _settle(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _answers(message: Message, number: int) -> bool:
    return message["type"] in ("reply", "error") and message.get("id") == number


def _checked(answer: Message) -> Message:
    if answer["type"] == "error":
        raise RequestError(answer)
    return answer


class Client:
    """The messages of a daemon, which is connected to again whenever it ends.

    topics      are watched after each hello
    socket_dir  the folder of the sockets, as for qiblad --socket-dir; without it the places that the daemon uses
    control     connects to control.sock, which also takes the requests that change the daemon

    One thread at a time calls next, request and close: two would take each other's bytes. A thread that sends requests
    while another one iterates has a client of its own, without topics.
    """

    def __init__(
        self, topics: Optional[Topics] = None, socket_dir: Optional[str] = None, control: bool = False
    ) -> None:
        self._protocol = _Protocol(topics)
        self._place = (socket_dir, control)
        self._socket: Optional[socket.socket] = None
        self._failure: Optional[ConnectionLost] = None
        self._waiting: Deque[Message] = deque()
        self._next_attempt = 0.0
        self._hello_until = 0.0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Message]:
        while True:
            message = self.next()
            if message is not None:
                yield message

    def close(self) -> None:
        """Closes the connection."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def next(self, timeout: Optional[float] = None) -> Optional[Message]:
        """The next message; None where none comes within timeout seconds. Without a timeout it waits for ever."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._waiting:
            try:
                if not self._advance(deadline):
                    return None
            except (ConnectionLost, OSError) as error:
                self._lose(str(error))
        return self._waiting.popleft()

    def request(self, verb: str, timeout: float = 15.0, **members: Any) -> Message:
        """Sends a request, as request("get", topic="state"), and returns its reply.

        Messages that come before the reply are kept for next. Raises RequestError where the daemon refuses, and
        ConnectionLost where no reply comes within timeout seconds; then it is not known whether it was carried out.
        """
        deadline = time.monotonic() + timeout
        try:
            while not self._protocol.connected:
                if not self._advance(deadline):
                    raise ConnectionLost("the daemon does not answer")
            number, line = self._protocol.request(verb, members)
            self._send(line)
            seen = len(self._waiting)
            while True:
                for message in list(self._waiting)[seen:]:
                    if _answers(message, number):
                        self._waiting.remove(message)
                        return _checked(message)
                seen = len(self._waiting)
                if not self._advance(deadline):
                    raise ConnectionLost("the daemon does not answer")
        except (ConnectionLost, OSError) as error:
            self._lose(str(error))
            raise ConnectionLost(str(error)) from None

    def _advance(self, deadline: Optional[float]) -> bool:
        """Connects, or reads what has arrived; False where the time is up."""
        self._fail()
        if self._socket is None:
            pause = self._next_attempt - time.monotonic()
            if deadline is not None and pause > deadline - time.monotonic():
                time.sleep(max(deadline - time.monotonic(), 0))
                return False
            time.sleep(max(pause, 0))
            self._protocol.begin()
            self._socket = _connect(*self._place)
            self._hello_until = time.monotonic() + HELLO_SECONDS
        limits = [] if self._protocol.connected else [self._hello_until]
        limits += [] if deadline is None else [deadline]
        left = max(min(limits) - time.monotonic(), 0) if limits else None
        if not _readable(self._socket, left):
            now = time.monotonic()
            if not self._protocol.connected and now >= self._hello_until:
                raise ConnectionLost(_NO_HELLO)
            return deadline is None or now < deadline
        data = self._socket.recv(65536)
        try:
            for message in self._protocol.messages(data):
                self._waiting.append(message)
                if message["type"] == "connected":
                    self._send(self._protocol.watch())
        except ConnectionLost as error:
            self._failure = error  # what came before it counts
        return True

    def _fail(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _send(self, line: bytes) -> None:
        if self._socket is None:
            raise ConnectionLost("there is no connection")
        self._socket.sendall(line)

    def _lose(self, reason: str) -> None:
        self.close()
        message = self._protocol.end(reason)
        self._next_attempt = time.monotonic() + float(message["pause_s"])
        self._waiting.append(message)


class AsyncClient:
    """The same as Client, for asyncio: `async for message in client`, `await client.request("ping")`.

    One task reads at a time: while a request waits for its reply no other task may iterate.
    """

    def __init__(
        self, topics: Optional[Topics] = None, socket_dir: Optional[str] = None, control: bool = False
    ) -> None:
        self._protocol = _Protocol(topics)
        self._place = (socket_dir, control)
        self._socket: Optional[socket.socket] = None
        self._failure: Optional[ConnectionLost] = None
        self._waiting: Deque[Message] = deque()
        self._next_attempt = 0.0
        self._hello_until = 0.0

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def __aiter__(self) -> AsyncIterator[Message]:
        while True:
            yield await self.next()

    def close(self) -> None:
        """Closes the connection."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    async def next(self) -> Message:
        """The next message. To wait for a limited time use asyncio.wait_for; nothing is lost by it."""
        while not self._waiting:
            try:
                await self._advance()
            except (ConnectionLost, OSError) as error:
                self._lose(str(error))
        return self._waiting.popleft()

    async def request(self, verb: str, timeout: float = 15.0, **members: Any) -> Message:
        """As Client.request."""
        try:
            return await asyncio.wait_for(self._request(verb, members), timeout)
        except (ConnectionLost, OSError, asyncio.TimeoutError) as error:
            self._lose(str(error) or "the daemon does not answer")
            raise ConnectionLost(str(error) or "the daemon does not answer") from None

    async def _request(self, verb: str, members: Mapping[str, Any]) -> Message:
        while not self._protocol.connected:
            await self._advance()
        number, line = self._protocol.request(verb, members)
        await self._send(line)
        seen = len(self._waiting)
        while True:
            for message in list(self._waiting)[seen:]:
                if _answers(message, number):
                    self._waiting.remove(message)
                    return _checked(message)
            seen = len(self._waiting)
            await self._advance()

    async def _advance(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        if self._socket is None:
            # An instant, not a pause: a task that is cancelled meanwhile does not begin the pause again.
            await asyncio.sleep(max(self._next_attempt - time.monotonic(), 0))
            self._protocol.begin()
            self._socket = _connect(*self._place)  # a Unix socket is connected at once, or refused
            self._socket.setblocking(False)
            self._hello_until = time.monotonic() + HELLO_SECONDS
        data = await self._receive(self._socket)
        is_new = False
        try:
            for message in self._protocol.messages(data):
                self._waiting.append(message)
                is_new = is_new or message["type"] == "connected"
        except ConnectionLost as error:
            self._failure = error  # what came before it counts
        if is_new and self._failure is None:  # behind the loop: a task that is cancelled here has all messages
            await self._send(self._protocol.watch())

    async def _receive(self, connection: socket.socket) -> bytes:
        """What has arrived. It is read without a wait, so a task that is cancelled loses no byte."""
        while True:
            try:
                return connection.recv(65536)
            except (BlockingIOError, InterruptedError):
                await self._readable(connection.fileno())

    async def _readable(self, descriptor: int) -> None:
        """Waits until something has arrived, for hello up to its limit."""
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        limit = None if self._protocol.connected else max(self._hello_until - time.monotonic(), 0)
        loop.add_reader(descriptor, _settle, ready)
        try:
            await asyncio.wait_for(ready, limit)
        except asyncio.TimeoutError:
            raise ConnectionLost(_NO_HELLO) from None
        finally:
            loop.remove_reader(descriptor)

    async def _send(self, line: bytes) -> None:
        if self._socket is None:
            raise ConnectionLost("there is no connection")
        await asyncio.get_running_loop().sock_sendall(self._socket, line)

    def _lose(self, reason: str) -> None:
        self.close()
        message = self._protocol.end(reason)
        self._next_attempt = time.monotonic() + float(message["pause_s"])
        self._waiting.append(message)
