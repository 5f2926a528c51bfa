"""Reads, stops and changes another process of the same session, in each of the ways there are.

`read` reads it as a file; `change` does what only a debugger does.
"""

import ctypes
import os
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
PROCESS_VM_READV, PROCESS_VM_WRITEV, KCMP = (310, 311, 312) if os.uname().machine == "x86_64" else (270, 271, 272)
PIDFD_OPEN, PIDFD_GETFD = 434, 438


def attempt(name, action):
    try:
        action()
        print(f"{name}: went", flush=True)
    except OSError as e:
        print(f"{name}: {e.strerror}", flush=True)


def made(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def attach(pid):
    made(libc.ptrace(PTRACE_ATTACH, pid, 0, 0))
    os.waitpid(pid, 0)
    libc.ptrace(PTRACE_DETACH, pid, 0, 0)


def start_of(pid):
    with open(f"/proc/{pid}/maps") as maps:
        return int(maps.readline().split("-")[0], 16)


def memory(pid, mode="rb"):
    with open(f"/proc/{pid}/mem", mode, buffering=0) as file:
        file.seek(start_of(pid))
        word = file.read(16)
        if mode != "rb":
            file.seek(start_of(pid))
            file.write(word)


def transfer(call, pid):
    here = ctypes.create_string_buffer(16)
    class Piece(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    local = Piece(ctypes.addressof(here), 16)
    remote = Piece(start_of(pid), 16)
    made(libc.syscall(call, pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0))


def descriptor(pid):
    made(libc.syscall(PIDFD_GETFD, made(libc.syscall(PIDFD_OPEN, pid, 0)), 1, 0))


sleeper = subprocess.Popen(["sleep", "60"], env={"SECRET": "x"})
if sys.argv[1] == "read":
    attempt("memory of a sibling", lambda: memory(sleeper.pid))
    attempt("memory of pid 1", lambda: memory(1))
else:
    attempt("ptrace of a sibling", lambda: attach(sleeper.pid))
    attempt("process_vm_readv", lambda: transfer(PROCESS_VM_READV, sleeper.pid))
    attempt("process_vm_writev", lambda: transfer(PROCESS_VM_WRITEV, sleeper.pid))
    attempt("pidfd_getfd", lambda: descriptor(sleeper.pid))
    attempt("kcmp", lambda: made(libc.syscall(KCMP, os.getpid(), sleeper.pid, 0, 0, 0)))
    attempt("writing memory", lambda: memory(sleeper.pid, "r+b"))
sleeper.kill()
