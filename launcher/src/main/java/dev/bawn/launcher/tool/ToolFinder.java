package dev.bawn.launcher.tool;

import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.launcher.machine.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds a tool of the caller, with the files that a session needs. It runs no program. */
public final class ToolFinder {

  /** The directories that every session sees. */
  private static final List<Path> SEEN =
      List.of(Path.of("/usr"), Path.of("/opt"), Path.of("/nix"), Path.of("/bin"));

  private static final String PACKAGES = "node_modules";
  private static final String ENVIRONMENT = "pyvenv.cfg";

  private final Host host;
  private final ToolSearch search;

  /**
   * @param host with the directories to search
   */
  public ToolFinder(Host host) {
    this.host = host;
    this.search =
        new ToolSearch(host.home().toString(), host.path().stream().map(Path::toString).toList());
  }

  /** The first existing candidate. */
  public Optional<FoundTool> find(ToolDefinition definition) {
    for (Path candidate : search.candidates(definition)) {
      Optional<FoundTool> found = at(candidate);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The tool at a path, if it can be started. */
  public Optional<FoundTool> at(Path file) {
    try {
      if (!Files.isExecutable(file) || Files.isDirectory(file)) {
        return Optional.empty();
      }
      Path real = file.toRealPath();
      return Optional.of(new FoundTool(file, real, isSeen(real) ? Optional.empty() : tree(real)));
    } catch (IOException e) {
      // it vanished, or leads to an unreadable file
      return Optional.empty();
    }
  }

  private boolean isSeen(Path real) {
    return SEEN.stream().anyMatch(real::startsWith)
        || host.toolchains().stream().anyMatch(shown -> real.startsWith(shown.named()));
  }

  /**
   * The files that a program needs: the packages that npm installed beside it, an environment of
   * Python, or the file only.
   */
  private static Optional<Path> tree(Path real) {
    for (int names = 1; names < real.getNameCount(); names++) {
      if (real.getName(names - 1).toString().equals(PACKAGES)) {
        return Optional.of(Path.of("/").resolve(real.subpath(0, names)));
      }
    }
    Path above = real.getParent().getParent();
    return above != null && Files.exists(above.resolve(ENVIRONMENT))
        ? Optional.of(above)
        : Optional.of(real);
  }
}
