"""Services of the host as an attacker would like them: each greets whoever connects."""

import os
import selectors
import socket

PATHS = ["/run/docker.sock", "/run/dbus/system_bus_socket", "/run/podman/podman.sock", "/tmp/.X11-unix/X0", "/tmp/ssh-x/agent.1",
         "/run/systemd/private", "/run/user/1000/bus"]


def listener(family, address):
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(address)
    made.listen()
    return made


listeners = [listener(socket.AF_UNIX, b"\0attack-abstract"), listener(socket.AF_INET, ("127.0.0.1", 8765)),
             listener(socket.AF_INET6, ("::1", 8765))]
for path in reversed(PATHS):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    listeners.append(listener(socket.AF_UNIX, path))
    os.chmod(path, 0o666)

selector = selectors.DefaultSelector()
for each in listeners:
    selector.register(each, selectors.EVENT_READ)
while True:
    for key, _ in selector.select():
        connection, _ = key.fileobj.accept()
        connection.sendall(b"hello")
        connection.close()
