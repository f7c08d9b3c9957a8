"""Cases: where a client searches the socket."""

import contextlib
import fcntl
import os
import pathlib
import shutil
import tempfile

from .messages import END, connected, report

CASES = []


def case(function):
    CASES.append(function)
    return function


def is_system_daemon_there():
    return os.path.exists("/run/qiblad/stream.sock")


@case
def the_folder_that_is_named_is_the_only_one(play):
    """QIBLAD_SOCKET_DIR names a folder without a daemon: no other place is tried"""
    runtime = play.folder / "runtime"
    (runtime / "qiblad").mkdir(parents=True)
    (play.folder / "named").mkdir()
    play.listen(runtime / "qiblad")
    play.start(QIBLAD_SOCKET_DIR=play.folder / "named", XDG_RUNTIME_DIR=runtime)
    play.expect_no_connection("it used another folder than QIBLAD_SOCKET_DIR names")
    play.stop_listening(runtime / "qiblad")
    play.listen(play.folder / "named")
    peer = play.accept()
    peer.greet()
    peer.send(END)
    peer.close()
    return [connected(), "answer ok", report(END)]


@case
def the_folder_of_the_login(play):
    """$XDG_RUNTIME_DIR/qiblad, where QIBLAD_SOCKET_DIR is empty"""
    if is_system_daemon_there():
        return None
    (play.folder / "qiblad").mkdir()
    play.listen(play.folder / "qiblad")
    play.start(QIBLAD_SOCKET_DIR="", XDG_RUNTIME_DIR=play.folder)
    peer = play.accept()
    peer.greet()
    peer.send(END)
    peer.close()
    return [connected(), "answer ok", report(END)]


@contextlib.contextmanager
def alone(name):
    """Waits for other instances of this program that use the same thing."""
    with open(os.path.join(tempfile.gettempdir(), "{}-{}.lock".format(name, os.getuid())), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@case
def a_folder_that_others_may_write(play):
    """/tmp/qiblad-UID that others may write to, or that is a link, is not used"""
    with alone("qiblad-conformance"):
        return use_folder_in_tmp(play)


def use_folder_in_tmp(play):
    folder = pathlib.Path("/tmp/qiblad-{}".format(os.getuid()))
    if is_system_daemon_there() or folder.exists() or folder.is_symlink():
        return None
    play.listen()
    play.start(QIBLAD_SOCKET_DIR=None)
    try:
        folder.symlink_to(play.folder)
        play.expect_no_connection("it used {}, which is a link".format(folder))
        folder.unlink()
        play.stop_listening()
        folder.mkdir()
        play.listen(folder)
        folder.chmod(0o777)
        play.expect_no_connection("it used {}, which others may write to".format(folder))
        if os.getuid() == 0:
            folder.chmod(0o700)
            os.chown(folder, 65534, 65534)
            play.expect_no_connection("it used {}, which belongs to another user".format(folder))
            os.chown(folder, 0, 0)
        folder.chmod(0o700)
        peer = play.accept()
        peer.greet()
        peer.send(END)
        peer.close()
        return [connected(), "answer ok", report(END)]
    finally:
        if folder.is_symlink():
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)
