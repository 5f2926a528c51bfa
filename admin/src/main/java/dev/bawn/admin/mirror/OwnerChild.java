package dev.bawn.admin.mirror;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.NotFound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Processes with a user's uid and groups: what that user could do anyway, and nothing more. A
 * session of their own, no terminal, no new privileges, and they end when this program does.
 */
final class OwnerChild {

  private final Uid uid;
  private final String gid;
  private final String name;
  private final String home;

  private OwnerChild(Uid uid, String gid, String name, String home) {
    this.uid = uid;
    this.gid = gid;
    this.name = name;
    this.home = home;
  }

  /**
   * Children of this user.
   *
   * @throws NotFound if there is none of that number
   */
  static OwnerChild of(Uid uid) throws IOException {
    SystemProgram.Result result = SystemProgram.named("getent").run("passwd", uid.toString());
    String[] fields = result.output().strip().split(":", -1);
    if (result.status() != 0 || fields.length != 7) {
      throw new NotFound(
          "there is no user with uid " + uid, "the owner of a project is a user of this machine");
    }
    return new OwnerChild(uid, fields[3], fields[0], fields[5]);
  }

  /** A child that runs this program. */
  ProcessBuilder running(List<String> command, Map<String, String> environment) {
    List<String> words = new ArrayList<>(setpriv());
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("HOME", home);
    builder.environment().put("USER", name);
    builder.environment().put("LOGNAME", name);
    return builder;
  }

  List<String> setpriv() {
    return List.of(
        "/usr/bin/setpriv",
        "--reuid=" + uid,
        "--regid=" + gid,
        "--init-groups",
        "--no-new-privs",
        "--inh-caps=-all",
        "--pdeathsig=KILL",
        "/usr/bin/setsid");
  }
}
