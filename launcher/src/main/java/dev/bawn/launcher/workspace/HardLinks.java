package dev.bawn.launcher.workspace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files with several names: a file that is masked under one name must not be visible under another.
 */
final class HardLinks {

  private final Map<String, List<ProjectEntry>> visible = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private boolean isComplete = true;

  /** Adds a name of such a file. */
  void add(ProjectEntry entry, boolean isMasked) {
    if (isMasked) {
      hidden.add(entry.inode());
    } else {
      List<ProjectEntry> names = visible.get(entry.inode());
      if (names == null) {
        names = new ArrayList<>();
        visible.put(entry.inode(), names);
      }
      names.add(entry);
    }
  }

  /** Notes that some masked names could not be read. */
  void miss() {
    isComplete = false;
  }

  boolean hasVisible() {
    return !visible.isEmpty();
  }

  /**
   * The names of masked files; if a masked name may be unknown, also of files with a name outside
   * of the known ones.
   */
  List<Path> toHide() {
    List<Path> paths = new ArrayList<>();
    for (Map.Entry<String, List<ProjectEntry>> file : visible.entrySet()) {
      boolean mayBeMasked = !isComplete && file.getValue().size() < file.getValue().get(0).names();
      if (mayBeMasked || hidden.contains(file.getKey())) {
        for (ProjectEntry entry : file.getValue()) {
          paths.add(entry.path());
        }
      }
    }
    return paths;
  }
}
