package dev.bawn.launcher.plan;

import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.record.Permission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files and variables of the caller that options or settings give to a session. Pure. None of
 * the files is in the session's home, below which nothing is mounted.
 *
 * @param shares what is seen
 * @param variables how programs find it
 */
record HostAccess(List<Share> shares, List<Variable> variables) {

  static HostAccess of(Host host, SessionOptions options) {
    List<Share> shares = new ArrayList<>();
    List<Variable> variables = new ArrayList<>();
    if (options.has(Permission.GITCONFIG)) {
      for (MountSource file : host.personal().git()) {
        shares.add(seen(file));
      }
      git(host, variables);
    }
    return new HostAccess(shares, variables);
  }

  /** The first of them counts for git, which reads both only where HOME is the caller's. */
  private static void git(Host host, List<Variable> variables) {
    if (!host.personal().git().isEmpty()) {
      Path first = host.personal().git().getFirst().named();
      Path file = first.endsWith("git") ? first.resolve("config") : first;
      variables.add(new Variable("GIT_CONFIG_GLOBAL", file.toString()));
    }
  }

  private static Share seen(MountSource source) {
    return new Share(source, source.named(), Share.Manner.READ_ONLY);
  }
}
