"""Asks the kernel for another AppArmor label, in each of the ways there are, and says whether it is another one then."""

import ctypes
import os

WORDS = ["changeprofile unconfined", "changeprofile bawn.b.rouge", "changeprofile bawn-bubblewrap", "exec unconfined",
         "exec bawn-bubblewrap", "stack unconfined", "changehat 0000000000000001^x", "permhat 0000000000000001^x"]
FILES = ["attr/current", "attr/exec", "attr/apparmor/current", "attr/apparmor/exec", "attr/prev"]


def label():
    try:
        with open("/proc/self/attr/apparmor/current") as file:
            return file.read()
    except OSError:
        return "none"


before = label()
for who in "self", "thread-self", "1", str(os.getppid()):
    for file in FILES:
        for words in WORDS:
            try:
                with open(f"/proc/{who}/{file}", "w") as attribute:
                    attribute.write(words)
                answer = "taken"
            except OSError as e:
                answer = e.strerror
            if answer == "taken" and (label() != before or file.endswith("exec")):
                print(f"{who} {file} {words}: went")
# lsm_set_self_attr, for now (100) and for the next program (101): a struct lsm_ctx of AppArmor's (104)
libc = ctypes.CDLL(None, use_errno=True)
for attribute in 100, 101:
    for words in WORDS:
        text = words.encode()
        context = (104).to_bytes(8, "little") + bytes(8) + (32 + len(text)).to_bytes(8, "little") + len(text).to_bytes(8, "little") + text
        if libc.syscall(460, attribute, context, len(context), 0) == 0 and (label() != before or attribute == 101):
            print(f"lsm_set_self_attr {attribute} {words}: went")
print("went" if label() != before else "refused: the label is what it was")
child = os.fork()
if child == 0:
    os.execv("/usr/bin/cat", ["cat", "/proc/self/attr/apparmor/current"])
os.waitpid(child, 0)
