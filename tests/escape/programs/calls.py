"""Makes each system call that the filter of an agent session refuses, and prints the result of each.

One line a call: its name, and `done`, the name of an error, or the signal that ended the attempt. Arguments are as good
as an agent could make them, or such that the kernel itself would answer with another error than the filter does.
Needs nothing but Python, so that it runs where no program of one's own does: feed it to `python3 -`.
"""

import ctypes
import errno
import mmap
import os
import platform
import signal
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

X86 = platform.machine() == "x86_64"
UPPER_HALF = 1 << 32
AT_FDCWD = -100
NOWHERE = ctypes.c_char_p(b"/nowhere")
ROOT = ctypes.c_char_p(b"/")

# Numbers on x86_64 and on aarch64; from 424 on they are the same.
NUMBERS = {
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "setns": (308, 268), "mount": (165, 40),
    "umount2": (166, 39), "pivot_root": (155, 41), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "open_by_handle_at": (304, 265), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "acct": (163, 89), "clone3": (435, 435),
    "openat2": (437, 437), "clone": (56, 220), "unshare": (272, 97), "ioctl": (16, 29), "socket": (41, 198),
    "socketpair": (53, 199), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "mknod": (133, None), "mknodat": (259, 33), "creat": (85, None), "open": (2, None),
    "openat": (257, 56), "getppid": (110, 173), "syslog": (103, 116), "lsm_set_self_attr": (460, 460),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "mmap": (9, 222), "shmat": (30, 196), "personality": (135, 92), "mprotect": (10, 226), "pkey_mprotect": (329, 288),
}


def answer(result):
    return "done" if result >= 0 else errno.errorcode.get(ctypes.get_errno(), ctypes.get_errno())


def call(name, *arguments):
    number = NUMBERS[name][0 if X86 else 1]
    if number is None:
        return "ENOSYS"
    return answer(libc.syscall(ctypes.c_long(number), *[whole(each) for each in arguments]))


def whole(argument):
    """All 64 bits of it: ctypes would pass an int as 32."""
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def say(name, how):
    print(name, how, flush=True)


def in_child(attempt):
    """What becomes of a child that tries."""
    child = os.fork()
    if child == 0:
        os._exit(0 if attempt() == "done" else 1)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return "done" if status == 0 else "refused"


def the_kernel_itself():
    say("keyctl", call("keyctl", 0, -3, 0))
    say("add_key", call("add_key", ctypes.c_char_p(b"user"), ctypes.c_char_p(b"bawn"), ctypes.c_char_p(b"x"), 1, -2))
    say("request_key", call("request_key", ctypes.c_char_p(b"user"), ctypes.c_char_p(b"bawn"), 0, 0))
    say("bpf", call("bpf", 0, 0, 0))
    say("perf_event_open", call("perf_event_open", 0, 0, -1, -1, 0))
    say("userfaultfd", call("userfaultfd", 1))
    say("io_uring_setup", call("io_uring_setup", 1, ctypes.create_string_buffer(120)))
    say("io_uring_enter", call("io_uring_enter", -1, 0, 0, 0, 0, 0))
    say("io_uring_register", call("io_uring_register", -1, 0, 0, 0))
    say("open_by_handle_at", call("open_by_handle_at", -1, 0, 0))
    for name in ("init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "swapon", "swapoff"):
        say(name, call(name, 0, 0, 0, 0, 0))
    say("reboot", call("reboot", 0, 0, 0, 0))
    say("quotactl", call("quotactl", 0x80000100, 0, 0, 0))
    say("quotactl_fd", call("quotactl_fd", -1, 0x80000100, 0, 0))
    say("acct", call("acct", 0))
    say("syslog", call("syslog", 10, 0, 0))
    say("lsm_set_self_attr", call("lsm_set_self_attr", 0, 0, 0, 0))


def other_processes_and_memory():
    me = os.getpid()
    say("ptrace", call("ptrace", 16, me, 0, 0))
    for name in ("process_vm_readv", "process_vm_writev"):
        say(name, call(name, me, 0, 0, 0, 0, 0))
    say("kcmp", call("kcmp", me, me, 0, 0, 0))
    say("pidfd_getfd", call("pidfd_getfd", -1, 0, 0))
    for name, flags in (("plain", 0), ("noexec", 8), ("exec", 16)):
        say("memfd_create-" + name, call("memfd_create", ctypes.c_char_p(b"x"), flags))
    say("memfd_secret", call("memfd_secret", 0))
    # the kernel itself has no memory at this address
    executable, grows_down = 7, 0x01000000
    say("mprotect-stack", call("mprotect", 4096, 4096, executable | grows_down))
    say("pkey_mprotect-stack", call("pkey_mprotect", 4096, 4096, executable | grows_down, -1))
    say("mprotect", call("mprotect", 4096, 4096, executable))
    say("pkey_mprotect", call("pkey_mprotect", 4096, 4096, executable, -1))
    private, anonymous, writable, query = 2, 0x20, 2, 0xFFFF_FFFF
    say("mmap-writable", call("mmap", 0, 4096, executable | writable, private | anonymous, -1, 0))
    say("mmap-anonymous", call("mmap", 0, 4096, executable, private | anonymous, -1, 0))
    say("mmap-shared", call("mmap", 0, 4096, executable, 1, -1, 0))
    say("shmat", call("shmat", -1, 0, 0o100000))
    say("personality", call("personality", 0x0040_0000))
    say("personality-others", call("personality", 0x80C0_0000 | UPPER_HALF))
    say("personality-query", call("personality", query))


def namespaces_and_mounts():
    new_user, new_cgroup = 0x10000000, 0x02000000
    say("setns", call("setns", -1, 0))
    say("mount", call("mount", ROOT, ROOT, 0, 4096, 0))
    say("umount2", call("umount2", NOWHERE, 0))
    say("pivot_root", call("pivot_root", ROOT, ROOT))
    say("open_tree", call("open_tree", AT_FDCWD, ROOT, 0))
    say("move_mount", call("move_mount", AT_FDCWD, ROOT, AT_FDCWD, ROOT, 0))
    say("fsopen", call("fsopen", ctypes.c_char_p(b"tmpfs"), 0))
    say("fsconfig", call("fsconfig", -1, 0, 0, 0, 0))
    say("fsmount", call("fsmount", -1, 0, 0))
    say("fspick", call("fspick", AT_FDCWD, ROOT, 0))
    say("mount_setattr", call("mount_setattr", AT_FDCWD, ROOT, 0, 0, 0))
    say("unshare-user", call("unshare", new_user))
    say("unshare-user-and-mounts", call("unshare", new_user | 0x20000))
    say("unshare-cgroup", call("unshare", new_cgroup))
    say("clone-user", clone(new_user))
    say("clone-user-high-bits", clone(new_user | UPPER_HALF))
    say("clone-cgroup", clone(new_cgroup))
    say("clone-cgroup-high-bits", clone(new_cgroup | UPPER_HALF))
    say("clone3", call("clone3", 0, 0))


def clone(flags):
    """Both the caller and its clone come back from the call."""
    caller = os.getpid()
    how = call("clone", flags | signal.SIGCHLD, 0, 0, 0, 0)
    if os.getpid() != caller:
        os._exit(0)
    return how


def terminals():
    for name, request in (("TIOCSTI", 0x5412), ("TIOCLINUX", 0x541C), ("TIOCSETD", 0x5423)):
        say(name, call("ioctl", -1, request, ctypes.c_char_p(b"x")))
        say(name + "-high-bits", call("ioctl", -1, request | UPPER_HALF, ctypes.c_char_p(b"x")))
    say("TCGETS", call("ioctl", -1, 0x5401, 0))


def sockets():
    families = {"UNIX": 1, "INET": 2, "INET6": 10, "NETLINK": 16, "AX25": 3, "X25": 9, "KEY": 15, "PACKET": 17, "RDS": 21,
                "CAN": 29, "TIPC": 30, "BLUETOOTH": 31, "RXRPC": 33, "ALG": 38, "VSOCK": 40, "QIPCRTR": 42, "SMC": 43,
                "XDP": 44, "later": 77}
    for name, family in families.items():
        kind = {"RXRPC": 2, "NETLINK": 3, "KEY": 3, "PACKET": 3, "CAN": 3, "QIPCRTR": 2, "RDS": 5, "ALG": 5}.get(name, 1)
        say("AF_" + name, call("socket", family, kind, 2 if name == "KEY" else 0))
    say("AF_ALG-high-bits", call("socket", 38 | UPPER_HALF, 5, 0))
    say("AF_ALG-pair", call("socketpair", 38, 5, 0, 0))
    for name, family, protocol in (("NETLINK_XFRM", 16, 6), ("NETLINK_GENERIC", 16, 16), ("SCTP", 2, 132), ("DCCP", 10, 33)):
        say(name, call("socket", family, 3 if family == 16 else 1, protocol))
    say("TCP", call("socket", 10, 1, 6))


def set_id_files():
    path = b"/home/agent/mine"
    name = ctypes.c_char_p(path)
    create = os.O_CREAT | os.O_WRONLY
    descriptor = os.open(path, create, 0o755)
    for bit, word in ((0o4000, "setuid"), (0o2000, "setgid")):
        mode = bit | 0o755
        say(f"chmod-{word}", call("chmod", name, mode))
        say(f"fchmod-{word}", call("fchmod", descriptor, mode))
        say(f"fchmodat-{word}", call("fchmodat", AT_FDCWD, name, mode))
        say(f"fchmodat2-{word}", call("fchmodat2", AT_FDCWD, name, mode, 0))
        os.unlink(path)
        for label, arguments in (
            ("mknod", (name, 0o100000 | mode, 0)),
            ("mknodat", (AT_FDCWD, name, 0o100000 | mode, 0)),
            ("creat", (name, mode)),
            ("open", (name, create, mode)),
            ("openat", (AT_FDCWD, name, create, mode)),
        ):
            say(f"{label}-{word}", call(label, *arguments))
            if os.path.exists(path):
                os.unlink(path)
        say(f"tmpfile-{word}", call("openat", AT_FDCWD, ctypes.c_char_p(b"/home/agent"), os.O_TMPFILE | os.O_RDWR, mode))
        os.close(os.open(path, create, 0o755))
    os.unlink(path)
    say("chmod-plain", call("fchmod", descriptor, 0o1755))
    how = ctypes.create_string_buffer(struct.pack("QQQ", create, 0o4755, 0))
    say("openat2", call("openat2", AT_FDCWD, name, how, 24))


def other_ways_in():
    """The calls of another architecture go around a filter that only knows this one's."""
    say("newer-than-known", answer(libc.syscall(ctypes.c_long(467), *[whole(-1)] * 4)))
    say("far-newer", answer(libc.syscall(ctypes.c_long(1000), 0, 0, 0)))
    if X86:
        say("x32", in_child(lambda: answer(libc.syscall(ctypes.c_long(0x40000000 | 110)))))
        say("i386", in_child(int_0x80))


def int_0x80():
    """mov eax, 20 (getpid of i386); int 0x80; ret"""
    code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return "done" if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0 else "refused"


if sys.argv[1:] == ["i386"]:
    say("i386", in_child(int_0x80))
    sys.exit()
the_kernel_itself()
other_processes_and_memory()
namespaces_and_mounts()
terminals()
sockets()
set_id_files()
other_ways_in()
