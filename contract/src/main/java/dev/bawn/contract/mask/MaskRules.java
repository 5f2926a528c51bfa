package dev.bawn.contract.mask;

import dev.bawn.contract.agent.SecretNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which paths of a project are masked: the one decision for mirrors and for sessions. What
 * lies below a masked directory is masked with it.
 */
public final class MaskRules {

  private final boolean environment;
  private final boolean secrets;
  private final List<MaskPattern> patterns;
  private final Set<String> idle = new LinkedHashSet<>();

  /**
   * @param environment whether files of variables are masked
   * @param secrets whether private keys, logins and directories of secrets are
   * @param patterns what else is
   */
  public MaskRules(boolean environment, boolean secrets, List<MaskPattern> patterns) {
    this.environment = environment;
    this.secrets = secrets;
    this.patterns = List.copyOf(patterns);
    for (MaskPattern pattern : patterns) {
      idle.add(pattern.text());
    }
  }

  /**
   * Whether this is masked by itself, and not only with a directory above it.
   *
   * @param path below the project
   * @param isDirectory whether it is a directory, or a link, which could lead to one
   */
  public boolean mask(String path, boolean isDirectory) {
    String compared = ComparedPath.of(path);
    int nameAt = compared.lastIndexOf('/') + 1;
    String name = compared.substring(nameAt);
    boolean masked =
        environment && SecretNames.areEnvironment(name) || secrets && SecretNames.arePrivate(name);
    for (MaskPattern pattern : patterns) {
      if (pattern.matches(compared, nameAt, isDirectory)) {
        idle.remove(pattern.text());
        masked = true;
      }
    }
    return masked;
  }

  /** Patterns that have masked nothing so far. */
  public List<String> idle() {
    return List.copyOf(idle);
  }

  /** Names that are masked whatever they are and wherever they lie. */
  public List<String> fixedNames() {
    List<String> names = new ArrayList<>();
    if (environment) {
      names.addAll(SecretNames.ENVIRONMENT);
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

  /** Paths below the top that are masked, whatever is there. */
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
