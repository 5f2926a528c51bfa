package dev.bawn.launcher.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fields of a line with numbers of tokens.
 *
 * @param input fields to add
 * @param output fields to add
 * @param cached the field of those from a cache
 * @param isInputWithCached whether the input includes them
 * @param cost the field of the cost; empty for none
 */
record TokenFields(
    List<String> input,
    List<String> output,
    String cached,
    boolean isInputWithCached,
    String cost) {

  /** The names of all fields. */
  List<String> all() {
    List<String> all = new ArrayList<>(input);
    all.addAll(output);
    all.add(cached);
    if (!cost.isEmpty()) {
      all.add(cost);
    }
    return all;
  }

  /** The tokens in a line; empty if it has none, or a number is out of range. */
  Optional<TokenCount> of(JsonLine line) {
    OptionalLong read = sum(line, input);
    OptionalLong written = sum(line, output);
    OptionalLong again = line.tokens(cached);
    boolean isSaid = all().stream().anyMatch(line.numbers()::containsKey);
    if (!isSaid || read.isEmpty() || written.isEmpty() || again.isEmpty()) {
      return Optional.empty();
    }
    long counted = isInputWithCached ? again.getAsLong() : 0;
    return Optional.of(
        new TokenCount(
            Math.max(0, read.getAsLong() - counted),
            written.getAsLong(),
            again.getAsLong(),
            line.cost(cost),
            true));
  }

  private static OptionalLong sum(JsonLine line, List<String> fields) {
    long sum = 0;
    for (String field : fields) {
      OptionalLong tokens = line.tokens(field);
      if (tokens.isEmpty()) {
        return tokens;
      }
      sum += tokens.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
