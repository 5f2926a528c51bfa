package dev.bawn.admin.seccomp;

import java.util.List;

/**
 * A system call that is answered instead of made.
 *
 * @param call its name in the kernel; an architecture without it has nothing to refuse
 * @param answer what the caller gets
 * @param conditions on its arguments, all of which must hold; none means every use of it
 */
public record Rule(String call, Answer answer, List<Condition> conditions) {

  public Rule {
    conditions = List.copyOf(conditions);
  }

  static Rule of(String call, Answer answer, Condition... conditions) {
    return new Rule(call, answer, List.of(conditions));
  }
}
