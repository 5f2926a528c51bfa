package dev.bawn.launcher.transcript;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.agent.WrittenTime;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Some fields of one JSON object, each under its path of names, separated by dots.
 *
 * @param texts strings
 * @param numbers as they are written
 */
record JsonLine(Map<String, String> texts, Map<String, String> numbers) {

  private static final JsonFactory JSON = new JsonFactory();

  /** The longest value; longer ones are no identifiers, times or numbers of a tool. */
  private static final int LONGEST = 200;

  /** The largest number; no conversation used so many tokens, or USD. */
  private static final long MOST = 1_000_000_000_000L;

  /**
   * Reads a line.
   *
   * @param wanted the fields
   * @return empty if it is no JSON object
   */
  static Optional<JsonLine> read(byte[] bytes, int length, Set<String> wanted) {
    try (JsonParser json = JSON.createParser(bytes, 0, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      JsonLine line = new JsonLine(new HashMap<>(), new HashMap<>());
      line.add(json, "", wanted);
      return Optional.of(line);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void add(JsonParser json, String prefix, Set<String> wanted) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = prefix + json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT && leads(name + ".", wanted)) {
        add(json, name + ".", wanted);
      } else if (value.isStructStart()) {
        json.skipChildren();
      } else if (wanted.contains(name) && json.getTextLength() <= LONGEST) {
        if (value == JsonToken.VALUE_STRING) {
          texts.put(name, json.getText());
        } else if (value.isNumeric()) {
          numbers.put(name, json.getText());
        }
      }
    }
  }

  private static boolean leads(String prefix, Set<String> wanted) {
    for (String each : wanted) {
      if (each.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a field is this string. */
  boolean says(String field, String text) {
    return text.equals(texts.get(field));
  }

  /** Tells whether a field is a string that is not empty. */
  boolean names(String field) {
    return !texts.getOrDefault(field, "").isEmpty();
  }

  /** The time in a field, if it is one. */
  Optional<Instant> time(String field) {
    try {
      return Optional.of(WrittenTime.parse(texts.getOrDefault(field, "")));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A whole number of tokens, 0 for a missing field; empty if the field is not such a number. */
  OptionalLong tokens(String field) {
    try {
      long number = Long.parseLong(numbers.getOrDefault(field, "0"));
      return number >= 0 && number <= MOST ? OptionalLong.of(number) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** An amount of money, if it is one. */
  OptionalDouble cost(String field) {
    double cost = Double.parseDouble(numbers.getOrDefault(field, "-1"));
    return cost >= 0 && cost <= MOST ? OptionalDouble.of(cost) : OptionalDouble.empty();
  }
}
