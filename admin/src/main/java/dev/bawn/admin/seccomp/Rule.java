package dev.bawn.admin.seccomp;

import java.util.List;

/**
 * A system call that fails with an error.
 *
 * @param call its name in the kernel; ignored on architectures without it
 * @param answer the error that the caller gets
 * @param conditions conditions on its arguments, which must all be true; empty for every use of the
 *     call
 */
public record Rule(String call, Answer answer, List<Condition> conditions) {

  public Rule {
    conditions = List.copyOf(conditions);
  }

  static Rule of(String call, Answer answer, Condition... conditions) {
    return new Rule(call, answer, List.of(conditions));
  }
}
