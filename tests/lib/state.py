#!/usr/bin/python3
"""Prints the decisions of root and their results on this machine, one fact a line.

It leaves out values that differ between two runs of the same command: serials, times, uids of agents, ids of keys. So
equal states have equal output, and the remains of a crash change it.
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


def user(number):
    return names.get(number, f"uid {number}" if number < FIRST_UID else "an unused uid of agents")


def access(path):
    """Returns the named entries of acl(5), in the form of the kernel."""
    told = []
    for kind in ("access", "default"):
        try:
            value = os.getxattr(path, "system.posix_acl_" + kind, follow_symlinks=False)
        except OSError:
            continue
        for tag, permissions, number in struct.iter_unpack("<HHI", value[4:]):
            told.append(f"{kind}:{tag}:{permissions}:" + (user(number) if tag in (2, 8) else ""))
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
    text = re.sub(r"\b7[0-9]{4}\b", lambda found: user(int(found[0])), text)
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
    print(shown(path), what, user(found.st_uid), user(found.st_gid), rest)


def current(agent):
    """Returns the name of the state directory in force of an agent."""
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
    """Prints program copies that no signed state uses, and incomplete ones."""
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
    """Prints agents with more than one earlier state: one may stay for its readers, more are remains of a crash."""
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
