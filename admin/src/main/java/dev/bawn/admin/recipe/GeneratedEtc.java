package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.wall.InsidePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of /etc that are made for an agent's sessions, so that they show nothing of the host's
 * accounts.
 */
public final class GeneratedEtc {

  /** Their names below /etc. */
  static final List<String> NAMES =
      List.of(NotAllowed.FILE, "group", "hosts", "nsswitch.conf", "passwd");

  private GeneratedEtc() {}

  /** Path below the sealed directory, content. */
  public static SortedMap<String, byte[]> files(Manifest manifest) {
    SortedMap<String, String> texts = new TreeMap<>();
    texts.put(NotAllowed.FILE, NotAllowed.file(manifest.agent()));
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
