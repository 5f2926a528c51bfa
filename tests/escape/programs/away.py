"""Moves the repositories of a bound project from a mount namespace in which nothing is mounted on them, and makes others.

Usage: away.py DIRECTORY..., from the top of the project. The kernel refuses to rename a mount point only in the mount
namespace in which it is one.
"""

import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
PIVOT_ROOT = 155 if os.uname().machine == "x86_64" else 41
CLONE_NEWUSER, CLONE_NEWNS, MNT_DETACH = 0x10000000, 0x00020000, 2


def call(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        print(f"{name}: {os.strerror(ctypes.get_errno())}")


def write(file, text):
    try:
        with open(file, "w") as opened:
            opened.write(text)
    except OSError as error:
        print(error)


def leave():
    uid, gid = os.getuid(), os.getgid()
    os.makedirs("/tmp/x/old", exist_ok=True)
    call("unshare", CLONE_NEWUSER | CLONE_NEWNS)
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{uid} {uid} 1")
    write("/proc/self/gid_map", f"{gid} {gid} 1")
    call("mount", b"x", b"/tmp/x", b"tmpfs", 0, None)
    os.makedirs("/tmp/x/old", exist_ok=True)
    os.chdir("/tmp/x")
    call("syscall", PIVOT_ROOT, b".", b"old")
    call("umount2", b"/old", MNT_DETACH)


directories = [os.open(name, os.O_RDONLY | os.O_DIRECTORY) for name in sys.argv[1:]]
leave()
for directory in directories:
    try:
        os.rename(".git", ".moved", src_dir_fd=directory, dst_dir_fd=directory)
        print("went")
        os.mkdir(".git", dir_fd=directory)
    except OSError as error:
        print(error)
