package dev.bawn.launcher.plan;

import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.record.Permission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of git that {@code --with-gitconfig} shows to a session, and the variables by which
 * git finds them. It reads no file. None of the files is in the session's home, below which nothing
 * is mounted.
 *
 * @param shares the visible files
 * @param variables the variables by which programs find them
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

  /**
   * Names the first of the user's files as git's global configuration. git reads both only with the
   * caller's HOME.
   */
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
