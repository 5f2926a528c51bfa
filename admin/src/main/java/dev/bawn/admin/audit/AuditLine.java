package dev.bawn.admin.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.failure.WrongUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An act as one line of JSON:
 *
 * <pre>{@code
 * {"act":"1763719331123-812","time":"2026-11-21T10:02:11Z","by":1000,"argv":["allow","a.noir","git"],
 *  "agent":"a.noir","serial":18,"result":"done","reason":""}
 * }</pre>
 *
 * Unknown fields are ignored. A line that lacks one of these, except agent and serial, or has
 * another form is not valid.
 */
final class AuditLine {

  private static final JsonFactory JSON = new JsonFactory();

  private static final Pattern VALUE = Pattern.compile("=.*", Pattern.DOTALL);

  /**
   * The number of arguments that are recorded, and the length of each: a command line may have two
   * million bytes.
   */
  private static final int MOST_WORDS = 256;

  private static final int LONGEST_WORD = 1024;

  private AuditLine() {}

  /** Returns the line, including its line break, without invisible characters. */
  static byte[] write(Act act) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("act", act.id());
      json.writeStringField("time", act.time().toString());
      json.writeNumberField("by", act.by().number());
      json.writeArrayFieldStart("argv");
      for (String word : kept(act.argv())) {
        json.writeString(word);
      }
      json.writeEndArray();
      if (act.agent().isPresent()) {
        json.writeStringField("agent", act.agent().get().text());
      }
      if (act.serial().isPresent()) {
        json.writeNumberField("serial", act.serial().get().number());
      }
      json.writeStringField("result", act.result().word());
      json.writeStringField("reason", cut(act.reason()));
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String line = JsonOutput.harmless(bytes.toString(StandardCharsets.UTF_8));
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the recorded arguments. A value of {@code env} is left out: it may be a secret that was
   * refused, and the policy contains the values that were not.
   */
  private static List<String> kept(List<String> argv) {
    boolean isEnv = !argv.isEmpty() && argv.getFirst().equals("env");
    Stream<String> words =
        argv.stream()
            .limit(MOST_WORDS)
            .map(word -> isEnv ? VALUE.matcher(word).replaceFirst("=…") : word)
            .map(AuditLine::cut);
    return (argv.size() > MOST_WORDS ? Stream.concat(words, Stream.of("…")) : words).toList();
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_WORD) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_WORD - 1));
    return text.substring(0, splits ? LONGEST_WORD - 1 : LONGEST_WORD) + "…";
  }

  /** Parses a line; empty if it is not valid. */
  static Optional<Act> parse(byte[] line) {
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Map<String, String> texts = new HashMap<>();
      List<String> argv = new ArrayList<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        field(json, texts, argv);
      }
      boolean whole = json.currentToken() == JsonToken.END_OBJECT && json.nextToken() == null;
      return whole ? Optional.of(act(texts, argv)) : Optional.empty();
    } catch (IOException | WrongUsage | DateTimeException | IllegalArgumentException e) {
      // cut by a crash, or written by another program: the reader counts such lines
      return Optional.empty();
    }
  }

  private static void field(JsonParser json, Map<String, String> texts, List<String> argv)
      throws IOException {
    String name = json.currentName();
    JsonToken value = json.nextToken();
    if (name.equals("argv") && value == JsonToken.START_ARRAY) {
      while (json.nextToken() == JsonToken.VALUE_STRING) {
        argv.add(json.getText());
      }
      if (json.currentToken() != JsonToken.END_ARRAY) {
        throw new IllegalArgumentException("argv has a value that is not a string");
      }
    } else if (value != null && value.isScalarValue()) {
      texts.put(name, json.getText());
    } else {
      json.skipChildren();
    }
  }

  private static Act act(Map<String, String> texts, List<String> argv) {
    return new Act(
        required(texts, "act"),
        Instant.parse(required(texts, "time")),
        new Uid(Integer.parseInt(required(texts, "by"))),
        argv,
        Optional.ofNullable(texts.get("agent")).map(AgentName::of),
        Optional.ofNullable(texts.get("serial")).map(Long::parseLong).map(Serial::new),
        Spelling.named(Result.values(), required(texts, "result")),
        required(texts, "reason"));
  }

  private static String required(Map<String, String> texts, String name) {
    String text = texts.get(name);
    if (text == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return text;
  }
}
