package dev.bawn.contract.denial;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One denial of AppArmor.
 *
 * @param id of the audit event: the same in every log, and in every record of one system call
 * @param time of the denial
 * @param profile whose rules denied it
 * @param fields all fields of the record, values decoded; every one may contain any character
 */
record Denial(String id, Instant time, String profile, Map<String, String> fields) {

  Denial {
    fields = Map.copyOf(fields);
  }

  /** An optional field. */
  Optional<String> field(String key) {
    return Optional.ofNullable(fields.get(key));
  }

  /** A field, or an empty text. */
  String text(String key) {
    return fields.getOrDefault(key, "");
  }

  /** The denied rights among the requested ones: letters for files, words for others. */
  String denied() {
    return field("denied_mask").or(() -> field("denied")).orElse("");
  }
}
