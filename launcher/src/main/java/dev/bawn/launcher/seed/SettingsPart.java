package dev.bawn.launcher.seed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.filter.FilteringGeneratorDelegate;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Selects some keys of a file of settings, JSON or TOML. */
final class SettingsPart {

  private SettingsPart() {}

  /**
   * The file with these keys only.
   *
   * @param name of the file, which determines its language
   * @param keys with everything below them; a dot leads into a table
   * @return empty if it has none of them
   * @throws IOException if it is not of that language
   */
  static byte[] of(byte[] content, String name, List<String> keys) throws IOException {
    JsonFactory language = name.endsWith(".toml") ? new TomlFactory() : json();
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    try (JsonParser parser = language.createParser(content);
        JsonGenerator generator =
            new FilteringGeneratorDelegate(
                language.createGenerator(part),
                new Keys(keys),
                TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH,
                true)) {
      while (parser.nextToken() != null) {
        generator.copyCurrentEvent(parser);
      }
    }
    return part.toByteArray();
  }

  /** JSON as tools read it: with comments and trailing commas. */
  private static JsonFactory json() {
    return new JsonFactoryBuilder()
        .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
        .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
        .build();
  }

  /** Accepts the values of some keys of a table. */
  private static final class Keys extends TokenFilter {

    private final List<String> keys;

    Keys(List<String> keys) {
      this.keys = keys;
    }

    @Override
    public TokenFilter includeProperty(String name) {
      List<String> below = new ArrayList<>();
      for (String key : keys) {
        if (key.equals(name)) {
          return INCLUDE_ALL;
        }
        if (key.startsWith(name + ".")) {
          below.add(key.substring(name.length() + 1));
        }
      }
      return below.isEmpty() ? null : new Keys(below);
    }

    /** Accepts arrays as a whole: no key leads into an array. */
    @Override
    public TokenFilter includeElement(int index) {
      return null;
    }

    @Override
    protected boolean _includeScalar() {
      return false;
    }
  }
}
