package dev.bawn.launcher.facts;

import dev.bawn.launcher.record.SessionFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of the caller that name a package registry. A session does not see these files,
 * because they can contain tokens: without a word, its package managers would use the public
 * registries.
 */
enum RegistryFiles {
  NPM(
      "npm",
      List.of("package.json"),
      List.of(".npmrc"),
      "^[ \\t]*registry[ \\t]*=",
      "npm_config_registry"),
  /** The registry of a scope; env(1) and shells take no variable with its name. */
  NPM_SCOPE(
      "npm",
      List.of("package.json"),
      List.of(".npmrc"),
      "^[ \\t]*@[^=\\r\\n]*:registry[ \\t]*=",
      ""),
  PIP("pip", Names.PYTHON, Names.PIP, "^[ \\t]*index[-_]url[ \\t]*=", "PIP_INDEX_URL"),
  PIP_EXTRA(
      "pip",
      Names.PYTHON,
      Names.PIP,
      "^[ \\t]*extra[-_]index[-_]url[ \\t]*=",
      "PIP_EXTRA_INDEX_URL"),
  UV(
      "uv",
      List.of("uv.lock", "pyproject.toml"),
      List.of(".config/uv/uv.toml"),
      "^[ \\t]*(index-url[ \\t]*=|\\[\\[index]])",
      "UV_DEFAULT_INDEX"),
  MAVEN(
      "mvn",
      List.of("pom.xml"),
      List.of(".m2/settings.xml"),
      "<(mirror|server|repository)>",
      "MAVEN_ARGS"),
  CARGO(
      "cargo",
      List.of("Cargo.toml"),
      List.of(".cargo/config.toml"),
      "^[ \\t]*(\\[registries[.\\]]|replace-with[ \\t]*=)",
      "");

  private static final int LARGEST = 1 << 16;

  /** The names for pip. The machine's file is not visible to a session if it has a password. */
  private static final class Names {
    static final List<String> PYTHON = List.of("pyproject.toml", "requirements.txt", "setup.py");
    static final List<String> PIP =
        List.of(".config/pip/pip.conf", ".pip/pip.conf", "/etc/pip.conf");
  }

  private final String program;
  private final List<String> marks;
  private final List<String> files;
  private final String key;
  private final String variable;

  /**
   * @param marks the files of a project that uses the program
   * @param files the settings, below the home directory or absolute
   * @param key a regular expression for a line that names a registry; a session can have written
   *     the file, so no part of it may match line ends, which takes quadratic time
   * @param variable names the registry in a session; empty if none does
   */
  RegistryFiles(
      String program, List<String> marks, List<String> files, String key, String variable) {
    this.program = program;
    this.marks = marks;
    this.files = files;
    this.key = key;
    this.variable = variable;
  }

  /** The variable that names the registry or its file in a session. */
  String variable() {
    return variable;
  }

  /**
   * A warning if the project uses the program, and a file that the session does not see names a
   * registry.
   *
   * @param shown the paths that the session sees
   */
  Optional<String> warning(Path project, Path home, List<Path> shown) {
    if (!isUsedIn(project)) {
      return Optional.empty();
    }
    for (String file : files) {
      Path path = home.resolve(file);
      if (shown.stream().noneMatch(path::startsWith) && namesRegistry(path)) {
        return Optional.of(
            program
                + " in the session does not use the registry that "
                + (file.startsWith("/") ? file : "~/" + file)
                + " names; "
                + hint(file));
      }
    }
    return Optional.empty();
  }

  private String hint(String file) {
    return switch (this) {
      case MAVEN ->
          "to show the file, with any password in it: --ro ~/%s --env \"MAVEN_ARGS=-s $HOME/%s\""
              .formatted(file, file);
      case CARGO -> "to show the file, with any password in it: --ro ~/" + file;
      case NPM_SCOPE -> "to name it, in the session: npm config set @SCOPE:registry=URL";
      case NPM, PIP, PIP_EXTRA, UV -> "to name it: --env " + variable + "=URL";
    };
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

  /** Tells whether a file names a registry; a file that cannot be read names none. */
  private boolean namesRegistry(Path file) {
    try {
      String text = new String(SessionFile.read(file, LARGEST), StandardCharsets.ISO_8859_1);
      // compiled only for a project that uses the program
      return Pattern.compile(key, Pattern.MULTILINE).matcher(withoutComments(text)).find();
    } catch (IOException e) {
      return false;
    }
  }

  /** Leaves out the comments of XML; an open one extends to the end. */
  private static String withoutComments(String text) {
    String[] parts = text.split("<!--", -1);
    StringBuilder kept = new StringBuilder(parts[0]);
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int end = part.indexOf("-->");
      kept.append(end < 0 ? "" : part.substring(end + "-->".length()));
    }
    return kept.toString();
  }
}
