# Writes a library without code: its only mapping from the file is readable and writable, so noexec does not refuse it.
# What is in it are relocations, which the dynamic linker applies when it loads the library.
#
#   data.py FILE [WAY]
#
# Without WAY, a relocation puts the address of abort(3) among the functions that the dynamic linker calls at the start.
# With "stack" the library also asks for an executable stack, and is not loaded without one. The other ways write machine
# code that ends the process as abort(3) does, with the status 134, to memory that has no file: "segment" asks for memory
# that can be written and executed, "text" for memory that can be executed and is relocated, and "headers" shows the
# linker other headers after it has mapped the library, in which that memory became executable.
import struct
import sys

way = sys.argv[2] if len(sys.argv) > 2 else "abort"
load, dynamic, headers, stack = 1, 2, 6, 0x6474E551
execute, read, read_write = 1, 4, 6
memory = 0x2000
exit_134 = bytes.fromhex("b83c000000bf860000000f05").ljust(16, b"\0")  # mov eax,60; mov edi,134; syscall

names = b"\0abort\0"
symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x12, 0, 0, 0, 0)  # abort, undefined
symbols += struct.pack("<IBBHQQ", 0, 0, 0, 0xFFF1, 0, 0)  # the number 0
relocations = struct.pack("<QQq", 0x700, 1 << 32 | 1, 0)  # R_X86_64_64 of abort
if way in ("segment", "text", "headers"):
    relocations = struct.pack("<QQq", 0x700, 8, memory)  # R_X86_64_RELATIVE
    for at in (0, 8):
        relocations += struct.pack("<QQ", memory + at, 2 << 32 | 1) + exit_134[at : at + 8]
tables = {0x300: names, 0x340: struct.pack("<6I", 1, 3, 0, 0, 0, 0), 0x400: symbols, 0x600: relocations}
# DT_STRTAB, STRSZ, HASH, SYMTAB, SYMENT, RELA, RELASZ, RELAENT, INIT_ARRAY, INIT_ARRAYSZ
tags = {5: 0x300, 10: len(names), 4: 0x340, 6: 0x400, 11: 24, 7: 0x600, 8: len(relocations), 9: 24, 25: 0x700, 27: 8}
if way in ("text", "headers"):
    tags[22] = 0  # DT_TEXTREL
tags[0] = 0
tables[0x200] = b"".join(struct.pack("<QQ", *tag) for tag in tags.items())


def header(kind, rights, at, in_file, in_memory, align):
    return struct.pack("<IIQQQQQQ", kind, rights, 0 if kind == load else at, at, at, in_file, in_memory, align)


def segments(rights):
    """Two pages: the file, and memory without a file, with these rights."""
    return (
        header(load, read_write, 0, 0x1000, 0x1000, 0x1000)
        + header(load, rights, memory, 0, 0x1000, 0x1000)
        + header(dynamic, read_write, 0x200, len(tables[0x200]), len(tables[0x200]), 8)
        + header(stack, read_write | (execute if way == "stack" else 0), 0, 0, 0, 16)
        + header(headers, read, 0x800 if way == "headers" else 0x40, 0x118, 0x118, 8)
    )


mapped = {"segment": read_write | execute, "text": read | execute}.get(way, read_write)
elf = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 5, 64, 0, 0)
tables[0] = elf + segments(mapped)
tables[0x800] = segments(read | execute)
library = bytearray(0x1000)
for at, table in tables.items():
    library[at : at + len(table)] = table
with open(sys.argv[1], "wb") as file:
    file.write(library)
