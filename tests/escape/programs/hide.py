"""Does what it can to be looked at by nobody: nothing takes notice of a child that has ended, the first thread of another
process has ended, and names say what is not so. What is left reads the project on, once it is later."""

import ctypes
import os
import threading
import time

system = ctypes.CDLL(None)
NAME = 15  # PR_SET_NAME


def reads_on():
    os.chdir("src")
    print("ready", flush=True)
    while not os.path.exists("/home/agent/later"):
        time.sleep(0.05)
    with open("hello.py") as file:
        print(file.read() and "went", flush=True)


if os.fork() == 0:
    os._exit(0)
if os.fork() == 0:
    system.prctl(NAME, b"\xff)\nState:\tZ")
    threading.Thread(target=reads_on).start()
    system.pthread_exit(None)
time.sleep(60)
