package dev.bawn.admin.linux;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.seccomp.Answer;
import dev.bawn.admin.seccomp.Rule;
import dev.bawn.admin.seccomp.SessionFilter;
import dev.bawn.contract.failure.Failed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledFilterTest {

  private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");
  private static final int NATIVE = ARM ? 0xc000_00b7 : 0xc000_003e;
  private static final int I386 = 0x4000_0003;

  private static final int ALLOW = 0x7fff_0000;
  private static final int KILL_PROCESS = 0x8000_0000;
  private static final int EPERM = 0x0005_0001;
  private static final int ENOSYS = 0x0005_0026;
  private static final int EPROTONOSUPPORT = 0x0005_005d;
  private static final int EOPNOTSUPP = 0x0005_005f;
  private static final int EAFNOSUPPORT = 0x0005_0061;

  private static final long UPPER_HALF = 0x1_0000_0000L;

  private final byte[] program;
  private final BpfMachine kernel;

  CompiledFilterTest() {
    program = CompiledFilter.of(SessionFilter.rules(), SessionFilter.NEWEST_KNOWN_CALL);
    kernel = new BpfMachine(program);
  }

  private int answer(String call, long... arguments) {
    return kernel.answer(NATIVE, LibSeccomp.seccomp_syscall_resolve_name(call), arguments);
  }

  @Test
  void the_same_rules_give_the_same_bytes() {
    assertArrayEquals(
        program, CompiledFilter.of(SessionFilter.rules(), SessionFilter.NEWEST_KNOWN_CALL));
  }

  @Test
  void the_kernel_takes_programs_of_at_most_4096_instructions() {
    assertEquals(0, program.length % 8);
    assertTrue(program.length / 8 <= 4096, program.length / 8 + " instructions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keyctl",
        "add_key",
        "request_key",
        "bpf",
        "perf_event_open",
        "userfaultfd",
        "io_uring_setup",
        "setns",
        "mount",
        "umount2",
        "pivot_root",
        "open_tree",
        "move_mount",
        "fsopen",
        "fsmount",
        "mount_setattr",
        "open_by_handle_at",
        "init_module",
        "finit_module",
        "delete_module",
        "kexec_load",
        "kexec_file_load",
        "swapon",
        "swapoff",
        "reboot",
        "quotactl",
        "acct",
        "ptrace",
        "process_vm_readv",
        "process_vm_writev",
        "pidfd_getfd",
        "kcmp"
      })
  void a_call_on_the_list_is_refused_whatever_its_arguments(String call) {
    assertEquals(EPERM, answer(call));
    assertEquals(EPERM, answer(call, -1, -1, -1, -1, -1, -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"read", "write", "execve", "brk", "seccomp", "landlock_create_ruleset", "statx"})
  void a_call_that_is_not_on_the_list_is_made(String call) {
    assertEquals(ALLOW, answer(call));
    assertEquals(ALLOW, answer(call, -1, -1, -1, -1, -1, -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ptrace", "memfd_create", "setxattr"})
  void only_agents_are_refused_debugging_files_in_memory_and_attributes(String call) {
    byte[] own = CompiledFilter.of(SessionFilter.ownRules(), SessionFilter.NEWEST_KNOWN_CALL);
    int number = LibSeccomp.seccomp_syscall_resolve_name(call);
    assertEquals(ALLOW, new BpfMachine(own).answer(NATIVE, number));
  }

  @Test
  void memory_is_written_or_executed_but_not_both() {
    assertEquals(ALLOW, answer("mmap", 0, 4096, 3, 0x22));
    assertEquals(ALLOW, answer("mmap", 0, 4096, 5, 2));
    assertEquals(EPERM, answer("mmap", 0, 4096, 7, 2));
    assertEquals(EPERM, answer("mmap", 0, 4096, 5, 0x22));
    assertEquals(EPERM, answer("mmap", 0, 4096, 5, 1));
    assertEquals(EPERM, answer("mmap", 0, 4096, 5, 3));
    assertEquals(ALLOW, answer("mprotect", 0, 4096, 3));
    assertEquals(EPERM, answer("mprotect", 0, 4096, 4));
    assertEquals(EPERM, answer("shmat", 0, 0, 0100000));
    assertEquals(ALLOW, answer("personality", 0xffff_ffffL));
    for (long other : new long[] {0, 8, 0x8000_0000L, 0xffff_fffeL}) {
      assertEquals(EPERM, answer("personality", 0x0040_0000 | other));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"setxattr", "lgetxattr", "flistxattr", "removexattr"})
  void agents_have_no_extended_attributes(String call) {
    assertEquals(EOPNOTSUPP, answer(call));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memfd_create", "memfd_secret"})
  void no_file_in_memory_is_made_whatever_its_flags(String call) {
    for (long flags : new long[] {0, 8, 0x10, -1}) {
      assertEquals(ENOSYS, answer(call, 0, flags));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clone3", "openat2"})
  void a_call_whose_arguments_cannot_be_read_does_not_exist(String call) {
    assertEquals(ENOSYS, answer(call));
  }

  @Test
  void calls_newer_than_the_list_do_not_exist() {
    assertEquals(ALLOW, kernel.answer(NATIVE, SessionFilter.NEWEST_KNOWN_CALL));
    assertEquals(ENOSYS, kernel.answer(NATIVE, SessionFilter.NEWEST_KNOWN_CALL + 1));
    assertEquals(ENOSYS, kernel.answer(NATIVE, 0x3fff_ffff));
  }

  @Test
  void a_call_made_the_way_of_another_architecture_kills() {
    assertEquals(KILL_PROCESS, kernel.answer(I386, 20));
  }

  @Test
  void a_call_of_x32_kills() {
    if (!ARM) {
      assertEquals(KILL_PROCESS, kernel.answer(NATIVE, 0x4000_0000));
      assertEquals(KILL_PROCESS, kernel.answer(NATIVE, 0x4000_0000 | 41, 38));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x5412, 0x541c, 0x5423})
  void a_terminal_gets_neither_keystrokes_nor_another_discipline(int request) {
    assertEquals(EPERM, answer("ioctl", 0, request));
    assertEquals(EPERM, answer("ioctl", 0, request | UPPER_HALF));
    assertEquals(EPERM, answer("ioctl", 0, request | 0xffff_ffff_0000_0000L));
  }

  @Test
  void other_requests_to_a_terminal_are_made() {
    assertEquals(ALLOW, answer("ioctl", 0, 0x5413));
    assertEquals(ALLOW, answer("ioctl", 0, 0x5401));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 10, 16})
  void a_socket_of_a_family_that_programs_use_is_made(long family) {
    assertEquals(ALLOW, answer("socket", family, 1, 0));
    assertEquals(ALLOW, answer("socketpair", family, 1, 0));
    assertEquals(ALLOW, answer("socket", family | UPPER_HALF, 1, 0));
  }

  @Test
  void a_socket_of_any_other_family_is_refused() {
    List<Long> used = List.of(1L, 2L, 10L, 16L);
    for (long family = 0; family < 512; family++) {
      int expected = used.contains(family) ? ALLOW : EAFNOSUPPORT;
      assertEquals(expected, answer("socket", family, 1, 0), "family " + family);
      assertEquals(expected, answer("socketpair", family | UPPER_HALF, 1, 0), "family " + family);
    }
    assertEquals(EAFNOSUPPORT, answer("socket", -1, 1, 0));
    assertEquals(EAFNOSUPPORT, answer("socket", 0x8000_0001L, 1, 0));
  }

  @Test
  void a_socket_of_any_other_protocol_is_refused() {
    Map<Long, List<Long>> used =
        Map.of(
            2L, List.of(0L, 1L, 6L, 17L, 58L, 262L),
            10L, List.of(0L, 1L, 6L, 17L, 58L, 262L),
            16L, List.of(0L, 4L, 15L));
    used.forEach((family, protocols) -> {
      for (long protocol = 0; protocol < 512; protocol++) {
        int expected = protocols.contains(protocol) ? ALLOW : EPROTONOSUPPORT;
        assertEquals(expected, answer("socket", family, 3, protocol), family + " " + protocol);
        assertEquals(expected, answer("socket", family | UPPER_HALF, 3, protocol | UPPER_HALF));
      }
      assertEquals(EPROTONOSUPPORT, answer("socket", family, 3, -1));
    });
    assertEquals(ALLOW, answer("socket", 1, 1, 132));
  }

  @Test
  void a_user_namespace_is_refused_and_other_ways_to_clone_are_not() {
    assertEquals(EPERM, answer("unshare", 0x1000_0000));
    assertEquals(EPERM, answer("clone", 0x1000_0000 | 17));
    assertEquals(EPERM, answer("clone", 0x7e02_0000L | UPPER_HALF));
    assertEquals(ALLOW, answer("clone", 17));
    assertEquals(ALLOW, answer("clone", 0x003d_0f00));
  }

  @Test
  void a_nested_session_may_make_every_namespace_but_one_of_cgroups() {
    BpfMachine nested =
        new BpfMachine(
            CompiledFilter.of(SessionFilter.nestedRules(), SessionFilter.NEWEST_KNOWN_CALL));
    int unshare = LibSeccomp.seccomp_syscall_resolve_name("unshare");
    int clone = LibSeccomp.seccomp_syscall_resolve_name("clone");
    for (int call : List.of(unshare, clone)) {
      assertEquals(ALLOW, nested.answer(NATIVE, call, 0x7c02_0011L));
      assertEquals(EPERM, nested.answer(NATIVE, call, 0x0200_0000L));
      assertEquals(EPERM, nested.answer(NATIVE, call, 0x7e02_0011L));
      assertEquals(EPERM, nested.answer(NATIVE, call, 0x0200_0000L | UPPER_HALF));
      assertEquals(EPERM, kernel.answer(NATIVE, call, 0x0200_0000L));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {04755, 02755, 06777, 04000, 02000})
  void a_setuid_or_setgid_file_cannot_be_made(long mode) {
    long createWriteTruncate = 01101;
    long temporary = 020200002;
    assertEquals(EPERM, answer("fchmod", 3, mode));
    assertEquals(EPERM, answer("fchmodat", -100, 0, mode));
    assertEquals(EPERM, kernel.answer(NATIVE, 452, -100, 0, mode, 0));
    assertEquals(EPERM, answer("mknodat", -100, 0, 0100000 | mode));
    assertEquals(EPERM, answer("openat", -100, 0, createWriteTruncate, mode));
    assertEquals(EPERM, answer("openat", -100, 0, temporary, mode));
    if (!ARM) {
      assertEquals(EPERM, answer("chmod", 0, mode));
      assertEquals(EPERM, answer("creat", 0, mode));
      assertEquals(EPERM, answer("mknod", 0, 0100000 | mode));
      assertEquals(EPERM, answer("open", 0, createWriteTruncate, mode));
      assertEquals(EPERM, answer("open", 0, temporary, mode));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0755, 01777, 0, 0600})
  void files_of_other_modes_can_be_made(long mode) {
    assertEquals(ALLOW, answer("fchmod", 3, mode));
    assertEquals(ALLOW, answer("fchmodat", -100, 0, mode));
    assertEquals(ALLOW, answer("openat", -100, 0, 01101, mode));
    assertEquals(ALLOW, answer("mknodat", -100, 0, 0100000 | mode));
  }

  @Test
  void the_mode_of_a_file_that_is_not_made_is_not_looked_at() {
    assertEquals(ALLOW, answer("openat", -100, 0, 0, -1));
    assertEquals(ALLOW, answer("openat", -100, 0, 0200000, 06000));
  }

  @Test
  void a_call_that_no_kernel_has_is_a_failure_and_no_hole() {
    List<Rule> rules = List.of(new Rule("no_such_call", Answer.EPERM, List.of()));
    Failed failure =
        assertThrows(Failed.class, () -> CompiledFilter.of(rules, SessionFilter.NEWEST_KNOWN_CALL));
    assertEquals("libseccomp does not know the system call no_such_call", failure.what());
  }
}
