package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.mask.MaskPattern;
import dev.bawn.contract.mask.MaskRules;
import java.util.ArrayList;
import java.util.List;

/**
 * The names that a mirror omits although git does not ignore them: names of secret files, and the
 * patterns of {@code --mask}.
 */
public final class MirrorMasks {

  private MirrorMasks() {}

  /**
   * Returns the usual masks and the given ones.
   *
   * @throws WrongUsage if a pattern is not valid, or would match everything
   */
  public static MaskRules of(List<String> asked) {
    List<MaskPattern> patterns = new ArrayList<>();
    for (String pattern : asked) {
      try {
        patterns.add(MaskPattern.of(pattern));
      } catch (IllegalArgumentException e) {
        throw new WrongUsage(
            "'" + Printable.of(pattern) + "' cannot be a mask: " + e.getMessage(),
            "write it as in .gitignore: '*.sqlite', 'private/', 'docs/drafts/'");
      }
    }
    return new MaskRules(true, true, patterns);
  }
}
