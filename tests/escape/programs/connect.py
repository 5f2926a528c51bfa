"""connect.py paths|abstract|loopback: connects to what listen.py offers, and says whether it was greeted."""

import errno
import socket
import sys

PATHS = ["/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/run/podman/podman.sock", "/tmp/.X11-unix/X0",
         "/tmp/ssh-x/agent.1", "/run/systemd/private", "/run/user/1000/bus", "/proc/1/root/run/docker.sock", "/proc/self/root/run/docker.sock"]
ADDRESSES = {
    "paths": [(socket.AF_UNIX, path) for path in PATHS],
    "abstract": [(socket.AF_UNIX, b"\0attack-abstract")],
    "loopback": [(socket.AF_INET, ("127.0.0.1", 8765)), (socket.AF_INET6, ("::1", 8765)), (socket.AF_INET, ("127.9.9.9", 8765))],
}

for family, address in ADDRESSES[sys.argv[1]]:
    try:
        with socket.socket(family) as connection:
            connection.settimeout(5)
            connection.connect(address)
            print(f"{address}: went" if connection.recv(5) == b"hello" else f"{address}: ECONNREFUSED", flush=True)
    except OSError as e:
        print(f"{address}: {errno.errorcode.get(e.errno, e)}", flush=True)
