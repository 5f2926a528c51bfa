package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
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

/** The /etc of a session. It reads no file. */
final class SessionEtc {

  /** A machine ID that identifies no machine: every session has the same one. */
  private static final String MACHINE_ID = "62617776620000000000000000000000\n";

  private final EtcKind kind;
  private final Host host;
  private final boolean signs;
  private final SessionSources kept;

  /**
   * @param signs whether git signs commits with the session's own key
   */
  SessionEtc(EtcKind kind, Host host, boolean signs, SessionSources kept) {
    this.kind = kind;
    this.host = host;
    this.signs = signs;
    this.kept = kept;
  }

  /** Tells whether bawn generates files: each then needs a mount point. */
  boolean isMade() {
    return kind == EtcKind.SYNTHETIC || kind == EtcKind.BALANCED;
  }

  /** The name of a generated file in its directory. */
  static String kept(String path) {
    return path.replace('/', '+');
  }

  /** The generated files, by path below /etc. */
  SortedMap<String, String> files(Uid uid, Uid gid, InsidePath home) {
    SortedMap<String, String> files = new TreeMap<>();
    if (!isMade()) {
      return files;
    }
    files.put("machine-id", MACHINE_ID);
    // the lowest level of git's settings: those of a repository and of the session's home take
    // precedence
    String settings =
        host.personal().identity().settings() + (signs ? CommitSigning.settings() : "");
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
   * The mounts of /etc.
   *
   * @param made the directory on the host with the generated files
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

  /** Mounts the target of a link to /run in the whole /etc. */
  private void resolver(List<SandboxStep> steps) {
    Optional<MountSource> resolver = host.system().resolver();
    if (resolver.isPresent() && !resolver.get().path().startsWith("/etc")) {
      steps.add(resolver.get().readOnly(resolver.get().path()));
    }
  }
}
