package dev.bawn.contract.agent;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The one spelling of an enumeration's constant in files, options and output. */
public interface Spelling {

  /** The name of the constant. */
  String name();

  /** The spelling; by default the name in lower case with hyphens, as in {@code read-only}. */
  default String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of these choices with this spelling, if there is one. */
  static <W extends Spelling> Optional<W> of(W[] choices, String spelt) {
    for (W choice : choices) {
      if (choice.word().equals(spelt)) {
        return Optional.of(choice);
      }
    }
    return Optional.empty();
  }

  /**
   * The one of these choices with this spelling.
   *
   * @throws IllegalArgumentException if there is none
   */
  static <W extends Spelling> W named(W[] choices, String spelt) {
    Optional<W> found = of(choices, spelt);
    // no lambda: each start calls this
    if (found.isEmpty()) {
      String words = Stream.of(choices).map(Spelling::word).collect(Collectors.joining(", "));
      throw new IllegalArgumentException("'" + spelt + "' is not one of " + words);
    }
    return found.get();
  }
}
