package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The cost of many rules by which git ignores files. */
class IgnoreRulesTest {

  private static final long MOST = 1000;

  private static IgnoreRules rules(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return IgnoreRules.of(
        path -> path.equals(RawPath.of(".gitignore")) ? Optional.of(content) : Optional.empty(),
        "",
        MOST);
  }

  /** Compares so many paths with the rules, and returns whether the last one is ignored. */
  private static boolean ignores(IgnoreRules rules, int paths) throws IOException {
    boolean isIgnored = false;
    for (int path = 0; path < paths; path++) {
      isIgnored = rules.ignore(RawPath.of("ignored"), false);
    }
    return isIgnored;
  }

  @Test
  void rules_that_take_too_long_for_all_paths_together_ignore_none_of_the_rest()
      throws IOException {
    String costly = "*a*b\n".repeat(9) + "ignored\n";
    assertTrue(ignores(rules(costly), 6));
    assertFalse(ignores(rules(costly), 7));
  }

  @Test
  void plain_rules_ignore_more_paths() throws IOException {
    String plain = "*.o\nbuild/\n/a*\n".repeat(3) + "ignored\n";
    assertTrue(ignores(rules(plain), 100));
    assertFalse(ignores(rules(plain), 101));
  }
}
