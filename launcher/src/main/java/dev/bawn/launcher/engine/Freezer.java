package dev.bawn.launcher.engine;

import dev.bawn.contract.process.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The freezer of a session's cgroup, see the kernel's cgroup-v2.rst: while it is frozen, none of
 * its processes runs.
 *
 * @param file {@code cgroup.freeze} of that cgroup
 */
record Freezer(Path file) {

  /** The name that libexec/scope gives a cgroup. */
  private static final Pattern SCOPE = Pattern.compile("(?m)^0::(/[^\n]*/bawn-[0-9]+\\.scope)$");

  /**
   * The freezer of a session; empty if it has no scope, or the caller may not freeze it.
   *
   * @param process of the session
   */
  static Optional<Freezer> of(ProcessEntry process, Path cgroups) {
    Matcher scope = SCOPE.matcher(process.text("cgroup"));
    if (!scope.find() || scope.group(1).contains("..")) {
      return Optional.empty();
    }
    Path file = cgroups.resolve(scope.group(1).substring(1)).resolve("cgroup.freeze");
    return Files.isWritable(file) ? Optional.of(new Freezer(file)) : Optional.empty();
  }

  void set(boolean frozen) throws IOException {
    Files.writeString(file, frozen ? "1" : "0");
  }
}
