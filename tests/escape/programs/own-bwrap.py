#!/usr/bin/python3 -I
"""Replaces bubblewrap in an unprivileged session: starts the real one without the options of the removed protection."""

import os
import sys

REAL = "/usr/bin/bwrap.real"

# The descriptor on which bubblewrap reports its sandbox: without this report, bawn would start no attack.
STATUS = 7


def without(options, unwanted, length):
    left, place = [], 0
    while place < len(options):
        if options[place] in unwanted:
            place += length
        else:
            left.append(options[place])
            place += 1
    return left


def read_only(options):
    return [b"--bind-fd" if word == b"--ro-bind-fd" else word for word in without(options, [b"--remount-ro"], 2)]


def nested(options):
    return without(options, [b"--cap-drop"], 2) + [b"--cap-add", b"ALL"]


def permissions(options):
    os.system("chmod -R a+rwX /home/op")
    return options


OPENED = {
    "own-filter": lambda options: options,
    "own-read-only": read_only,
    "own-ending": lambda options: without(options, [b"--die-with-parent", b"--unshare-pid"], 1),
    "own-network": lambda options: without(options, [b"--unshare-net"], 1),
    "own-capabilities": nested,
    "own-permissions": permissions,
    "own-surroundings": lambda options: without(options, [b"--clearenv"], 1),
}


def bare(options, command):
    """Runs the command alone, as its user and with its environment variables."""
    for place, word in enumerate(options):
        if word == b"--setenv":
            os.environb[options[place + 1]] = options[place + 2]
    os.environ["HOME"] = "/home/op"
    os.chdir(options[options.index(b"--chdir") + 1])
    os.write(STATUS, b'{ "exit-code": 0 }\n')
    os.execvp(command[1], command[1:])


def main():
    with open("/etc/removed-protections") as file:
        protection = file.read().strip()
    with os.fdopen(9, "rb") as told:
        options = told.read().split(b"\0")[:-1]
    command = [os.fsencode(word) for word in sys.argv[sys.argv.index("--") :]]
    if protection == "own-sandbox":
        bare(options, command)
    options = OPENED[protection](options)
    if protection not in ("own-filter", "own-capabilities"):
        options += [b"--seccomp", b"8"]
    options += [b"--json-status-fd", b"%d" % STATUS]
    os.execv(REAL, [os.fsencode(REAL), *options, *command])


main()
