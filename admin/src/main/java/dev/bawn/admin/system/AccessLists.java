package dev.bawn.admin.system;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AtomicFile;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** POSIX access lists, see acl(5), on bawn's own directories; never on a file of a user's. */
final class AccessLists {

  /** In seconds, for timeout(1); a hundred thousand files take one. */
  private static final String LONGEST = "60";

  private final SystemProgram setfacl = SystemProgram.named("setfacl");

  /** An agent and its operators, sorted. */
  static SortedSet<Uid> readers(Manifest manifest) {
    SortedSet<Uid> readers = new TreeSet<>(manifest.operators());
    readers.add(manifest.uid());
    return readers;
  }

  /**
   * Owner as before, these users may read and enter the whole tree, nobody else. For trees that
   * only root writes.
   */
  void openTree(Path top, SortedSet<Uid> readers) throws IOException {
    setfacl.must(
        "--recursive",
        "--physical",
        "--set",
        "u::rwX,g::-,o::-" + entries(readers, "r-X"),
        top.toString());
  }

  /** Owner as before, these users may read and enter this one directory, nobody else. */
  void openDirectory(Path directory, SortedSet<Uid> readers) throws IOException {
    setfacl.must(
        "--physical", "--set", "u::rwx,g::-,o::-" + entries(readers, "r-x"), directory.toString());
  }

  /**
   * As before, and whatever is made in it later is readable for these users, whatever the umask of
   * its maker.
   */
  void openForLater(Path directory, Uid owner, SortedSet<Uid> readers) throws IOException {
    String now = "u::rwx,g::-,o::-" + entries(readers, "r-x");
    String later =
        ",d:u::rwx,d:g::-,d:o::-,d:u:"
            + owner
            + ":rwx"
            + entries(readers, "r-X").replace(",u:", ",d:u:");
    setfacl.must("--physical", "--set", now + later, directory.toString());
  }

  /**
   * What an owner has made in a directory of its own, and will make, is readable for these; but for
   * what it has closed to itself, or makes faster than anybody can follow. Neither keeps root.
   */
  void openAsOwner(Path directory, Uid owner, SortedSet<Uid> readers) throws IOException {
    String now = entries(readers, "r-X").substring(1);
    String later = now.replace("u:", "d:u:");
    SystemProgram.named("timeout")
        .runAs(
            owner,
            List.of(
                LONGEST,
                setfacl.path().toString(),
                "--recursive",
                "--physical",
                "--modify",
                now + "," + later,
                directory.toString()));
  }

  /**
   * Each of these files may be read by these users, and by nobody else but its owner; in one go,
   * however many they are.
   *
   * @param beside a directory of root's for the list
   */
  void openFiles(SortedMap<Path, SortedSet<Uid>> files, Path beside) throws IOException {
    restore(files, "rw-", "r--", beside);
  }

  /** As {@link #openDirectory} for each of these, in one go. */
  void openDirectories(SortedMap<Path, SortedSet<Uid>> directories, Path beside)
      throws IOException {
    restore(directories, "rwx", "r-x", beside);
  }

  /** By a list of lists, see "--restore" in setfacl(1). */
  private void restore(
      SortedMap<Path, SortedSet<Uid>> all, String owner, String reader, Path beside)
      throws IOException {
    if (all.isEmpty()) {
      return;
    }
    StringBuilder lists = new StringBuilder();
    all.forEach((path, readers) -> {
      lists.append("# file: ").append(path).append("\nuser::").append(owner).append('\n');
      for (Uid each : readers) {
        lists.append("user:").append(each).append(':').append(reader).append('\n');
      }
      lists.append("group::---\nmask::").append(reader).append("\nother::---\n\n");
    });
    Path list = beside.resolve(".acl");
    AtomicFile.replace(list, lists.toString().getBytes(StandardCharsets.UTF_8), "rw-------");
    try {
      setfacl.must("--restore=" + list);
    } finally {
      AtomicFile.remove(list);
    }
  }

  private static String entries(SortedSet<Uid> users, String permissions) {
    StringBuilder entries = new StringBuilder();
    users.forEach(user -> entries.append(",u:").append(user).append(':').append(permissions));
    return entries.toString();
  }
}
