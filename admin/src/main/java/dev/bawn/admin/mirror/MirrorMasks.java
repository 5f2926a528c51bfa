package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.mask.MaskPattern;
import dev.bawn.contract.mask.MaskRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Names that a mirror leaves out although git does not ignore them: secret names and the patterns
 * of {@code --mask}.
 */
public final class MirrorMasks {

  private MirrorMasks() {}

  /**
   * The usual masks and these.
   *
   * @throws WrongUsage if a pattern is none, or would match everything
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
