package dev.bawn.admin.change;

import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.Trees;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mirrors and tools whose creation was interrupted. bawn-admin creates each beside its final
 * path, under a separate lock and without the lock of the policies, and renames it when it is
 * complete. So a tree whose lock is free is unused. A tool without a current version that no agent
 * has is unused, too. The caller holds the lock of the policies.
 */
public final class IncompleteTrees {

  private static final String BUILDING = ".new-";
  private static final String LISTING = ".newlist-";
  private static final String LOCK = ".lock-";

  /** The names of the locks, as a glob. */
  public static final String LOCKS = LOCK + "*";

  private final SystemLayout layout;

  /**
   * @param layout with the mirrors and tools
   */
  public IncompleteTrees(SystemLayout layout) {
    this.layout = layout;
  }

  /** Returns the path where a tree is created that will be renamed to {@code parent/name}. */
  public static Path building(Path parent, String name) {
    return parent.resolve(BUILDING + name);
  }

  /** Returns the path where the list of a mirror is recorded while the mirror is updated. */
  public static Path listing(Path parent, String name) {
    return parent.resolve(LISTING + name);
  }

  /** Returns the lock of the creation; it is in a directory where only root creates files. */
  public static Path lock(Path parent, String name) {
    return parent.resolve(LOCK + name);
  }

  /** Returns the name of the tree that is created under this lock. */
  public static Path madeUnder(Path lock) {
    return lock.resolveSibling(lock.getFileName().toString().substring(LOCK.length()));
  }

  /** Returns the incomplete trees that no process is creating. */
  public List<Path> lying() throws IOException {
    List<Path> lying = new ArrayList<>();
    for (Path half : besideTheirPlaces()) {
      if (!HeldLock.isHeld(lock(half))) {
        lying.add(half);
      }
    }
    return lying;
  }

  /**
   * Removes these trees, and tools that never had a current version.
   *
   * @param manifests the policies of all agents
   */
  void remove(List<Manifest> manifests) throws IOException {
    for (Path tool : unfinishedTools(manifests)) {
      Trees.remove(tool);
    }
    for (Path half : besideTheirPlaces()) {
      Optional<HeldLock> lock = HeldLock.tryTake(lock(half));
      if (lock.isPresent()) {
        try (HeldLock _ = lock.get()) {
          SystemProgram.named("rm").must("-rf", "--one-file-system", "--", half.toString());
        }
      }
    }
  }

  private List<Path> unfinishedTools(List<Manifest> manifests) throws IOException {
    List<Path> unfinished = new ArrayList<>();
    for (Path tool : Trees.entries(layout.tools(), "[!.]*")) {
      String name = tool.getFileName().toString();
      if (!Files.exists(tool.resolve("current"), LinkOption.NOFOLLOW_LINKS)
          && manifests.stream().noneMatch(manifest -> has(manifest, name))) {
        unfinished.add(tool);
      }
    }
    return unfinished;
  }

  private static boolean has(Manifest manifest, String tool) {
    return manifest.tools().stream().anyMatch(each -> each.name().text().equals(tool));
  }

  private List<Path> besideTheirPlaces() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path parent : List.of(layout.mirrors(), layout.tools())) {
      all.addAll(Trees.entries(parent, BUILDING + "*"));
    }
    all.addAll(Trees.entries(layout.mirrors(), LISTING + "*"));
    all.sort(null);
    return all;
  }

  private static Path lock(Path half) {
    String name = half.getFileName().toString();
    return lock(half.getParent(), name.substring(name.indexOf('-') + 1));
  }
}
