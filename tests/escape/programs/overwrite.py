"""Replaces code of a running allowed program, by writing to its memory: here by the same code."""

import subprocess

sleeper = subprocess.Popen(["sleep", "1"])
with open(f"/proc/{sleeper.pid}/maps") as maps:
    start = next(int(line.split("-")[0], 16) for line in maps if " r-xp " in line)
try:
    with open(f"/proc/{sleeper.pid}/mem", "r+b", buffering=0) as memory:
        memory.seek(start)
        code = memory.read(64)
        memory.seek(start)
        memory.write(code)
    print("went", flush=True)
except OSError as e:
    print(e.strerror, flush=True)
sleeper.wait()
