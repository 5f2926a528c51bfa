"""passing.py listen|connect FILE|-: passes an open file to the other agent over an abstract socket, or receives one, maps and executes it.

Who listens ends with its standard input, which comes from who connects.
"""

import errno
import mmap
import os
import select
import socket
import sys
import time

ADDRESS = b"\0attack-passing"


def listening():
    server = socket.socket(socket.AF_UNIX)
    server.bind(ADDRESS)
    server.listen()
    if server in select.select([server, sys.stdin], [], [])[0]:
        return server.accept()[0]
    return None


def connecting():
    deadline = time.monotonic() + 30
    while True:
        try:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(ADDRESS)
            return connection
        except OSError as e:
            if e.errno != errno.ECONNREFUSED or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def receive(connection):
    [file] = socket.recv_fds(connection, 1, 1)[1]
    try:
        mmap.mmap(file, 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
        print("mapped: went", flush=True)
    except OSError as e:
        print(f"mapped: {e}", flush=True)
    os.execve(file, ["hello"], {})


how, path = sys.argv[1:]
try:
    made = listening() if how == "listen" else connecting()
    if made and path == "-":
        receive(made)
    elif made:
        socket.send_fds(made, [b"x"], [os.open(path, os.O_RDONLY)])
        made.recv(1)
except OSError as e:
    print(f"{how}: {e}", flush=True)
if how == "listen":
    print(sys.stdin.read())
