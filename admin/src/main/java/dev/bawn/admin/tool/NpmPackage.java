package dev.bawn.admin.tool;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.regex.Pattern;

/**
 * A package of an npm registry, by name, with an optional version or tag. Paths, addresses and git
 * repositories, which npm accepts too, are not valid here.
 *
 * @param text for example {@code @scope/name@1.2.3}
 */
public record NpmPackage(String text) {

  private static final String PART = "[A-Za-z0-9~_-][A-Za-z0-9._~-]{0,127}";

  private static final Pattern GRAMMAR =
      Pattern.compile("(@" + PART + "/)?" + PART + "(@[A-Za-z0-9^~][A-Za-z0-9.+^~_-]{0,63})?");

  /**
   * @throws WrongUsage if it is not the name of a package
   */
  public NpmPackage {
    if (!GRAMMAR.matcher(text).matches() || text.startsWith("-")) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not the name of an npm package",
          "name it like @openai/codex or @openai/codex@0.169.0");
    }
  }
}
