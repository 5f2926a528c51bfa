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
 * Files of the project that are hidden from a session, by their names.
 *
 * @param env whether files with environment variables are hidden
 * @param secrets whether private keys, logins and directories of secrets are
 * @param patterns others, in the syntax of gitignore(5)
 */
public record SessionMasks(boolean env, boolean secrets, List<String> patterns) {

  /** The name of {@link #layer}. */
  public static final String LAYER = "masks";

  public SessionMasks {
    patterns = List.copyOf(patterns);
  }

  /**
   * Checks a pattern.
   *
   * @throws IllegalArgumentException with the reason, if it is not valid
   */
  public static String pattern(String text) {
    return MaskPattern.of(text).text();
  }

  /**
   * The layer of whiteouts that hides the files, if a session has one.
   *
   * @param upper the upper layer of the session
   */
  public static Optional<Path> layer(Path upper) {
    return Optional.of(upper.resolveSibling(LAYER))
        .filter(layer -> Files.isDirectory(layer, LinkOption.NOFOLLOW_LINKS));
  }

  /** The rules of these masks. Without patterns no class of a library is loaded. */
  MaskRules rules() {
    List<MaskPattern> all = new ArrayList<>();
    for (String pattern : patterns) {
      all.add(MaskPattern.of(pattern));
    }
    return new MaskRules(env, secrets, all);
  }

  /** Tells whether nothing is hidden. */
  public boolean isEmpty() {
    return !env && !secrets && patterns.isEmpty();
  }
}
