package dev.bawn.admin.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a seccomp program as the kernel does, with the instructions that libseccomp generates. */
final class BpfMachine {

  private static final int LOAD_WORD = 0x20;
  private static final int AND = 0x54;
  private static final int JUMP = 0x05;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_GREATER = 0x25;
  private static final int JUMP_IF_NOT_LESS = 0x35;
  private static final int RETURN = 0x06;

  private final ByteBuffer program;

  BpfMachine(byte[] program) {
    this.program = ByteBuffer.wrap(program).order(ByteOrder.nativeOrder());
  }

  /**
   * Returns the action for a call.
   *
   * @param architecture an AUDIT_ARCH number of {@code linux/audit.h}
   * @return an action of {@code linux/seccomp.h}
   */
  int answer(int architecture, int call, long... arguments) {
    ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    data.putInt(0, call).putInt(4, architecture);
    for (int i = 0; i < arguments.length; i++) {
      data.putLong(16 + 8 * i, arguments[i]);
    }
    return run(data);
  }

  private int run(ByteBuffer data) {
    int accumulator = 0;
    for (int at = 0; ; at++) {
      int operation = program.getShort(8 * at);
      int k = program.getInt(8 * at + 4);
      switch (operation) {
        case LOAD_WORD -> accumulator = data.getInt(k);
        case AND -> accumulator &= k;
        case JUMP -> at += k;
        case JUMP_IF_EQUAL -> at += jump(at, accumulator == k);
        case JUMP_IF_GREATER -> at += jump(at, Integer.compareUnsigned(accumulator, k) > 0);
        case JUMP_IF_NOT_LESS -> at += jump(at, Integer.compareUnsigned(accumulator, k) >= 0);
        case RETURN -> {
          return k;
        }
        default -> throw new AssertionError("instruction " + Integer.toHexString(operation));
      }
    }
  }

  private int jump(int at, boolean holds) {
    return Byte.toUnsignedInt(program.get(8 * at + (holds ? 2 : 3)));
  }
}
