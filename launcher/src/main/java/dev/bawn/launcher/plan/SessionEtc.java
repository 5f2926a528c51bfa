package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.SystemFiles;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.SessionSources;
import dev.bawn.launcher.request.EtcKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a session sees as /etc. Pure. */
final class SessionEtc {

  /** Names nobody: every session has the same one. */
  private static final String MACHINE_ID = "62617776620000000000000000000000\n";

  private final EtcKind kind;
  private final Host host;
  private final boolean signs;
  private final SessionSources kept;

  /**
   * @param signs whether git signs commits with a key of the session's own
   */
  SessionEtc(EtcKind kind, Host host, boolean signs, SessionSources kept) {
    this.kind = kind;
    this.host = host;
    this.signs = signs;
    this.kept = kept;
  }

  /** Whether files are made up: there must be a place for each. */
  boolean isMade() {
    return kind == EtcKind.SYNTHETIC || kind == EtcKind.BALANCED;
  }

  /** The name of a made up file where it is kept. */
  static String kept(String path) {
    return path.replace('/', '+');
  }

  /** The files that are made up, by path below /etc. */
  SortedMap<String, String> files(Uid uid, Uid gid, InsidePath home) {
    SortedMap<String, String> files = new TreeMap<>();
    if (!isMade()) {
      return files;
    }
    files.put("machine-id", MACHINE_ID);
    // of git's settings the lowest: those of a repository and of the session's home count before it
    String settings =
        host.personal().identity().settings() + (signs ? SessionIdentity.settings() : "");
    if (!settings.isEmpty()) {
      files.put("gitconfig", settings);
    }
    if (kind == EtcKind.SYNTHETIC) {
      files.put("group", group(gid));
      files.put("hosts", "127.0.0.1 localhost bawn\n::1 localhost bawn\n");
      files.put("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
      files.put("passwd", passwd(uid, gid, home));
    }
    return files;
  }

  private static String group(Uid gid) {
    String root = gid.equals(Uid.ROOT) ? "" : "root:x:0:\n";
    return root + SessionSandbox.USER + ":x:" + gid + ":\nnogroup:x:65534:\n";
  }

  private static String passwd(Uid uid, Uid gid, InsidePath home) {
    String root = uid.equals(Uid.ROOT) ? "" : "root:x:0:0:root:/:/usr/sbin/nologin\n";
    return root
        + SessionSandbox.USER
        + ":x:"
        + uid
        + ":"
        + gid
        + ":bawn session:"
        + home.text()
        + ":/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
  }

  /**
   * Its sandbox.
   *
   * @param made the directory on the host that holds the files that are made up
   */
  List<SandboxStep> steps(Path made, Iterable<String> files) {
    List<SandboxStep> steps = new ArrayList<>();
    if (kind == EtcKind.NONE) {
      return steps;
    }
    SystemFiles system = host.system();
    if (kind == EtcKind.FULL) {
      show(system.whole(), steps);
      resolver(steps);
      return steps;
    }
    for (String name : files) {
      steps.add(kept.at(made.resolve(kept(name))).readOnly(Path.of("/etc", name)));
    }
    if (kind == EtcKind.BALANCED) {
      system.people().forEach(source -> steps.add(source.readOnly()));
    }
    for (MountSource source : system.etc()) {
      steps.add(source.readOnly());
    }
    show(system.resolver(), steps);
    return steps;
  }

  private static void show(Optional<MountSource> source, List<SandboxStep> steps) {
    if (source.isPresent()) {
      steps.add(source.get().readOnly());
    }
  }

  /** Where the whole /etc is seen, a link to /run in it leads to what is put there. */
  private void resolver(List<SandboxStep> steps) {
    Optional<MountSource> resolver = host.system().resolver();
    if (resolver.isPresent() && !resolver.get().path().startsWith("/etc")) {
      steps.add(resolver.get().readOnly(resolver.get().path()));
    }
  }
}
