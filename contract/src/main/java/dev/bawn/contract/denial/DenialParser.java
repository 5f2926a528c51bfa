package dev.bawn.contract.denial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds denials in lines of logs:
 *
 * <pre>{@code
 * [  128.898029] audit: type=1400 audit(1788360871.669:178): apparmor="DENIED" operation="capable" …
 * type=AVC msg=audit(1721996490.702:8607): apparmor="DENIED" operation="open" …
 * {"_TRANSPORT":"audit","_AUDIT_ID":"178","_SOURCE_REALTIME_TIMESTAMP":"1788…","MESSAGE":"AVC apparmor=…"}
 * }</pre>
 *
 * Lines of another form, and lines about allowed accesses, are ignored.
 */
final class DenialParser {

  /**
   * A record in the kernel's ring buffer with the prefix of dmesg or journald, or in auditd's log.
   */
  private static final Pattern RECORD =
      Pattern.compile(
          "(?:<[0-9]{1,3}>)?(?:\\[[ 0-9.]{1,20}\\](?:\\[[ CT0-9]{1,12}\\])? )?(?:node=\\S{1,255} )?"
              + "(?:audit: )?(?:type=1400 |type=AVC msg=)"
              + "audit\\(([0-9]{1,11}\\.[0-9]{3}:[0-9]{1,19})\\): (apparmor=\"DENIED\" .*)");

  /** The form of a record that journald got from the audit system itself. */
  private static final Pattern MESSAGE = Pattern.compile("AVC (apparmor=\"DENIED\" .*)");

  /** The character after which auditd repeats numbers as names, if it is configured to. */
  private static final char ENRICHED = '\u001d';

  private static final JsonFactory JSON = new JsonFactory();

  private DenialParser() {}

  /** The denial in a line of text. */
  static Optional<Denial> ofText(String line) {
    int end = line.indexOf(ENRICHED);
    Matcher record = RECORD.matcher(end < 0 ? line : line.substring(0, end));
    return record.matches() ? denial(record.group(1), record.group(2)) : Optional.empty();
  }

  private static Optional<Denial> denial(String id, String text) {
    return AuditFields.parse(text)
        .filter(fields -> fields.containsKey("operation") && fields.containsKey("profile"))
        .map(fields -> new Denial(id, time(id), fields.get("profile"), fields));
  }

  private static Instant time(String id) {
    int point = id.indexOf('.');
    long seconds = Long.parseLong(id.substring(0, point));
    return Instant.ofEpochSecond(seconds)
        .plusMillis(Long.parseLong(id.substring(point + 1, point + 4)));
  }

  /** The denial in a line of {@code journalctl --output=json}. */
  static Optional<Denial> ofJournal(String line) {
    try {
      Map<String, String> entry = entry(line);
      String message = entry.getOrDefault("MESSAGE", "");
      Matcher audit = MESSAGE.matcher(message);
      boolean fromAudit = entry.getOrDefault("_TRANSPORT", "").equals("audit");
      return fromAudit && audit.matches()
          ? id(entry).flatMap(id -> denial(id, audit.group(1)))
          : ofText(message);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Map<String, String> entry(String line) throws IOException {
    Map<String, String> entry = new HashMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return entry;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (json.nextToken() == JsonToken.VALUE_STRING) {
          entry.put(name, json.getText());
        } else {
          json.skipChildren(); // bytes that are no text, as an array of numbers
        }
      }
    }
    return entry;
  }

  /** The id in the kernel's form, so that it is the same in every log. */
  private static Optional<String> id(Map<String, String> entry) {
    String number = entry.getOrDefault("_AUDIT_ID", "");
    String micros = entry.getOrDefault("_SOURCE_REALTIME_TIMESTAMP", "");
    if (!number.matches("[0-9]{1,19}") || !micros.matches("[0-9]{7,17}")) {
      return Optional.empty();
    }
    int seconds = micros.length() - 6;
    return Optional.of(
        micros.substring(0, seconds) + "." + micros.substring(seconds, seconds + 3) + ":" + number);
  }
}
