package dev.bawn.launcher.transcript;

import dev.bawn.contract.cli.Count;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A number of used tokens.
 *
 * @param input tokens that the model read without a cache
 * @param output tokens that it wrote, including its reasoning
 * @param cached tokens that it read from a cache
 * @param cost in USD; empty if the tool recorded no cost for one of them
 * @param isComplete whether everything was read
 */
public record TokenCount(
    long input, long output, long cached, OptionalDouble cost, boolean isComplete) {

  private static final long MOST = 1_000_000_000_000_000L;

  /** The sum of both, with a maximum. */
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

  /** This count, complete only if the argument is true as well. */
  TokenCount and(boolean isComplete) {
    return new TokenCount(input, output, cached, cost, this.isComplete && isComplete);
  }

  /** All tokens that were read or written, without those from the cache. */
  public long fresh() {
    return input + output;
  }

  /** An amount of USD as text. */
  public static String usd(double cost) {
    return String.format(Locale.ROOT, "$%.2f", cost);
  }

  /** The count as text for messages. */
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
