package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.sandbox.InsidePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The generated files of /etc for the sessions of an agent; they contain no accounts of the
 * machine.
 */
public final class GeneratedEtc {

  /** The names of the files below /etc. */
  static final List<String> NAMES =
      List.of(NotAllowed.FILE, "gitconfig", "group", "hosts", "nsswitch.conf", "passwd");

  private GeneratedEtc() {}

  /** Returns the contents by path in the policy directory. */
  public static SortedMap<String, byte[]> files(Manifest manifest) {
    SortedMap<String, String> texts = new TreeMap<>();
    texts.put(NotAllowed.FILE, NotAllowed.file(manifest.agent()));
    texts.put("gitconfig", git(manifest));
    texts.put(
        "group",
        "root:x:0:\n" + manifest.agent() + ":x:" + manifest.gid() + ":\nnogroup:x:65534:\n");
    texts.put("hosts", "127.0.0.1 localhost bawn\n::1 localhost bawn\n");
    texts.put("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    texts.put("passwd", passwd(manifest));
    SortedMap<String, byte[]> files = new TreeMap<>();
    texts.forEach((name, text) -> files.put("etc/" + name, text.getBytes(StandardCharsets.UTF_8)));
    return files;
  }

  /**
   * Returns the settings of git: git reads a repository of another user only if a system-wide
   * setting allows it, and it needs a name for the commits of the agent.
   */
  private static String git(Manifest manifest) {
    StringBuilder text = new StringBuilder();
    text.append("[user]\n\tname = %1$s\n\temail = %1$s@localhost\n".formatted(manifest.agent()));
    for (Assignment each : manifest.assignments()) {
      if (each.hasGit()) {
        text.append("[safe]\n\tdirectory = ")
            .append(InsidePath.project(each.id()).text())
            .append('\n');
      }
    }
    if (manifest.identity().isPresent()) {
      text.append(CommitSigning.settings());
    }
    return text.toString();
  }

  private static String passwd(Manifest manifest) {
    return "root:x:0:0:root:/:/usr/sbin/nologin\n"
        + manifest.agent()
        + ":x:"
        + manifest.uid()
        + ":"
        + manifest.gid()
        + ":bawn agent:"
        + InsidePath.HOME.text()
        + ":/bin/sh\n"
        + "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
  }
}
