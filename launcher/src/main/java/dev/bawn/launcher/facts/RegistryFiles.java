package dev.bawn.launcher.facts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the caller that name a package registry. A session does not see these files,
 * because they can contain tokens: without a word, its package managers would use the public
 * registries.
 */
enum RegistryFiles {
  NPM("npm", List.of("package.json"), List.of(".npmrc"), "registry", "npm_config_registry"),
  PIP(
      "pip",
      List.of("pyproject.toml", "requirements.txt", "setup.py"),
      List.of(".config/pip/pip.conf", ".pip/pip.conf"),
      "index-url",
      "PIP_INDEX_URL");

  private static final int LARGEST = 1 << 16;

  private final String program;
  private final List<String> marks;
  private final List<String> files;
  private final String key;
  private final String variable;

  /**
   * @param marks the files of a project that uses the program
   * @param files the settings below the home directory
   * @param key the key of the registry in them
   * @param variable names the registry in a session
   */
  RegistryFiles(
      String program, List<String> marks, List<String> files, String key, String variable) {
    this.program = program;
    this.marks = marks;
    this.files = files;
    this.key = key;
    this.variable = variable;
  }

  /** The variable that names the registry in a session. */
  String variable() {
    return variable;
  }

  /** A warning if the project uses the program, and the caller's settings name a registry. */
  Optional<String> warning(Path project, Path home) {
    if (!isUsedIn(project)) {
      return Optional.empty();
    }
    for (String file : files) {
      if (namesRegistry(home.resolve(file))) {
        return Optional.of(
            program
                + " in the session does not use the registry that ~/"
                + file
                + " names; to name it: --env "
                + variable
                + "=URL");
      }
    }
    return Optional.empty();
  }

  private boolean isUsedIn(Path project) {
    for (String mark : marks) {
      if (isFile(project.resolve(mark))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Tells whether a line sets the key; a file that cannot be read sets nothing. */
  private boolean namesRegistry(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
        return false;
      }
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        String text = line.strip();
        if (text.startsWith(key) && text.substring(key.length()).strip().startsWith("=")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
