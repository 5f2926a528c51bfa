#!/usr/bin/python3
"""Prints what root decided and what stands on this machine because of it, one fact a line.

Left out is what differs between two runs of the same command: serials, times, the numbers of agents' accounts, the ids
of keys. So two states are the same when this prints the same, and whatever a crash left behind makes them differ.
"""

import hashlib
import os
import re
import stat
import struct

STATE = "/var/lib/bawn"
FIRST_UID = 70000
# The journal grows with each command. Locks stay on purpose. The function below compares programs/ with the files that name it.
PASSED_OVER = ("audit.jsonl", "next-uid", "programs")


def lines(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read().splitlines()


names = {}
for line in lines("/etc/passwd") + lines("/etc/group"):
    name, _, number = line.split(":")[:3]
    names.setdefault(int(number), name)


def person(number):
    return names.get(number, f"uid {number}" if number < FIRST_UID else "a number of agents that nobody has")


def access(path):
    """The entries of acl(5), the kernel's own form of them, those for names only."""
    told = []
    for kind in ("access", "default"):
        try:
            value = os.getxattr(path, "system.posix_acl_" + kind, follow_symlinks=False)
        except OSError:
            continue
        for tag, permissions, number in struct.iter_unpack("<HHI", value[4:]):
            told.append(f"{kind}:{tag}:{permissions}:" + (person(number) if tag in (2, 8) else ""))
    return " ".join(told)


def content(path):
    with open(path, "rb") as opened:
        text = opened.read().decode("utf-8", "surrogateescape")
    if path.endswith(".minisig"):
        return "a seal"
    if path.endswith(".key"):
        return "a key"
    text = re.sub(r"\b[0-9A-F]{16}\b", "KEY", text)
    text = re.sub(r"(?<=/\.gen/)([^/]+)/[0-9]+", r"\1/SERIAL", text)
    text = re.sub(r"\b7[0-9]{4}\b", lambda found: person(int(found[0])), text)
    if path.endswith("/manifest.toml"):
        text = re.sub(r"^(serial|sealed) = .*", r"\1", text, flags=re.M)
        # the digests of files with serials in them; verify compares those
        text = re.sub(r'^  "[0-9a-f]{64} (?=[^0-9])', '  "', text, flags=re.M)
    if re.search(r"/tools/[^/]+/[^/]+\.toml$", path):
        text = re.sub(r"^(adopted|uid) = .*", r"\1", text, flags=re.M)
    if "untrusted comment:" in text:
        text = "a public key"
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def shown(path):
    path = re.sub(r"(?<=/\.gen/)([^/]+)/[0-9]+", r"\1/SERIAL", path)
    return re.sub(r"\b[0-9A-F]{16}\b", "KEY", path)


def tell(path):
    found = os.lstat(path)
    what = stat.filemode(found.st_mode)
    if stat.S_ISLNK(found.st_mode):
        rest = "-> " + re.sub(r"(?<=\.gen/)([^/]+)/[0-9]+$", r"\1/SERIAL", os.readlink(path))
    else:
        rest = access(path)
        if stat.S_ISREG(found.st_mode):
            rest += " " + content(path)
    print(shown(path), what, person(found.st_uid), person(found.st_gid), rest)


def current(agent):
    """The directories of the sealed states of an agent: that in force, and how many others are whole."""
    link = os.path.join(STATE, "agents", agent)
    return os.path.basename(os.readlink(link)) if os.path.islink(link) else ""


def walk(top):
    if not os.path.lexists(top):
        return
    tell(top)
    if os.path.islink(top) or not os.path.isdir(top):
        return
    for name in sorted(os.listdir(top)):
        path = os.path.join(top, name)
        if os.path.dirname(path) == STATE and name in PASSED_OVER or name.startswith(".lock"):
            continue
        if os.path.dirname(os.path.dirname(path)) == STATE + "/agents/.gen" and name.isdigit():
            if name != current(os.path.basename(top)):
                continue
        walk(path)


def programs():
    """Nothing lies there that no sealed state names, and nothing half made."""
    top = STATE + "/programs"
    if not os.path.isdir(top):
        return
    named = set()
    for directory, _, files in os.walk(STATE + "/agents/.gen"):
        if "programs" in files:
            with open(os.path.join(directory, "programs"), "rb") as opened:
                named.add(hashlib.sha256(opened.read()).hexdigest())
    for name in set(os.listdir(top)) - named - {".files"}:
        print("unused:", os.path.join(top, name))
    for name in os.listdir(top + "/.files"):
        if os.stat(os.path.join(top, ".files", name)).st_nlink == 1:
            print("unused:", os.path.join(top, ".files", name))


def old_states():
    """One that was before may stay, for those who look at it; more are what a crash left."""
    for agent in sorted(os.listdir(STATE + "/agents/.gen")) if os.path.isdir(STATE + "/agents/.gen") else []:
        others = [each for each in os.listdir(f"{STATE}/agents/.gen/{agent}") if each != current(agent)]
        if len(others) > 1:
            print("old states:", agent, others)


for database in ("passwd", "group", "shadow", "subuid", "subgid"):
    file = "/etc/" + database
    if os.path.exists(file):
        for line in lines(file):
            fields = line.split(":")
            if database == "shadow":
                fields = [fields[0], fields[1], fields[7]]
            print(database, re.sub(r"\b7[0-9]{4}\b", "N", ":".join(fields)))
for place in ("/etc/bawn", "/etc/sudoers.d", "/etc/apparmor.d/bawn", STATE):
    walk(place)
programs()
old_states()
