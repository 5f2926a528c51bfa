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

/** POSIX access lists, see acl(5), on bawn's own directories; never on a user's file. */
final class AccessLists {

  /** In seconds, for timeout(1); a hundred thousand files take one. */
  private static final String LONGEST = "60";

  private final SystemProgram setfacl = SystemProgram.named("setfacl");

  /** Returns an agent and its operators, sorted. */
  static SortedSet<Uid> readers(Manifest manifest) {
    SortedSet<Uid> readers = new TreeSet<>(manifest.operators());
    readers.add(manifest.uid());
    return readers;
  }

  /**
   * Gives these users read access to the whole tree, and removes it from all others except the
   * owner. For trees that only root writes.
   */
  void openTree(Path top, SortedSet<Uid> readers) throws IOException {
    setfacl.must(
        "--recursive",
        "--physical",
        "--set",
        "u::rwX,g::-,o::-" + entries(readers, "r-X"),
        top.toString());
  }

  /**
   * Gives these users read access to this one directory, not recursively, and removes it from all
   * others except the owner.
   */
  void openDirectory(Path directory, SortedSet<Uid> readers) throws IOException {
    setfacl.must(
        "--physical", "--set", "u::rwx,g::-,o::-" + entries(readers, "r-x"), directory.toString());
  }

  /**
   * As {@link #openDirectory}; these users can also read each file that is created in it later,
   * whatever the umask of its creator.
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
   * Gives these users read access to the files in a directory of an agent and to later ones, with
   * the agent's rights. Files that the agent has closed to itself, or creates faster than
   * setfacl(1) follows, stay closed; neither can block root.
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
   * Gives users read access to files, and removes it from all others except the owner; all files by
   * one process.
   *
   * @param beside a directory of root for the list of files
   */
  void openFiles(SortedMap<Path, SortedSet<Uid>> files, Path beside) throws IOException {
    restore(files, "rw-", "r--", beside);
  }

  /** As {@link #openDirectory}, for several directories by one process. */
  void openDirectories(SortedMap<Path, SortedSet<Uid>> directories, Path beside)
      throws IOException {
    restore(directories, "rwx", "r-x", beside);
  }

  /** Uses a list of access lists, see "--restore" in setfacl(1). */
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
