"""greedy.py WHAT: takes more of one thing than a session is given, and says "went" or the name of the refusal."""

import ctypes
import errno
import os
import resource
import signal
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)


def until_refused(name, enough, take):
    for count in range(enough):
        try:
            take()
        except OSError as e:
            print(f"{name}: {errno.errorcode[e.errno]} after {count}", flush=True)
            return
    print(f"{name}: went", flush=True)


def child():
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)


def watch():
    if libc.inotify_init() < 0:
        raise OSError(ctypes.get_errno(), "")


def hold():
    until_refused("watches", 100_000, watch)
    print("holding", flush=True)
    time.sleep(10)


def some():
    for _ in range(10):
        watch()
        os.pipe()


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
{
    "processes": lambda: until_refused("processes", 400, child),
    "files": lambda: until_refused("files", 6000, lambda: os.open("/dev/null", os.O_RDONLY)),
    "hold": hold,
    "some": some,
    "memory": lambda: print("memory: went" if len(bytearray(200 << 20)) else ""),
}[sys.argv[1]]()
