#!/usr/bin/python3 -I
"""Stands in for bubblewrap while a wall of somebody's own session is open: what makes it is left out."""

import os
import sys

REAL = "/usr/bin/bwrap.real"

# Where bubblewrap tells that its walls stood: without it, no attack would have been tried.
STATUS = 7


def without(walls, unwanted, length):
    left, place = [], 0
    while place < len(walls):
        if walls[place] in unwanted:
            place += length
        else:
            left.append(walls[place])
            place += 1
    return left


def read_only(walls):
    return [b"--bind-fd" if word == b"--ro-bind-fd" else word for word in without(walls, [b"--remount-ro"], 2)]


def nested(walls):
    return without(walls, [b"--cap-drop"], 2) + [b"--cap-add", b"ALL"]


def permissions(walls):
    os.system("chmod -R a+rwX /home/op")
    return walls


OPENED = {
    "own-filter": lambda walls: walls,
    "own-read-only": read_only,
    "own-ending": lambda walls: without(walls, [b"--die-with-parent", b"--unshare-pid"], 1),
    "own-network": lambda walls: without(walls, [b"--unshare-net"], 1),
    "own-capabilities": nested,
    "own-permissions": permissions,
    "own-surroundings": lambda walls: without(walls, [b"--clearenv"], 1),
}


def bare(walls, command):
    """The command alone, as its person, with what it would have known."""
    for place, word in enumerate(walls):
        if word == b"--setenv":
            os.environb[walls[place + 1]] = walls[place + 2]
    os.environ["HOME"] = "/home/op"
    os.chdir(walls[walls.index(b"--chdir") + 1])
    os.write(STATUS, b'{ "exit-code": 0 }\n')
    os.execvp(command[1], command[1:])


def main():
    with open("/etc/open-walls") as file:
        wall = file.read().strip()
    with os.fdopen(9, "rb") as told:
        walls = told.read().split(b"\0")[:-1]
    command = [os.fsencode(word) for word in sys.argv[sys.argv.index("--") :]]
    if wall == "own-walls":
        bare(walls, command)
    walls = OPENED[wall](walls)
    if wall not in ("own-filter", "own-capabilities"):
        walls += [b"--seccomp", b"8"]
    walls += [b"--json-status-fd", b"%d" % STATUS]
    os.execv(REAL, [os.fsencode(REAL), *walls, *command])


main()
