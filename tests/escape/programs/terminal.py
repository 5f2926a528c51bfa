#!/usr/bin/python3 -I
"""Takes the controlling terminal of the session, or writes to it, with all that job control offers. Notes what came of it.

terminal.py steal     becomes the foreground of /dev/tty and reads what is typed there
terminal.py title     goes on writing a title after the session was stopped
terminal.py kill      sends SIGKILL to its process group
"""

import os
import select
import signal
import struct
import sys
import time
from fcntl import ioctl

TIOCSPGRP = 0x5410


def survive():
    """A child of its own process group, which no key stops."""
    if os.fork():
        signal.pause()
    os.setpgid(0, 0)
    for name in (signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)


def steal():
    survive()
    with open("stolen", "wb", buffering=0) as stolen, open("tried", "w", buffering=1) as tried:
        tried.write("begun\n")
        # until a key has stopped the session
        time.sleep(2)
        for _ in range(30):
            time.sleep(0.1)
            try:
                terminal = os.open("/dev/tty", os.O_RDWR)
                ioctl(terminal, TIOCSPGRP, struct.pack("i", os.getpgrp()))
                if select.select([terminal], [], [], 0.3)[0]:
                    stolen.write(os.read(terminal, 100))
                os.close(terminal)
            except OSError as e:
                tried.write(f"refused: {e.strerror}\n")


def title():
    survive()
    with open("tried", "w", buffering=1) as tried:
        tried.write("begun\n")
        for _ in range(50):
            time.sleep(0.1)
            os.write(1, b"\033]0;planted\007")


def end():
    os.kill(0, signal.SIGKILL)


{"steal": steal, "title": title, "kill": end}[sys.argv[1]]()
