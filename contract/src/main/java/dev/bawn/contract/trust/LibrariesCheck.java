package dev.bawn.contract.trust;

import dev.bawn.contract.agent.LibraryList;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.LibraryDirectories;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Compares the directories of libraries with those of the signed policy. */
public final class LibrariesCheck {

  private final SystemLayout layout;
  private final LibraryList sealed;

  private LibrariesCheck(SystemLayout layout, LibraryList sealed) {
    this.layout = layout;
    this.sealed = sealed;
  }

  /** The check for a policy directory whose files were verified. */
  public static LibrariesCheck of(SystemLayout layout, Generation generation) throws IOException {
    Path file = generation.directory().resolve(LibraryList.FILE);
    return new LibrariesCheck(layout, LibraryList.read(Files.readAllBytes(file)));
  }

  /** The directories that a session hides if it begins now. */
  public SortedSet<String> hidden() throws IOException {
    SortedSet<String> hidden = new LibraryDirectories(layout).all(sealed.shown()::contains);
    hidden.removeAll(sealed.shown());
    return hidden;
  }

  /** Notes about changes; empty if the directories are as in the signed policy. */
  List<String> changes() throws IOException {
    List<String> changes = new ArrayList<>();
    SortedSet<String> came = hidden();
    came.removeAll(sealed.hidden());
    add(changes, "new since root signed the policy, and hidden: ", came);
    SortedSet<String> gone = new TreeSet<>(sealed.shown());
    gone.removeIf(
        path -> Files.isDirectory(layout.at(path.substring(1)), LinkOption.NOFOLLOW_LINKS));
    add(changes, "missing since root signed the policy: ", gone);
    return changes;
  }

  private static void add(List<String> changes, String what, SortedSet<String> paths) {
    if (!paths.isEmpty()) {
      changes.add(what + String.join(" ", paths));
    }
  }
}
