package dev.bawn.launcher.session;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.machine.Host;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a session sees as /etc. Pure. */
final class SessionEtc {

  /** Names nobody: every session has the same one. */
  private static final String MACHINE_ID = "62617776620000000000000000000000\n";

  private static final List<String> PEOPLE = List.of("group", "hosts", "nsswitch.conf", "passwd");

  private final EtcKind kind;
  private final Host host;

  SessionEtc(EtcKind kind, Host host) {
    this.kind = kind;
    this.host = host;
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
    return root + SessionWalls.USER + ":x:" + gid + ":\nnogroup:x:65534:\n";
  }

  private static String passwd(Uid uid, Uid gid, InsidePath home) {
    String root = uid.equals(Uid.ROOT) ? "" : "root:x:0:0:root:/:/usr/sbin/nologin\n";
    return root
        + SessionWalls.USER
        + ":x:"
        + uid
        + ":"
        + gid
        + ":bawn session:"
        + home.text()
        + ":/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
  }

  /**
   * Its walls.
   *
   * @param made the directory on the host that holds the files that are made up
   */
  List<Wall> walls(Path made, Iterable<String> files) {
    List<Wall> walls = new ArrayList<>();
    if (kind == EtcKind.NONE) {
      return walls;
    }
    if (kind == EtcKind.FULL) {
      walls.add(Wall.readOnly("/etc"));
      resolver(walls);
      return walls;
    }
    for (String name : files) {
      walls.add(Wall.readOnly(made.resolve(kept(name)).toString(), "/etc/" + name));
    }
    if (kind == EtcKind.BALANCED) {
      PEOPLE.forEach(name -> walls.add(Wall.readOnly("/etc/" + name)));
    }
    for (String name : host.etc()) {
      walls.add(Wall.readOnly("/etc/" + name));
    }
    if (host.resolver().isPresent()) {
      walls.add(Wall.readOnly(host.resolver().get().toString(), "/etc/resolv.conf"));
    }
    return walls;
  }

  /** Where the whole /etc is seen, a link to /run in it leads to what is put there. */
  private void resolver(List<Wall> walls) {
    if (host.resolver().isPresent()) {
      String file = host.resolver().get().toString();
      if (!file.startsWith("/etc/")) {
        walls.add(Wall.readOnly(file));
      }
    }
  }
}
