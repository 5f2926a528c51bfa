package dev.bawn.contract.mask;

import dev.bawn.contract.agent.SecretNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which paths of a project are masked, for mirrors and for sessions. Everything below a
 * masked directory is masked.
 */
public final class MaskRules {

  private final boolean environment;
  private final boolean secrets;
  private final List<MaskPattern> patterns;

  /**
   * The patterns by the character that shows a mismatch soonest: there may be hundreds, and as many
   * names.
   */
  private final Map<Character, List<MaskPattern>> byFirst = new HashMap<>();

  private final Map<Character, List<MaskPattern>> byLast = new HashMap<>();
  private final List<MaskPattern> others = new ArrayList<>();
  private final Set<String> idle = new LinkedHashSet<>();

  /**
   * @param environment whether files with environment variables are masked
   * @param secrets whether private keys, logins and directories of secrets are
   * @param patterns further masks
   */
  public MaskRules(boolean environment, boolean secrets, List<MaskPattern> patterns) {
    this.environment = environment;
    this.secrets = secrets;
    this.patterns = List.copyOf(patterns);
    for (MaskPattern pattern : patterns) {
      idle.add(pattern.text());
      if (!pattern.head().isEmpty()) {
        put(byFirst, pattern.head().charAt(0), pattern);
      } else if (!pattern.tail().isEmpty()) {
        put(byLast, pattern.tail().charAt(pattern.tail().length() - 1), pattern);
      } else {
        others.add(pattern);
      }
    }
  }

  private static void put(
      Map<Character, List<MaskPattern>> all, char character, MaskPattern pattern) {
    all.computeIfAbsent(character, _ -> new ArrayList<>()).add(pattern);
  }

  /**
   * Tells whether a path itself is masked, and not only a parent directory.
   *
   * @param path below the project
   * @param isDirectory whether it is a directory, or a link, which could lead to one
   */
  public boolean mask(String path, boolean isDirectory) {
    String compared = ComparedPath.of(path);
    int nameAt = compared.lastIndexOf('/') + 1;
    String name = compared.substring(nameAt);
    boolean masked = hasSecret(name);
    if (!name.isEmpty()) {
      masked |=
          matches(byFirst.getOrDefault(name.charAt(0), List.of()), compared, nameAt, isDirectory);
      masked |=
          matches(
              byLast.getOrDefault(name.charAt(name.length() - 1), List.of()),
              compared,
              nameAt,
              isDirectory);
    }
    return matches(others, compared, nameAt, isDirectory) || masked;
  }

  /**
   * Tells whether a name is masked without patterns, which is fast.
   *
   * @param name of a file, directory or link
   */
  public boolean maskName(String name) {
    return hasSecret(ComparedPath.of(name));
  }

  private boolean hasSecret(String name) {
    return environment && SecretNames.areEnvironment(name)
        || secrets && SecretNames.arePrivate(name);
  }

  private boolean matches(
      List<MaskPattern> some, String compared, int nameAt, boolean isDirectory) {
    boolean matches = false;
    for (MaskPattern pattern : some) {
      if (pattern.matches(compared, nameAt, isDirectory)) {
        idle.remove(pattern.text());
        matches = true;
      }
    }
    return matches;
  }

  /** The patterns that have masked nothing so far. */
  public List<String> idle() {
    return List.copyOf(idle);
  }

  /** The plain names that are masked in any directory. */
  public List<String> fixedNames() {
    List<String> names = new ArrayList<>();
    if (environment) {
      names.addAll(SecretNames.environmentAndCopies());
    }
    if (secrets) {
      names.addAll(SecretNames.LIKELY);
    }
    for (MaskPattern pattern : patterns) {
      if (pattern.isName()) {
        names.add(pattern.literal());
      }
    }
    return names;
  }

  /** The plain paths below the top that are masked. */
  public List<String> fixedPaths() {
    List<String> paths = new ArrayList<>();
    for (MaskPattern pattern : patterns) {
      if (pattern.isPath()) {
        paths.add(pattern.literal());
      }
    }
    return paths;
  }
}
