"""kernel.py GROUP: makes the system calls of one group, and prints for each "NAME: went" or "NAME: ERRNO".

Python and not C, so that it runs where only allowed programs do. Numbers are those of x86-64.
"""

import ctypes
import errno
import mmap
import os
import socket
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

NEWUSER, NEWNS, NEWNET, NEWCGROUP = 0x10000000, 0x20000, 0x40000000, 0x2000000
SIGCHLD = 17
HIGH = 1 << 32  # above what the kernel looks at in an int
buffer = ctypes.create_string_buffer(256)
root = ctypes.c_char_p(b"/")
here = ctypes.c_char_p(b"/home/agent")
kind = ctypes.c_char_p(b"tmpfs")
user_key = ctypes.c_char_p(b"user")


def call(number, *arguments):
    words = [a if isinstance(a, (ctypes.c_char_p, ctypes.Array)) else ctypes.c_long(a) for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result


def clone(flags):
    child = call(56, flags | SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def clone3(flags):
    arguments = (ctypes.c_uint64 * 8)(flags, 0, 0, 0, SIGCHLD, 0, 0, 0)
    child = call(435, arguments, 64)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def setid(path, make):
    make(path)
    if not os.stat(path).st_mode & 0o6000:
        raise OSError(errno.EPERM, "")


def opened(flags):
    return lambda path: os.close(call(257, -100, ctypes.c_char_p(path.encode()), flags, 0o4755))


def chmodded(number, *before):
    def make(path):
        open(path, "w").close()
        call(number, *before, ctypes.c_char_p(path.encode()), 0o4755, 0)

    return make


def fchmodded(path):
    with open(path, "w") as file:
        call(91, file.fileno(), 0o4755)


def openat2(path):
    how = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, 0o4755, 0)
    os.close(call(437, -100, ctypes.c_char_p(path.encode()), how, 24))


def old_entry(number, argument):
    """int 0x80: the 32-bit way into the kernel, which a filter for 64 bits may not know."""
    code = b"\x53\xb8" + number.to_bytes(4, "little") + b"\xbb" + argument.to_bytes(4, "little") + b"\xcd\x80\x5b\xc3"
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    result = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    if result < 0:
        raise OSError(-result, "")


def in_child(action):
    """For calls that may kill whoever makes them."""
    child = os.fork()
    if child == 0:
        try:
            action()
        except OSError as e:
            os._exit(e.errno)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        raise OSError(errno.EPERM, "")
    if os.WEXITSTATUS(status):
        raise OSError(os.WEXITSTATUS(status), "")


def family(number, kind=socket.SOCK_STREAM, protocol=0):
    return lambda: os.close(call(41, number, kind, protocol))


def terminal(request):
    def make():
        with open("/dev/tty", "rb+", buffering=0) as tty:
            for byte in b"\x03touch /home/op/typed\n":
                buffer[0] = byte
                call(16, tty.fileno(), request, buffer)

    return make


def discipline(number):
    """A terminal of one's own is enough for it."""

    def make():
        buffer[0:4] = number.to_bytes(4, "little")
        call(16, os.openpty()[1], 0x5423, buffer)

    return make


GROUPS = {
    "namespaces": {
        "unshare of a user namespace": lambda: in_child(lambda: call(272, NEWUSER)),
        "unshare with a high bit": lambda: in_child(lambda: call(272, NEWUSER | HIGH)),
        "unshare of mounts": lambda: in_child(lambda: call(272, NEWNS)),
        "unshare of the network": lambda: in_child(lambda: call(272, NEWNET)),
        "clone with a user namespace": lambda: clone(NEWUSER),
        "clone3 with a user namespace": lambda: clone3(NEWUSER),
        "setns to pid 1": lambda: call(308, os.open("/proc/1/ns/mnt", os.O_RDONLY), 0),
        "setns to itself": lambda: call(308, os.open("/proc/self/ns/user", os.O_RDONLY), 0),
    },
    "cgroups": {
        "unshare of a cgroup namespace": lambda: in_child(lambda: call(272, NEWUSER | NEWCGROUP)),
        "unshare of a cgroup namespace with a high bit": lambda: in_child(lambda: call(272, NEWUSER | NEWCGROUP | HIGH)),
        "clone with a cgroup namespace": lambda: clone(NEWUSER | NEWCGROUP),
        "clone3 with a cgroup namespace": lambda: clone3(NEWUSER | NEWCGROUP),
    },
    "mounts": {
        "mount": lambda: call(165, kind, here, kind, 0, 0),
        "mount again, writable": lambda: call(165, root, root, 0, 0x1020, 0),
        "umount2": lambda: call(166, ctypes.c_char_p(b"/work/app"), 2),
        "pivot_root": lambda: call(155, here, here),
        "chroot": lambda: in_child(lambda: call(161, here)),
        "open_tree": lambda: call(428, -100, root, 1),
        "move_mount": lambda: call(429, -100, root, -100, here, 0),
        "fsopen": lambda: call(430, kind, 0),
        "fsmount": lambda: call(432, 0, 0, 0),
        "mount_setattr": lambda: call(442, -100, root, 0, buffer, 32),
    },
    "keyrings": {
        "add_key": lambda: call(248, user_key, user_key, buffer, 8, -4),
        "request_key": lambda: call(249, user_key, user_key, 0, -4),
        "keyctl": lambda: call(250, 0, -4, 1),
        "keyctl with a high bit": lambda: call(250, HIGH, -4, 1),
    },
    "kernel": {
        "bpf": lambda: call(321, 0, buffer, 72),
        "perf_event_open": lambda: call(298, buffer, 0, -1, -1, 0),
        "userfaultfd": lambda: call(323, 1),
        "io_uring_setup": lambda: call(425, 1, buffer),
        "io_uring_enter": lambda: call(426, 0, 0, 0, 0, 0, 0),
        "io_uring_register": lambda: call(427, -1, 0, buffer, 0),
    },
    "machine": {
        "init_module": lambda: call(175, buffer, 8, buffer),
        "finit_module": lambda: call(313, 0, buffer, 0),
        "delete_module": lambda: call(176, user_key, 0),
        "kexec_load": lambda: call(246, 0, 0, buffer, 0),
        "swapon": lambda: call(167, here, 0),
        "reboot": lambda: call(169, 0, 0, 0, 0),
        "quotactl": lambda: call(179, 0, root, 0, buffer),
        "acct": lambda: call(163, here),
        "syslog": lambda: call(103, 10, 0, 0),
        "settimeofday": lambda: call(164, buffer, 0),
        "sethostname": lambda: call(170, here, 4),
        "iopl": lambda: call(172, 3),
    },
    "handles": {
        "open_by_handle_at": lambda: call(304, os.open("/", os.O_RDONLY), buffer, 0),
    },
    "families": {
        "AF_ALG": family(38, socket.SOCK_SEQPACKET),
        "AF_ALG with a high bit": family(HIGH | 38, socket.SOCK_SEQPACKET),
        "AF_VSOCK": family(40),
        "AF_RXRPC": family(33, socket.SOCK_DGRAM, 2),
        "AF_KEY": family(15, socket.SOCK_RAW, 2),
        "AF_PACKET": family(17, socket.SOCK_RAW),
        "AF_TIPC": family(30),
        "AF_BLUETOOTH": family(31, socket.SOCK_RAW),
        "NETLINK_XFRM": family(16, socket.SOCK_RAW, 6),
        "NETLINK_XFRM with a high bit": family(16, socket.SOCK_RAW, HIGH | 6),
        "NETLINK_GENERIC": family(16, socket.SOCK_RAW, 16),
        "SCTP": family(2, socket.SOCK_STREAM, 132),
        "SCTP with a high bit": family(2, socket.SOCK_STREAM, HIGH | 132),
        "DCCP": family(10, 6, 33),
        "a raw socket": family(2, socket.SOCK_RAW, 1),
    },
    "setid": {
        "chmod": lambda: setid("/home/agent/setid1", chmodded(90)),
        "fchmod": lambda: setid("/home/agent/setid2", fchmodded),
        "fchmodat": lambda: setid("/home/agent/setid3", chmodded(268, -100)),
        "fchmodat2": lambda: setid("/home/agent/setid4", chmodded(452, -100)),
        "openat": lambda: setid("/home/agent/setid5", opened(os.O_CREAT | os.O_WRONLY)),
        "openat2": lambda: setid("/home/agent/setid6", openat2),
        "creat": lambda: setid("/home/agent/setid7", lambda p: call(85, ctypes.c_char_p(p.encode()), 0o4755)),
        "mknod": lambda: setid("/home/agent/setid8", lambda p: call(133, ctypes.c_char_p(p.encode()), 0o104755, 0)),
        "chmod in the scratch": lambda: setid("/work/app/.scratch/setid9", chmodded(90)),
    },
    "entries": {
        "keyctl through int 0x80": lambda: in_child(lambda: old_entry(288, 0)),
        "getpid through int 0x80": lambda: in_child(lambda: old_entry(20, 0)),
        "keyctl by its x32 number": lambda: in_child(lambda: call(0x40000000 | 250, 0, -4, 1)),
        "unshare by its x32 number": lambda: in_child(lambda: call(0x40000000 | 272, NEWUSER)),
    },
    "disciplines": {
        "N_HDLC": discipline(13),
        "N_GSM0710": discipline(21),
        "N_NULL": discipline(27),
    },
    "terminal": {
        "TIOCSTI": terminal(0x5412),
        "TIOCSTI with a high bit": terminal(HIGH | 0x5412),
        "TIOCLINUX": terminal(0x541C),
    },
}


def main():
    if os.uname().machine != "x86_64":
        sys.exit("the numbers of these calls are those of x86-64")
    for name, attempt in GROUPS[sys.argv[1]].items():
        try:
            attempt()
            print(f"{name}: went", flush=True)
        except OSError as e:
            print(f"{name}: {errno.errorcode.get(e.errno, e.errno)}", flush=True)


main()
