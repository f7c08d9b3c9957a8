#!/usr/bin/env python3
"""Clients with one fault each, which scripts/conformance must find.

  faulty.py FAULT     runs the client of clients/python/qiblad.py with that fault
  faulty.py --list    the faults, each with the case that is for it
"""

import json
import sys
import time

import client

qiblad = client.qiblad
protocol = qiblad._Protocol
FAULTS = {}


def fault(case):
    """Marks a function that puts a fault into the client."""

    def mark(function):
        FAULTS[function.__name__] = (case, function)
        return function

    return mark


def around(owner, name, change):
    """Replaces a function: `change` gets what it was."""
    setattr(owner, name, change(getattr(owner, name)))


@fault("another_version_is_refused")
def takes_any_version():
    qiblad.PROTOCOL_MAJOR = 2


@fault("a_daemon_that_restarts")
def forgets_nothing():
    around(protocol, "_hello", lambda before: lambda self, hello: {**before(self, hello), "new_run": False})


@fault("a_daemon_that_restarts")
def connects_once():
    around(qiblad.Client, "_lose", lambda _: lambda self, reason: sys.exit(reason))


@fault("half_a_line_at_the_end")
def takes_half_lines():
    around(protocol, "messages", lambda before: lambda self, data: before(self, data or b"\n"))


@fault("a_line_over_the_limit")
def has_no_limit():
    qiblad.LINE_BYTES = 1 << 40


@fault("a_line_of_the_limit")
def has_a_limit_that_is_too_small():
    qiblad.LINE_BYTES = 16383


@fault("a_line_of_the_limit")
def has_a_limit_that_is_too_large():
    qiblad.LINE_BYTES = 16385


def lenient(before):
    def message(self, text):
        try:
            return before(self, text)
        except qiblad.ConnectionLost:
            return {"type": "nothing"}

    return message


@fault("a_line_that_is_not_json")
def skips_what_is_not_json():
    around(protocol, "_message", lenient)


@fault("bytes_that_are_not_utf8")
def skips_what_is_not_utf8():
    around(protocol, "_message", lenient)


@fault("names_in_utf8_and_in_escapes")
def reads_latin_letters():
    around(protocol, "_message", lambda before: lambda self, text: before(self, text.decode("latin-1").encode()))


@fault("a_folder_that_others_may_write")
def trusts_every_folder():
    qiblad._danger = lambda folder: None


@fault("the_folder_of_the_login")
def looks_in_one_place():
    qiblad.candidates = lambda *_: [("/run/qiblad/stream.sock", None)]


@fault("the_folder_that_is_named_is_the_only_one")
def falls_back_to_other_places():
    def everywhere(before):
        def candidates(folder=None, control=False):
            named = before(folder, control)
            qiblad.os.environ["QIBLAD_SOCKET_DIR"] = ""
            return named + before(folder, control)

        return candidates

    around(qiblad, "candidates", everywhere)


@fault("the_folder_that_is_named_is_the_only_one")
def starts_slowly_and_falls_back():
    while time.process_time() < 4:  # longer than scripts/conformance watches a client that sleeps
        pass
    falls_back_to_other_places()


@fault("too_many_clients")
def makes_no_pause():
    qiblad.PAUSES = (0.001, 0.001)


@fault("skipped_and_resync")
def says_nothing_of_skipped():
    around(client, "line", lambda before: lambda message: (before(message) or "").split(" skipped")[0])


@fault("answers_by_their_id")
def takes_any_answer():
    qiblad._answers = lambda message, number: message["type"] == "reply"
    around(qiblad.Client, "request", lambda before: lambda self, *verb, **members: print_answer(before, self, verb, members))


def print_answer(before, self, verb, members):
    if before(self, *verb, **members).get("message", {}).get("type") != "position":
        raise qiblad.RequestError({"code": "another_one"})


@fault("a_program_that_says_nothing")
def waits_for_ever():
    qiblad.HELLO_SECONDS = 1000.0


@fault("forms_of_numbers")
def rounds_whole_numbers():
    around(protocol, "_message", lambda before: lambda self, text: before(self, json.dumps(
        json.loads(text, parse_int=lambda digits: int(float(digits + ".0") // 10 * 10) if len(digits) > 12 else int(digits))
    ).encode()))  # fmt: skip


@fault("unknown_types_members_and_events")
def stops_at_unknown_types():
    known = {"hello", "reading", "event", "state", "qibla", "reply", "bye"}

    def message(before):
        def checked(self, text):
            if json.loads(text)["type"] not in known:
                raise qiblad.ConnectionLost("an unknown type")
            return before(self, text)

        return checked

    around(protocol, "_message", message)


@fault("a_recording_of_a_real_daemon")
def loses_a_line():
    around(client, "line", lambda before: lambda message: None if message.get("seq") == 17 else before(message))


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        for name, (case, _) in FAULTS.items():
            print("{}:{}".format(name, case))
    elif len(sys.argv) == 2 and sys.argv[1] in FAULTS:
        FAULTS[sys.argv[1]][1]()
        sys.exit(client.run())
    else:
        sys.exit("usage: faulty.py FAULT | --list")
