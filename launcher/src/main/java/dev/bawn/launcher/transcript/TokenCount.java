package dev.bawn.launcher.transcript;

import dev.bawn.contract.cli.Count;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Tokens that were used.
 *
 * @param input that the model read anew
 * @param output that it wrote, with its thoughts
 * @param cached that it read from a cache
 * @param cost in USD; nothing where the tool wrote down no cost for one of them
 * @param isComplete whether everything was read
 */
public record TokenCount(
    long input, long output, long cached, OptionalDouble cost, boolean isComplete) {

  private static final long MOST = 1_000_000_000_000_000L;

  /** Both together; a sum has a largest value. */
  public TokenCount plus(TokenCount other) {
    return new TokenCount(
        Math.min(MOST, input + other.input),
        Math.min(MOST, output + other.output),
        Math.min(MOST, cached + other.cached),
        cost.isPresent() && other.cost.isPresent()
            ? OptionalDouble.of(cost.getAsDouble() + other.cost.getAsDouble())
            : OptionalDouble.empty(),
        isComplete && other.isComplete);
  }

  /** The same, which is complete if this is so as well. */
  TokenCount and(boolean isComplete) {
    return new TokenCount(input, output, cached, cost, this.isComplete && isComplete);
  }

  /** All that was read or written, but for the cache. */
  public long fresh() {
    return input + output;
  }

  /** An amount of USD, as people read it. */
  public static String usd(double cost) {
    return String.format(Locale.ROOT, "$%.2f", cost);
  }

  /** As people read it. */
  @Override
  public String toString() {
    return (isComplete ? "" : "at least ")
        + Count.rounded(input)
        + " input, "
        + Count.rounded(output)
        + " output, "
        + Count.rounded(cached)
        + " cached"
        + (cost.isPresent() ? ", " + usd(cost.getAsDouble()) : "");
  }
}
