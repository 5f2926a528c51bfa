package dev.bawn.admin.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.bawn.admin.seccomp.Answer;
import dev.bawn.admin.seccomp.Condition;
import dev.bawn.admin.seccomp.Rule;
import dev.bawn.contract.failure.Failed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Compiles rules to the program that the kernel runs at each system call, for {@code bwrap
 * --seccomp}. It uses libseccomp; the result is identical on each run. A call by the convention of
 * another architecture (i386, x32, 32-bit ARM), for which there are no rules, kills its process.
 */
public final class CompiledFilter {

  /**
   * Calls that Debian 12's libseccomp 2.5.4 has no name for; their numbers are the same on all
   * architectures.
   */
  private static final Map<String, Integer> NEW_CALLS =
      Map.of("fchmodat2", 452, "lsm_set_self_attr", 460);

  private static final String NEW_ENOUGH = "use libseccomp 2.5.4 or newer";

  private static final int COMPARISON_SIZE = 24;

  private CompiledFilter() {}

  /**
   * Compiles rules for the architecture of this machine.
   *
   * @param newestKnown calls with higher numbers fail with ENOSYS
   * @throws Failed if libseccomp is missing or does not know a call
   */
  public static byte[] of(List<Rule> rules, int newestKnown) {
    LibSeccomp.bind();
    Pointer filter = LibSeccomp.seccomp_init(LibSeccomp.ACT_ALLOW);
    if (filter == null) {
      throw new Failed("libseccomp cannot make a filter", NEW_ENOUGH);
    }
    try {
      int badArch = LibSeccomp.FLTATR_ACT_BADARCH;
      check(
          LibSeccomp.seccomp_attr_set(filter, badArch, LibSeccomp.ACT_KILL_PROCESS), "the action");
      rules.forEach(rule -> add(filter, rule));
      ByteArrayOutputStream program = new ByteArrayOutputStream();
      program.writeBytes(refuseNewer(newestKnown));
      program.writeBytes(export(filter));
      return program.toByteArray();
    } finally {
      LibSeccomp.seccomp_release(filter);
    }
  }

  private static void add(Pointer filter, Rule rule) {
    int action = LibSeccomp.ACT_ERRNO | rule.answer().errno();
    int count = rule.conditions().size();
    int call = number(rule.call());
    // libseccomp accepts any address for an empty array, but JNA does not allocate one
    try (Memory comparisons = new Memory((long) COMPARISON_SIZE * Math.max(count, 1))) {
      comparisons.clear();
      for (int i = 0; i < count; i++) {
        write(comparisons, (long) COMPARISON_SIZE * i, rule.conditions().get(i));
      }
      check(
          LibSeccomp.seccomp_rule_add_array(filter, action, call, count, comparisons),
          "the rule for " + rule.call());
    }
  }

  private static int number(String call) {
    int number = LibSeccomp.seccomp_syscall_resolve_name(call);
    if (number != LibSeccomp.UNKNOWN_CALL) {
      return number;
    }
    if (!NEW_CALLS.containsKey(call)) {
      throw new Failed("libseccomp does not know the system call " + call, NEW_ENOUGH);
    }
    return NEW_CALLS.get(call);
  }

  /** {@code struct scmp_arg_cmp}: unsigned argument, enum comparison, uint64 mask, uint64 value. */
  private static void write(Memory comparisons, long at, Condition condition) {
    comparisons.setInt(at, condition.argument());
    comparisons.setInt(at + 4, LibSeccomp.CMP_MASKED_EQ);
    comparisons.setLong(at + 8, condition.mask());
    comparisons.setLong(at + 16, condition.value());
  }

  private static byte[] export(Pointer filter) {
    try {
      int descriptor = LibC.memfd_create("seccomp", LibC.MFD_CLOEXEC);
      try {
        check(LibSeccomp.seccomp_export_bpf(filter, descriptor), "the export");
        return Files.readAllBytes(Path.of("/proc/self/fd/" + descriptor));
      } finally {
        LibC.close(descriptor);
      }
    } catch (IOException e) {
      throw new Failed(
          "cannot read back a seccomp filter: " + e.getMessage(), "run the command again");
    } catch (LastErrorException e) {
      throw LibC.failure("no memory for a seccomp filter", e, "run the command again");
    }
  }

  private static void check(int result, String what) {
    if (result < 0) {
      throw new Failed("libseccomp refuses " + what + " (error " + -result + ")", NEW_ENOUGH);
    }
  }

  /**
   * Returns four instructions that precede those of libseccomp, which compares numbers for equality
   * only. Numbers with bit 30 belong to x32; libseccomp refuses them.
   */
  private static byte[] refuseNewer(int newestKnown) {
    ByteBuffer code = ByteBuffer.allocate(4 * 8).order(ByteOrder.nativeOrder());
    instruction(code, Bpf.LOAD_WORD, 0, 0, Bpf.NUMBER_OF_CALL);
    instruction(code, Bpf.JUMP_IF_NOT_LESS, 0, 2, newestKnown + 1);
    instruction(code, Bpf.JUMP_IF_NOT_LESS, 1, 0, Bpf.X32_BIT);
    instruction(code, Bpf.RETURN, 0, 0, LibSeccomp.ACT_ERRNO | Answer.ENOSYS.errno());
    return code.array();
  }

  private static void instruction(
      ByteBuffer code, int operation, int whenTrue, int whenFalse, int k) {
    code.putShort((short) operation).put((byte) whenTrue).put((byte) whenFalse).putInt(k);
  }

  /**
   * The constants of {@code linux/bpf_common.h} and {@code linux/seccomp.h} that those instructions
   * need.
   */
  private static final class Bpf {
    static final int LOAD_WORD = 0x20;
    static final int JUMP_IF_NOT_LESS = 0x35;
    static final int RETURN = 0x06;
    static final int NUMBER_OF_CALL = 0;
    static final int X32_BIT = 0x4000_0000;
  }
}
