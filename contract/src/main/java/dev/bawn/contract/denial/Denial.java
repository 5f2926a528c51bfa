package dev.bawn.contract.denial;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Something that AppArmor refused, once.
 *
 * @param id of the audit event: the same in every log, and in every record of one call of the
 *     kernel
 * @param time of the refusal
 * @param profile whose rules refused it
 * @param fields all that the record says, values decoded; every one may hold any character
 */
record Denial(String id, Instant time, String profile, Map<String, String> fields) {

  Denial {
    fields = Map.copyOf(fields);
  }

  /** A field that need not be there. */
  Optional<String> field(String key) {
    return Optional.ofNullable(fields.get(key));
  }

  /** A field, or an empty text. */
  String text(String key) {
    return fields.getOrDefault(key, "");
  }

  /** What was refused of the rights that were asked for: letters for files, words for others. */
  String denied() {
    return field("denied_mask").or(() -> field("denied")).orElse("");
  }
}
