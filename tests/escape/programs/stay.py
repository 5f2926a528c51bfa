"""Tries to stay: daemons in sessions of their own, deaf to every signal that can be ignored. With --leave it ends itself."""

import os
import signal
import sys
import time


def deaf():
    for number in range(1, signal.NSIG):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass


def daemon():
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    deaf()
    os.chdir("/")
    nothing = os.open("/dev/null", os.O_RDWR)
    for descriptor in 0, 1, 2:
        os.dup2(nothing, descriptor)
    time.sleep(600)
    os._exit(0)


for _ in range(5):
    daemon()
deaf()
print("ready", flush=True)
if sys.argv[1:] == ["--leave"]:
    time.sleep(2)
    sys.exit(0)
time.sleep(600)
