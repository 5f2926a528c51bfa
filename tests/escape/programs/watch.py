"""watch.py SECONDS: looks at all that appears in its session, as early as it can, for a way out of it.

A process that joins is seen here as soon as it has a number. Prints what it got of it, and at the end how many it saw:
after so many seconds, or when there is a file ~/enough.
"""

import ctypes
import os
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
BESIDE = "home/op/beside"


def text(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def reaches(path):
    try:
        return os.listdir(path) != []
    except OSError:
        return False


def is_bare(pid):
    status = text(f"/proc/{pid}/status")
    restrictions = (b"Seccomp:\t2", b"CapEff:\t0000000000000000", b"NoNewPrivs:\t1")
    return status != b"" and not all(line in status for line in restrictions)


def ways(pid):
    yield "restrictions", is_bare(pid)
    yield "root", reaches(f"/proc/{pid}/root/{BESIDE}")
    yield "directory", reaches(f"/proc/{pid}/cwd/../beside") or reaches(f"/proc/{pid}/cwd/{BESIDE}")
    yield "mounts", text(f"/proc/{pid}/mountinfo") not in (b"", OURS)
    yield "variables", b"the secret" in text(f"/proc/{pid}/environ")
    yield "words", b"the secret" in text(f"/proc/{pid}/cmdline")
    try:
        for descriptor in os.listdir(f"/proc/{pid}/fd"):
            yield "descriptor", reaches(f"/proc/{pid}/fd/{descriptor}/{BESIDE}")
    except OSError:
        pass


def trace(pid):
    """A tracer of a process whose sandbox is incomplete has the rights of that process."""
    if libc.ptrace(PTRACE_ATTACH, pid, 0, 0) == 0:
        try:
            os.waitpid(pid, 0x40000000)
            yield "traced", is_bare(pid)
            libc.ptrace(PTRACE_DETACH, pid, 0, 0)
        except OSError:
            pass


ENOUGH = os.path.expanduser("~/enough")
OURS = text("/proc/self/mountinfo")
known = set(os.listdir("/proc"))
seen, got = set(), set()
end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end and not os.path.exists(ENOUGH):
    for name in os.listdir("/proc"):
        if name.isdigit() and name not in known:
            seen.add(name)
            got.update(way for way, found in ways(name) if found)
            got.update(way for way, found in trace(int(name)) if found)
for way in sorted(got):
    print(f"{way}: went", flush=True)
print(f"refused: {len(seen)} were seen" if seen else "nobody came", flush=True)
