package dev.bawn.contract.toml;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the TOML that bawn itself writes and ships: a manifest, a definition of a tool. Jackson's
 * parser says the same about it and needs nine milliseconds more in a JVM that has just begun,
 * which every launch would wait for. Whatever is not plain is left to that parser, also what is no
 * TOML at all: nothing is refused here.
 *
 * <p>Plain are: comments on lines of their own; headers {@code [name]} and {@code [[name]]}; {@code
 * key = value}, the key bare or in quotes; texts in quotes, one or three, without a backslash;
 * whole numbers of at most 18 digits; times such as {@code 2026-11-21T10:02:11Z}; arrays of these.
 */
final class PlainToml {

  private static final String BLOCK = "\"\"\"";
  private static final String TIME = "0000-00-00T00:00:00Z";
  private static final int DEEPEST = 3;

  private final String text;
  private int at;
  private int depth;
  private final Map<String, Object> top = new LinkedHashMap<>();
  private final Map<String, List<Object>> repeated = new LinkedHashMap<>();
  private Map<String, Object> table = top;

  private PlainToml(String text) {
    this.text = text;
  }

  /** Left to somebody else. */
  private static final class NotPlain extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotPlain() {
      super(null, null, false, false);
    }
  }

  /**
   * The top table.
   *
   * @param bytes the same as the text, in UTF-8: a young JVM looks at bytes faster
   * @return nothing if it is not plain
   */
  static Optional<Map<String, Object>> read(byte[] bytes, String text) {
    if (!hasPlainCharacters(bytes)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new PlainToml(text).document());
    } catch (NotPlain e) {
      return Optional.empty();
    }
  }

  /** No escapes, and no control characters but ends of lines: none is looked for after this. */
  private static boolean hasPlainCharacters(byte[] bytes) {
    for (byte each : bytes) {
      if (each < ' ' && each >= 0 && each != '\n' || each == '\\' || each == 0x7F) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Object> document() {
    skipToNext();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        header();
      } else {
        pair();
      }
      takeEndOfLine();
      skipToNext();
    }
    return top;
  }

  private int endOfLine() {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private void header() {
    boolean repeats = text.startsWith("[[", at);
    at += repeats ? 2 : 1;
    String name = bare();
    take(repeats ? "]]" : "]");
    table = new LinkedHashMap<>();
    List<Object> tables = repeated.get(name);
    if (!repeats) {
      put(top, name, table);
    } else if (tables == null) {
      tables = new ArrayList<>(List.of(table));
      put(top, name, tables);
      repeated.put(name, tables);
    } else {
      tables.add(table);
    }
  }

  private void pair() {
    String key = text.charAt(at) == '"' ? quoted() : bare();
    skipBlanks();
    take("=");
    skipBlanks();
    put(table, key, value());
  }

  private static void put(Map<String, Object> table, String key, Object value) {
    if (table.put(key, value) != null) {
      throw new NotPlain();
    }
  }

  private Object value() {
    char first = here();
    if (first == '"') {
      return text.startsWith(BLOCK, at) ? block() : quoted();
    }
    return switch (first) {
      case '[' -> array();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      default -> number();
    };
  }

  private Object word(String word, Boolean meaning) {
    take(word);
    return meaning;
  }

  private List<Object> array() {
    if (++depth > DEEPEST) {
      throw new NotPlain();
    }
    List<Object> items = new ArrayList<>();
    at++;
    skipToNext();
    while (here() != ']') {
      items.add(value());
      skipToNext();
      if (here() == ',') {
        at++;
        skipToNext();
      } else if (here() != ']') {
        throw new NotPlain();
      }
    }
    at++;
    depth--;
    return items;
  }

  /** Blanks, empty lines and comments. */
  private void skipToNext() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        at = endOfLine();
      } else if (c == ' ' || c == '\n') {
        at++;
      } else {
        return;
      }
    }
  }

  private void skipBlanks() {
    while (here() == ' ') {
      at++;
    }
  }

  private String quoted() {
    int end = text.indexOf('"', at + 1);
    if (end < 0 || end > endOfLine()) {
      throw new NotPlain();
    }
    String quoted = text.substring(at + 1, end);
    at = end + 1;
    return quoted;
  }

  private String block() {
    int start = at + BLOCK.length();
    start += text.startsWith("\n", start) ? 1 : 0;
    int end = text.indexOf(BLOCK, start);
    if (end < 0) {
      throw new NotPlain();
    }
    at = end + BLOCK.length();
    return text.substring(start, end);
  }

  /** A whole number, or a time, which stays a text. */
  private Object number() {
    int start = at;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    int digits = at - start;
    if (digits == 4 && isTime(start)) {
      at = start + TIME.length();
      return text.substring(start, at);
    }
    boolean padded = digits > 1 && text.charAt(start) == '0';
    if (digits == 0 || digits > TomlValues.MOST_DIGITS || padded) {
      throw new NotPlain();
    }
    return BigInteger.valueOf(Long.parseLong(text, start, at, 10));
  }

  private boolean isTime(int start) {
    if (start + TIME.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < TIME.length(); i++) {
      char wanted = TIME.charAt(i);
      char found = text.charAt(start + i);
      if (wanted == '0' ? !isDigit(found) : found != wanted) {
        return false;
      }
    }
    return true;
  }

  private String bare() {
    int start = at;
    while (isBare(here())) {
      at++;
    }
    if (at == start) {
      throw new NotPlain();
    }
    return text.substring(start, at);
  }

  private static boolean isBare(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c == '-';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private char here() {
    if (at >= text.length()) {
      throw new NotPlain();
    }
    return text.charAt(at);
  }

  private void take(String expected) {
    if (!text.startsWith(expected, at)) {
      throw new NotPlain();
    }
    at += expected.length();
  }

  /** What follows on a line: nothing, or a comment. */
  private void takeEndOfLine() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    if (at < text.length() && text.charAt(at) != '#') {
      take("\n");
    }
  }
}
