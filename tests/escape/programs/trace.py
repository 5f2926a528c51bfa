"""Reads and stops another process of the same session, in each of the ways there are."""

import ctypes
import os
import subprocess

libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17


def attempt(name, action):
    try:
        action()
        print(f"{name}: went", flush=True)
    except OSError as e:
        print(f"{name}: {e.strerror}", flush=True)


def attach(pid):
    if libc.ptrace(PTRACE_ATTACH, pid, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.waitpid(pid, 0)
    libc.ptrace(PTRACE_DETACH, pid, 0, 0)


def memory(pid):
    with open(f"/proc/{pid}/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
        file.seek(start)
        file.read(16)


sleeper = subprocess.Popen(["sleep", "60"], env={"SECRET": "x"})
attempt("ptrace of a sibling", lambda: attach(sleeper.pid))
attempt("memory of a sibling", lambda: memory(sleeper.pid))
attempt("memory of pid 1", lambda: memory(1))
sleeper.kill()
