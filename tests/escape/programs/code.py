# Tries each way to have memory that was written and is executed, and calls what it wrote there.
import ctypes
import mmap
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = libc.mremap.restype = libc.shmat.restype = ctypes.c_void_p
libc.mremap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
libc.personality.argtypes = [ctypes.c_ulong]
READ, WRITE, EXECUTE = mmap.PROT_READ, mmap.PROT_WRITE, mmap.PROT_EXEC
PRIVATE, SHARED = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS
FAILED = 2**64 - 1
exit_0 = bytes.fromhex("b83c00000031ff0f05")  # mov eax,60; xor edi,edi; syscall


def must(result):
    if result in (-1, FAILED, None):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def mapped(rights, flags=PRIVATE):
    return must(libc.mmap(None, 4096, rights, flags, -1, 0))


def at_once():
    return mapped(READ | WRITE | EXECUTE)


def later():
    memory = mapped(READ | WRITE)
    ctypes.memmove(memory, exit_0, len(exit_0))
    must(libc.mprotect(memory, 4096, READ | EXECUTE))
    return memory


def shared_with_a_child():
    memory = mapped(READ | EXECUTE, SHARED)
    if os.fork() == 0:
        libc.mprotect(memory, 4096, READ | WRITE)
        ctypes.memmove(memory, exit_0, len(exit_0))
        os._exit(0)
    os.wait()
    return memory


def second_mapping_of_zeros():
    with open("/dev/zero", "r+b") as zeros:
        memory = must(libc.mmap(None, 4096, READ | EXECUTE, mmap.MAP_SHARED, zeros.fileno(), 0))
    alias = must(libc.mremap(memory, 0, 4096, 1))
    must(libc.mprotect(alias, 4096, READ | WRITE))
    ctypes.memmove(alias, exit_0, len(exit_0))
    return memory


def segment_of_system_v():
    return must(libc.shmat(must(libc.shmget(0, 4096, 0o600)), None, 0o100000))


def readable_implies_executable():
    must(libc.personality(0x400000))
    memory = mapped(READ | WRITE)
    return memory


def attempt(way):
    try:
        memory = way()
        if way in (at_once, segment_of_system_v, readable_implies_executable):
            ctypes.memmove(memory, exit_0, len(exit_0))
        ctypes.CFUNCTYPE(None)(memory)()
    except OSError as e:
        print(f"{way.__name__}: {e}", file=sys.stderr, flush=True)
    os._exit(1)


ways = (at_once, later, shared_with_a_child, second_mapping_of_zeros, segment_of_system_v, readable_implies_executable)
for way in ways:
    child = os.fork()
    if child == 0:
        attempt(way)
    if os.waitpid(child, 0)[1] == 0:
        print(f"{way.__name__}: went", flush=True)
