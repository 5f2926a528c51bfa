package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.Whereabouts;
import dev.bawn.launcher.machine.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for a tool where its definition says that a person may have it. Nothing is run. */
public final class ToolFinder {

  private static final List<String> OF_NPM =
      List.of(".npm-global/bin", ".local/bin", "node_modules/.bin");

  /** What every session sees. */
  private static final List<Path> SEEN =
      List.of(Path.of("/usr"), Path.of("/opt"), Path.of("/nix"), Path.of("/bin"));

  private static final String PACKAGES = "node_modules";
  private static final String ENVIRONMENT = "pyvenv.cfg";

  private final Host host;

  /**
   * @param host whose directories are looked at
   */
  public ToolFinder(Host host) {
    this.host = host;
  }

  /** The first that is there. */
  public Optional<FoundTool> find(ToolDefinition definition) {
    for (Whereabouts place : definition.places().find()) {
      for (Path candidate : candidates(place, definition.command())) {
        Optional<FoundTool> found = at(candidate);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** The tool that this file is, if it can be started. */
  public Optional<FoundTool> at(Path file) {
    try {
      if (!Files.isExecutable(file) || Files.isDirectory(file)) {
        return Optional.empty();
      }
      Path real = file.toRealPath();
      return Optional.of(new FoundTool(file, real, isSeen(real) ? Optional.empty() : tree(real)));
    } catch (IOException e) {
      // it went away, or leads to what nobody may look at
      return Optional.empty();
    }
  }

  private List<Path> candidates(Whereabouts place, CommandName command) {
    List<Path> candidates = new ArrayList<>();
    if (place instanceof Whereabouts.At(var path)) {
      candidates.add(path.in(host.home()));
    } else if (place instanceof Whereabouts.OnPath) {
      host.path().forEach(directory -> candidates.add(directory.resolve(command.text())));
    } else if (place instanceof Whereabouts.OfNpm) {
      OF_NPM.forEach(
          directory -> candidates.add(host.home().resolve(directory).resolve(command.text())));
    } else {
      host.toolchains().forEach(directory -> candidates.add(directory.resolve(command.text())));
    }
    return candidates;
  }

  private boolean isSeen(Path real) {
    return SEEN.stream().anyMatch(real::startsWith)
        || host.toolchains().stream().anyMatch(real::startsWith);
  }

  /** The packages that npm put beside a program, an environment of Python's, or the file alone. */
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
