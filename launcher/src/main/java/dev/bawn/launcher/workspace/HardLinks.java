package dev.bawn.launcher.workspace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files of several names: one that is masked under one of them must not be seen under another. */
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

  /** Notes that there are masked names which nobody has seen. */
  void miss() {
    isComplete = false;
  }

  boolean hasVisible() {
    return !visible.isEmpty();
  }

  /** The other names of masked files; and of files that may be masked, where that is unknown. */
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
