package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Tells which changes need a second look. */
final class Hazards {

  /** Files by which editors, shells, agents and bawn itself do something unasked. */
  private static final Set<String> FILES =
      Set.of(
          ".envrc", ".bawn.toml", ".mcp.json", ".pre-commit-config.yaml", ".npmrc", ".yarnrc.yml");

  private static final Set<String> DIRECTORIES =
      Set.of(
          ".vscode", ".idea", ".claude", ".codex", ".gemini", ".cursor", ".husky", ".devcontainer");

  private final Layers layers;

  /**
   * @param layers where links are read
   */
  Hazards(Layers layers) {
    this.layers = layers;
  }

  Set<Hazard> of(Change change) throws IOException {
    Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
    RawPath path = change.path();
    if (GitFiles.contain(path)) {
      hazards.add(Hazard.GIT);
    } else if (GitFiles.areSetBy(path)) {
      hazards.add(Hazard.GIT_SETTINGS);
    }
    if (GitFiles.makeRepository(path)) {
      hazards.add(Hazard.REPOSITORY);
    }
    if (layers.hid(path)) {
      hazards.add(Hazard.HIDDEN);
    }
    if (actsByItself(path)) {
      hazards.add(Hazard.ACTS);
    }
    if (!path.shown().equals(path.text().orElse(""))) {
      hazards.add(Hazard.NAME);
    }
    if (change instanceof Change.Unclear || change instanceof Change.Renamed) {
      hazards.add(Hazard.UNCLEAR);
    }
    Optional<FileStatus> after = change.now();
    if (after.isPresent()) {
      addThoseOf(path, after.get(), hazards);
    }
    return hazards;
  }

  private static boolean actsByItself(RawPath path) {
    return FILES.contains(path.name().bytes())
        || path.names().stream().map(RawName::bytes).anyMatch(DIRECTORIES::contains);
  }

  private void addThoseOf(RawPath path, FileStatus after, Set<Hazard> hazards) throws IOException {
    if (after.isSetId()) {
      hazards.add(Hazard.SETUID);
    }
    switch (after.kind()) {
      case FILE, DIRECTORY -> {}
      case LINK -> {
        if (leadsOut(path, new String(layers.linkAfter(path), StandardCharsets.ISO_8859_1))) {
          hazards.add(Hazard.LEADS_OUT);
        }
      }
      case FIFO, SOCKET, CHARACTER_DEVICE, BLOCK_DEVICE -> hazards.add(Hazard.SPECIAL);
    }
  }

  /** By its text alone: what lies on the way may be a link, too, and is judged by itself. */
  static boolean leadsOut(RawPath path, String target) {
    if (target.startsWith("/")) {
      return true;
    }
    int depth = path.names().size() - 1;
    for (String name : target.split("/")) {
      if (name.equals("..")) {
        depth--;
      } else if (!name.isEmpty() && !name.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return true;
      }
    }
    return false;
  }
}
