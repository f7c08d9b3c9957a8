"""Cases: what a client must understand."""

import json
import time

from .messages import END, POSITION, connected, event, hello, line, qibla, reading, report, state

CASES = []


def case(function):
    CASES.append(function)
    return function


@case
def messages_of_each_topic(play):
    """the messages of the four topics, one after the other and in one piece"""
    return play.simple(
        state(0, "calibrating"), qibla(0), reading(1), event(0, "left"), reading(2, 359.9994), reading(3, 0),
        reading(4, status="unavailable"),
    )  # fmt: skip


@case
def what_is_not_known_is_absent(play):
    """a reading without a heading"""
    message = reading(7, status="unavailable")
    del message["heading_true_deg"]
    return play.simple(message)


@case
def lines_in_pieces(play):
    """lines that arrive byte by byte, and several in one piece"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.send_bytes(line(hello())[:-1], size=7)
    time.sleep(0.2)
    peer.send_bytes(b"\n")
    for _ in range(2):
        request = peer.request()
        reply = {"message": POSITION} if request["do"] == "get" else {"topics": {}}
        peer.send_bytes(line({"type": "reply", "id": request["id"], "ok": True, **reply}), size=1)
    sent = [qibla(number, "Mäkkä مكة 🕋") for number in range(3)] + [reading(number) for number in range(40)]
    peer.send_bytes(b"".join(line(message) for message in sent), size=13, pause=0.002)
    peer.send(END)
    peer.close()
    return [connected(), "answer ok"] + [report(message) for message in sent + [END]]


@case
def names_in_utf8_and_in_escapes(play):
    """names with letters of other scripts, quotes, and characters outside the first plane, also as escapes"""
    names = ["Mäkkä", "مكة المكرمة", 'a "quoted" \\ name', "🕋", "tab\tinside", "a/b"]
    sent = [qibla(number, name) for number, name in enumerate(names)]
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet()
    peer.send(*sent)
    peer.send_bytes(b"".join((json.dumps(message) + "\n").encode() for message in sent))
    peer.send_bytes(line(qibla(9, "X")).replace(b'"X"', b'"\\/\\ud83d\\udd4b\\u00E9"'))
    peer.send(END)
    peer.close()
    return [connected(), "answer ok"] + [report(message) for message in sent + sent + [qibla(9, "/🕋é"), END]]


@case
def unknown_types_members_and_events(play):
    """types, members, codes and events of a later version are ignored"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet(hello(colour="green", limits={"request_bytes": 4096, "line_bytes": 16384, "new": [1]}))
    peer.send(
        {"type": "weather", "seq": 4, "skipped": 3, "t_us": 1}, {"type": "hint"},
        reading(1, colour={"status": "bad", "seq": 9}, list=[{"seq": 8}, [[]], {}]), event(5, "moon_landing", who="x"),
        {"type": "reading", "more": {"type": "bye", "heading_true_deg": 1}, **reading(2)},
        reading(3, why=["gremlins"]), event(6, "left", haptic="wobble"), END,
    )  # fmt: skip
    peer.close()
    return [connected(), "answer ok", report(reading(1)), "?event seq=5 name=moon_landing", report(reading(2)),
            report(reading(3)), report(event(6, "left")), report(END)]  # fmt: skip


@case
def forms_of_numbers(play):
    """numbers of every form that JSON has, and whole ones up to 2^53 - 1"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet()
    text = line(reading(1, heading="HERE")).decode()
    for form in ("1.5e2", "15E+1", "0.15e+3", "1500e-1", "150", "150.0", "150.00000000000000001"):
        peer.send_bytes(text.replace('"HERE"', form).encode())
    largest = 9007199254740991
    peer.send({**reading(largest), "t_us": largest}, {**reading(2), "t_us": -5}, END)
    peer.close()
    return ([connected(), "answer ok"] + [report(reading(1, 150))] * 7
            + [report({**reading(largest), "t_us": largest}), report({**reading(2), "t_us": -5}), report(END)])


@case
def skipped_and_resync(play):
    """what a slow client gets: the number of skipped messages, and of lost events"""
    return play.simple(
        reading(1), reading(90, skipped=88), state(4, skipped=2), {"type": "resync", "lost_events": 12},
        event(70), state(5), qibla(3, skipped=1),
    )  # fmt: skip


@case
def answers_by_their_id(play):
    """answers behind other messages, and answers that have the id of no request"""
    others = (reading(1), {"type": "reply", "id": 987654, "ok": True, "t_us": 3},
              {"type": "reply", "id": "x", "ok": True}, {"type": "reply", "ok": True}, reading(2))  # fmt: skip
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet(before=others)
    peer.send(reading(3), END)
    peer.close()
    return [connected()] + [report(reading(number)) for number in (1, 2, 3)] + [report(END), "answer ok"]


@case
def a_request_that_is_refused(play):
    """an error that answers a request"""
    error = {"type": "error", "code": "not_available", "message": "there is no position yet", "hint": "wait"}
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet(answer=error)
    peer.send(reading(1), END)
    peer.close()
    return [connected(), "answer not_available", report(reading(1)), report(END)]


@case
def a_replay_is_marked(play):
    """hello says that the data are of a recording"""
    play.listen()
    play.start()
    peer = play.accept()
    peer.greet(hello(replay=True, simulated=False))
    peer.send(END)
    peer.close()
    return [connected(replay=True, simulated=False), "answer ok", report(END)]
