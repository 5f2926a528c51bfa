package dev.bawn.contract.toml;

import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table of a TOML file (toml.io v1.0.0) whose keys are read one by one; {@link #nothingElse()}
 * then refuses keys that were not read.
 */
public final class TomlTable {

  /** The largest file: a parser of hostile input needs a limit. */
  private static final int LARGEST = 4 << 20;

  private final String file;
  private final String text;
  private final String path;
  private final Map<String, Object> values;
  private final List<String> asked = new ArrayList<>();

  private TomlTable(String file, String text, String path, Map<String, Object> values) {
    this.file = file;
    this.text = text;
    this.path = path;
    this.values = values;
  }

  /**
   * Reads a whole file.
   *
   * @param file its name, for messages
   * @param bytes its content
   * @throws Refused if it is not TOML, not UTF-8, or larger than 4 MiB
   */
  public static TomlTable parse(String file, byte[] bytes) {
    if (bytes.length > LARGEST) {
      throw new Refused(file + " is larger than 4 MiB", "");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new TomlTable(file, text, "", TomlValues.read(file, text));
    } catch (CharacterCodingException e) {
      throw new Refused(file + " is not UTF-8", "");
    }
  }

  /**
   * Reads the number of the file's format.
   *
   * @param newest the last one that this version supports
   * @throws Refused if it is a later one, or missing
   */
  public void format(int newest) {
    long format = number("format");
    if (format > newest) {
      throw new Refused(
          file + " has format " + format + "; this version of bawn reads formats up to " + newest,
          "update bawn");
    }
    if (format < 1) {
      throw wrong("format", "is invalid: " + format);
    }
  }

  /**
   * Reports all missing keys at once, so that the author of a file does not find them one by one.
   *
   * @param keys of this table, or below it with dots
   * @param hint the hint if some of them are missing
   * @throws Refused if any is missing
   */
  public void require(List<String> keys, String hint) {
    new NeededKeys(file, path, values).require(keys, hint);
  }

  /** The text under this key, or a refusal that names file, line and key. */
  public String text(String key) {
    return take(key, String.class, "a string");
  }

  /** Tells whether this key exists, with a value of any type. */
  public boolean has(String key) {
    asked.add(key);
    return values.containsKey(key);
  }

  /** The text under this key, if it exists. */
  public Optional<String> optionalText(String key) {
    asked.add(key);
    return values.containsKey(key) ? Optional.of(text(key)) : Optional.empty();
  }

  /** The whole number under this key. */
  public long number(String key) {
    return whole(key, take(key, BigInteger.class, "a whole number"));
  }

  /** The whole number under this key, which fits an {@code int}. */
  public int smallNumber(String key) {
    long number = number(key);
    if (number != (int) number) {
      throw wrong(key, "is out of range");
    }
    return (int) number;
  }

  private long whole(String key, BigInteger number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw wrong(key, "is out of range");
    }
  }

  /** The texts in the array under this key. */
  public List<String> texts(String key) {
    return items(key, String.class, "an array of strings");
  }

  /** The texts in the array under this key; empty if the key is absent. */
  public List<String> optionalTexts(String key) {
    asked.add(key);
    return values.containsKey(key) ? texts(key) : List.of();
  }

  /** The whole numbers in the array under this key. */
  public List<Long> numbers(String key) {
    return items(key, BigInteger.class, "an array of whole numbers").stream()
        .map(number -> whole(key, number))
        .toList();
  }

  private <T> List<T> items(String key, Class<T> type, String expected) {
    return items(key, take(key, List.class, expected), type, expected);
  }

  private <T> List<T> items(String key, List<?> list, Class<T> type, String expected) {
    List<T> items = new ArrayList<>();
    for (Object item : list) {
      if (!type.isInstance(item)) {
        throw wrong(key, "must be " + expected);
      }
      items.add(type.cast(item));
    }
    return items;
  }

  /** The table under this key. */
  @SuppressWarnings("unchecked")
  public TomlTable table(String key) {
    return new TomlTable(file, text, path + key + ".", take(key, Map.class, "a table"));
  }

  /** The table under this key, if it exists. */
  public Optional<TomlTable> optionalTable(String key) {
    asked.add(key);
    return values.containsKey(key) ? Optional.of(table(key)) : Optional.empty();
  }

  /** The keys of this table, in the order of the file: for tables whose keys are data. */
  public List<String> keys() {
    return List.copyOf(values.keySet());
  }

  /** The tables of the array under this key; empty if the key is absent. */
  @SuppressWarnings("unchecked")
  public List<TomlTable> tables(String key) {
    asked.add(key);
    if (!values.containsKey(key)) {
      return List.of();
    }
    List<TomlTable> tables = new ArrayList<>();
    for (Object item : items(key, Map.class, "an array of tables")) {
      tables.add(new TomlTable(file, text, path + key + ".", (Map<String, Object>) item));
    }
    return tables;
  }

  /**
   * The value under this key as a domain type.
   *
   * @param parse converts the text; an exception becomes a refusal that names the key
   */
  public <T> T text(String key, Function<String, T> parse) {
    return parsed(key, text(key), parse);
  }

  /** The value under this key, a text or a number, as a domain type. */
  public <T> T textOrNumber(String key, Function<String, T> parse) {
    asked.add(key);
    return values.get(key) instanceof Number
        ? decimal(key, parse)
        : parsed(key, take(key, String.class, "a string or a number"), parse);
  }

  /** The value under this key, a number with or without a fraction, as a domain type. */
  public <T> T decimal(String key, Function<String, T> parse) {
    Number number = take(key, Number.class, "a number");
    return parsed(key, new BigDecimal(number.toString()).toPlainString(), parse);
  }

  /** The value under this key, which is true or false. */
  public boolean flag(String key) {
    return take(key, Boolean.class, "true or false");
  }

  /** {@link #number(String)} as a domain type. */
  public <T> T number(String key, Function<Long, T> parse) {
    return parsed(key, number(key), parse);
  }

  /** {@link #texts(String)}, each as a domain type. */
  public <T> List<T> texts(String key, Function<String, T> parse) {
    return texts(key).stream().map(text -> parsed(key, text, parse)).toList();
  }

  /** {@link #optionalTexts(String)}, each as a domain type. */
  public <T> List<T> optionalTexts(String key, Function<String, T> parse) {
    return optionalTexts(key).stream().map(text -> parsed(key, text, parse)).toList();
  }

  /**
   * The arrays of texts in the array under this key, each text as a domain type; empty if the key
   * is absent.
   */
  public <T> List<List<T>> optionalTextLists(String key, Function<String, T> parse) {
    asked.add(key);
    if (!values.containsKey(key)) {
      return List.of();
    }
    String expected = "an array of arrays of texts";
    List<List<T>> lists = new ArrayList<>();
    for (Object list : items(key, List.class, expected)) {
      lists.add(
          items(key, (List<?>) list, String.class, expected).stream()
              .map(text -> parsed(key, text, parse))
              .toList());
    }
    return lists;
  }

  /** {@link #numbers(String)}, each as a domain type. */
  public <T> List<T> numbers(String key, Function<Long, T> parse) {
    return numbers(key).stream().map(number -> parsed(key, number, parse)).toList();
  }

  /**
   * A value from several keys of this table.
   *
   * @param make reads the keys; an exception becomes a refusal that names this table
   */
  public <T> T made(Function<TomlTable, T> make) {
    try {
      return make.apply(this);
    } catch (Refused e) {
      throw e;
    } catch (RuntimeException e) {
      String name =
          path.isEmpty() ? "" : "'" + path.substring(0, path.length() - 1) + "' is invalid: ";
      throw new Refused(file + ": " + name + Printable.of(String.valueOf(e.getMessage())), "");
    }
  }

  private <V, T> T parsed(String key, V value, Function<V, T> parse) {
    try {
      return parse.apply(value);
    } catch (RuntimeException e) {
      throw wrong(key, "is invalid: " + Printable.of(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Ends the reading of this table.
   *
   * @throws Refused if it has a key that was not read, with its line and the most similar key that
   *     was
   */
  public void nothingElse() {
    nothingElse("remove it");
  }

  /**
   * The same with another hint, if no key is similar.
   *
   * @param otherwise the hint
   */
  public void nothingElse(String otherwise) {
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        String near =
            NearestMatch.to(key, asked)
                .map(word -> "did you mean '" + word + "'?")
                .orElse(otherwise);
        throw new Refused(place(key) + "unknown key '" + Printable.of(path + key) + "'", near);
      }
    }
  }

  private <T> T take(String key, Class<T> type, String expected) {
    asked.add(key);
    Object value = values.get(key);
    if (value == null) {
      throw new Refused(file + ": the key '" + path + key + "' is missing", "");
    }
    if (!type.isInstance(value)) {
      throw wrong(key, "must be " + expected);
    }
    return type.cast(value);
  }

  private Refused wrong(String key, String problem) {
    return new Refused(place(key) + "'" + path + key + "' " + problem, "");
  }

  /**
   * The position of a key in the file. The parser keeps no lines, so the key is searched in the
   * text: exact for all except keys in quotes.
   */
  private String place(String key) {
    int line = 0;
    for (String each : text.split("\n", -1)) {
      line++;
      String start = each.stripLeading();
      if (start.startsWith(key) && start.substring(key.length()).stripLeading().startsWith("=")
          || start.startsWith("[" + path + key + "]")
          || start.startsWith("[[" + path + key + "]]")) {
        return file + ":" + line + ": ";
      }
    }
    return file + ": ";
  }
}
