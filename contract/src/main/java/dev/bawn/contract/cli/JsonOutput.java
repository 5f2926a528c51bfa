package dev.bawn.contract.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Output for programs: one document, indented, with a line break at its end. */
public final class JsonOutput {

  private JsonOutput() {}

  /** Writes a document. */
  @FunctionalInterface
  public interface Document {
    /** Writes the document. */
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes the fields of one object. */
  @FunctionalInterface
  public interface Fields<T> {
    /** Writes the fields of this item. */
    void write(JsonGenerator json, T item) throws IOException;
  }

  /** Prints a document, as a whole or not at all. */
  public static void print(PrintStream out, Document document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      document.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(harmless(text.toString()));
  }

  /**
   * The document with control and invisible characters escaped. They occur only in strings, for
   * which JSON has escapes; JSON's own characters are plain.
   */
  public static String harmless(String json) {
    int first = 0;
    while (first < json.length() && json.charAt(first) < 0x7f) {
      first++;
    }
    StringBuilder harmless = new StringBuilder(json.length()).append(json, 0, first);
    for (int i = first; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c < 0x7f || Printable.isHarmless(json.codePointAt(i)) && !isSecondHalf(json, i)) {
        harmless.append(c);
      } else {
        harmless.append(String.format("\\u%04X", (int) c));
      }
    }
    return harmless.toString();
  }

  /**
   * Tells whether a character is the second half of a surrogate pair whose first half was escaped.
   */
  private static boolean isSecondHalf(String json, int at) {
    return at > 0
        && Character.isSurrogatePair(json.charAt(at - 1), json.charAt(at))
        && !Printable.isHarmless(json.codePointAt(at - 1));
  }

  /** Writes an array with an object for each item. */
  public static <T> void objects(JsonGenerator json, List<T> items, Fields<T> fields)
      throws IOException {
    json.writeStartArray();
    for (T item : items) {
      json.writeStartObject();
      fields.write(json, item);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a field that is an array of strings. */
  public static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
