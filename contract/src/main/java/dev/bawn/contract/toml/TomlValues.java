package dev.bawn.contract.toml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the text of a TOML file into maps, lists, texts and numbers, token by token. */
final class TomlValues {

  /** The most digits of a decimal number that the parser reads correctly, see {@link TomlText}. */
  static final int MOST_DIGITS = 18;

  private static final String TWICE = "Duplicate key";

  private TomlValues() {}

  /**
   * The top table.
   *
   * @param file its name, for messages
   * @throws Refused if it is not TOML
   */
  static Map<String, Object> read(String file, String marked) {
    // TOML 1.1: a byte order mark at the beginning is ignored
    String text = marked.startsWith("\ufeff") ? marked.substring(1) : marked;
    refuseLongDecimals(file, text);
    try (JsonParser parser = new TomlFactory().createParser(text)) {
      parser.nextToken();
      Map<String, Object> top = table(parser);
      if (text.contains("\\u") || text.contains("\\U")) {
        requireWholeCharacters(file, top);
      }
      return top;
    } catch (JsonProcessingException e) {
      throw new Refused(
          file + ":" + line(e) + ": " + sentence(e.getOriginalMessage()),
          e.getOriginalMessage().startsWith(TWICE)
              ? "keep one of the lines with this key"
              : "a line is KEY = VALUE; a text is in quotes, on one line: \"text\"; a list is in"
                  + " brackets: [\"a\", \"b\"]; a text with \\ is in single quotes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (StackOverflowError e) {
      throw new Refused(file + " is nested too deeply", "");
    }
  }

  /**
   * Refuses half a character, which an escape may name: TOML forbids it and no file can contain it.
   * The text itself was UTF-8, so without escapes there is nothing to check.
   */
  private static void requireWholeCharacters(String file, Object value) {
    switch (value) {
      case String text -> requireWholeCharacters(file, text);
      case List<?> items -> items.forEach(item -> requireWholeCharacters(file, item));
      case Map<?, ?> table ->
          table.forEach((key, item) -> {
            requireWholeCharacters(file, key);
            requireWholeCharacters(file, item);
          });
      default -> {
        // numbers have no characters
      }
    }
  }

  private static void requireWholeCharacters(String file, String text) {
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new Refused(
          file + ": '" + Printable.of(text) + "' has half of a surrogate pair in it", "");
    }
  }

  /**
   * Refuses a decimal number that the parser would read wrongly. Written without streams and
   * substrings, since every launch calls this.
   */
  private static void refuseLongDecimals(String file, String text) {
    int line = 1;
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      int value = text.indexOf('=', start, end) + 1;
      if (digitsAt(text, Math.max(start, value)) > MOST_DIGITS) {
        throw new Refused(
            file + ":" + line + ": a number has more than " + MOST_DIGITS + " digits",
            "write it in hexadecimal");
      }
      start = end + 1;
      line++;
    }
  }

  private static int digitsAt(String text, int start) {
    int at = start;
    while (at < text.length() && " \t[+-".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    int first = at;
    while (at < text.length() && "0123456789_".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at - first;
  }

  /** The line of an error. A repeated key is detected at the end of its line. */
  private static int line(JsonProcessingException e) {
    if (e.getLocation() == null) {
      return 1;
    }
    int line = e.getLocation().getLineNr();
    boolean isPast = e.getLocation().getColumnNr() == 1 && line > 1;
    return isPast && e.getOriginalMessage().startsWith(TWICE) ? line - 1 : line;
  }

  /** The message of the parser without its capital letter and without its guesses. */
  private static String sentence(String message) {
    String first = message.lines().findFirst().orElse("");
    int end = first.indexOf(". ");
    String said = end < 0 ? first : first.substring(0, end);
    // the parser's names of tokens, such as KEY_VAL_SEP
    boolean isOfTheParser = said.contains("_");
    return said.isEmpty() || isOfTheParser
        ? "is not TOML"
        : Printable.of(Character.toLowerCase(said.charAt(0)) + said.substring(1));
  }

  private static Map<String, Object> table(JsonParser parser) throws IOException {
    Map<String, Object> table = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      table.put(key, value(parser));
    }
    return table;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> table(parser);
      case START_ARRAY -> {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield items;
      }
      case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> parser.getText();
    };
  }
}
