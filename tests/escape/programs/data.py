# Writes a library without code: its only mapping is readable and writable, so noexec does not refuse it. A relocation puts
# the address of abort(3) among the functions that the dynamic linker calls at the start.
#
#   data.py FILE [STACK]
#
# With STACK it asks for an executable stack, and is not loaded without one.
import struct
import sys

names = b"\0abort\0"
symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x12, 0, 0, 0, 0)  # abort, undefined
relocations = struct.pack("<QQq", 0x700, 1 << 32 | 1, 0)  # R_X86_64_64 of abort
tables = {0x300: names, 0x340: struct.pack("<5I", 1, 2, 0, 0, 0), 0x400: symbols, 0x600: relocations}
# DT_STRTAB, STRSZ, HASH, SYMTAB, SYMENT, RELA, RELASZ, RELAENT, INIT_ARRAY, INIT_ARRAYSZ
tags = {5: 0x300, 10: len(names), 4: 0x340, 6: 0x400, 11: 24, 7: 0x600, 8: 24, 9: 24, 25: 0x700, 27: 8, 0: 0}
tables[0x200] = b"".join(struct.pack("<QQ", *tag) for tag in tags.items())
header = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 3, 64, 0, 0)
load, dynamic, stack, read_write = 1, 2, 0x6474E551, 6
rights = {stack: read_write | 1} if len(sys.argv) > 2 else {}
tables[0] = header + b"".join(
    struct.pack("<IIQQQQQQ", kind, rights.get(kind, read_write), at, at, at, size, size, align)
    for kind, at, size, align in ((load, 0, 0x1000, 0x1000), (dynamic, 0x200, 0xB0, 8), (stack, 0, 0, 16))
)
library = bytearray(0x1000)
for at, table in tables.items():
    library[at : at + len(table)] = table
with open(sys.argv[1], "wb") as file:
    file.write(library)
