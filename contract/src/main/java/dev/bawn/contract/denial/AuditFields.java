package dev.bawn.contract.denial;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of an audit record, {@code key=value} separated by blanks. A value that a process
 * chose is in quotes; with a quote, a blank, a control character or anything beyond ASCII it is in
 * hexadecimal without quotes (audit_log_untrustedstring of the kernel): so no value can forge a
 * field.
 */
final class AuditFields {

  private static final Pattern FIELD =
      Pattern.compile("\\G *([a-z_]{1,32})=(?:\"([^\"]*)\"|([^\" ]*))(?= |$)");

  /** Fields whose value is hexadecimal if it has no quotes. */
  private static final Set<String> CHOSEN =
      Set.of(
          "name", "srcname", "comm", "target", "execpath", "profile", "peer", "addr", "peer_addr");

  private static final Pattern HEX = Pattern.compile("(?:[0-9A-F]{2})+");

  private AuditFields() {}

  /** All fields; empty if the text is not valid, or names one of them twice. */
  static Optional<Map<String, String>> parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    Matcher field = FIELD.matcher(text);
    int end = 0;
    while (field.find()) {
      String key = field.group(1);
      String value = field.group(2) != null ? field.group(2) : plain(key, field.group(3));
      if (fields.put(key, value) != null) {
        return Optional.empty();
      }
      end = field.end();
    }
    return text.substring(end).isBlank() ? Optional.of(fields) : Optional.empty();
  }

  private static String plain(String key, String value) {
    boolean encoded = CHOSEN.contains(key) && HEX.matcher(value).matches();
    return encoded ? new String(HexFormat.of().parseHex(value), StandardCharsets.UTF_8) : value;
  }
}
