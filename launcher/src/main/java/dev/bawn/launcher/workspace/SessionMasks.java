package dev.bawn.launcher.workspace;

import dev.bawn.contract.mask.MaskPattern;
import dev.bawn.contract.mask.MaskRules;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Files of the project that a session does not see, by their names.
 *
 * @param env whether files that hold an environment are left out
 * @param secrets whether private keys, logins and directories of secrets are
 * @param patterns others, in git's language
 */
public record SessionMasks(boolean env, boolean secrets, List<String> patterns) {

  /** The name of {@link #layer}. */
  public static final String LAYER = "masks";

  public SessionMasks {
    patterns = List.copyOf(patterns);
  }

  /**
   * A pattern, if it can be one.
   *
   * @throws IllegalArgumentException with the reason, if it cannot
   */
  public static String pattern(String text) {
    return MaskPattern.of(text).text();
  }

  /**
   * The layer of whiteouts that hides them, where a session has one.
   *
   * @param upper the upper layer of the session
   */
  public static Optional<Path> layer(Path upper) {
    return Optional.of(upper.resolveSibling(LAYER))
        .filter(layer -> Files.isDirectory(layer, LinkOption.NOFOLLOW_LINKS));
  }

  /** What they come to. Without patterns no class of a library is loaded. */
  MaskRules rules() {
    List<MaskPattern> all = new ArrayList<>();
    for (String pattern : patterns) {
      all.add(MaskPattern.of(pattern));
    }
    return new MaskRules(env, secrets, all);
  }

  /** Whether nothing is left out. */
  public boolean isEmpty() {
    return !env && !secrets && patterns.isEmpty();
  }
}
