package dev.bawn.launcher.screen;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.launcher.merge.EditedText;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps decisions and comments between two runs: one JSON line for each, appended at once. The last
 * line about a path counts. A line that was not written to its end does not count.
 *
 * @param path the file, in the session's directory, which no session can see
 */
record DecisionFile(Path path) {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String OPEN = "open";
  private static final String MERGED = "merged";

  /**
   * The content of the file.
   *
   * @param decisions by path
   * @param edits by path: the edited texts whose decision no longer counts
   * @param comments in the order in which they were written
   * @param merged the paths whose decision a review merged
   */
  record Contents(
      Map<RawPath, Decision> decisions,
      Map<RawPath, EditedText> edits,
      List<Comment> comments,
      Set<RawPath> merged) {}

  /** The file of a session. */
  static DecisionFile in(Path directory) {
    return new DecisionFile(directory.resolve("review"));
  }

  /** Reads the file; without contents if it does not exist. */
  Contents read() throws IOException {
    Map<RawPath, Decision> decisions = new HashMap<>();
    Map<RawPath, EditedText> edits = new HashMap<>();
    Map<String, Comment> comments = new LinkedHashMap<>();
    Set<RawPath> merged = new HashSet<>();
    for (String line : lines()) {
      Map<String, String> fields = fields(line);
      if (fields.containsKey("comment")) {
        Comment comment =
            new Comment(
                new RawPath(fields.get("path")), fields.get("place"), fields.get("comment"));
        String about = comment.path().bytes() + "\n" + comment.place();
        comments.remove(about);
        if (!comment.text().isEmpty()) {
          comments.put(about, comment);
        }
      } else if (fields.containsKey(MERGED)) {
        merged.add(new RawPath(fields.get(MERGED)));
      } else if (fields.containsKey("path")) {
        RawPath about = new RawPath(fields.get("path"));
        merged.remove(about);
        decision(fields)
            .ifPresentOrElse(each -> decisions.put(about, each), () -> decisions.remove(about));
        edit(fields).ifPresentOrElse(each -> edits.put(about, each), () -> edits.remove(about));
      }
    }
    return new Contents(decisions, edits, new ArrayList<>(comments.values()), merged);
  }

  private List<String> lines() throws IOException {
    try {
      return List.of(Files.readString(path).split("\n"));
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          fields.put(name, json.getText());
        }
      }
      return json.currentToken() == JsonToken.END_OBJECT ? fields : Map.of();
    } catch (IOException e) {
      return Map.of();
    }
  }

  private static Optional<Decision> decision(Map<String, String> fields) {
    try {
      return Spelling.of(Verdict.values(), fields.getOrDefault("verdict", OPEN))
          .map(verdict ->
              new Decision(
                  verdict,
                  Optional.of(
                      new ReviewedVersion(fields.get("seen"))
                          .from(Optional.ofNullable(fields.get("source")).map(RawPath::new))),
                  fields.getOrDefault("hunks", ""),
                  Optional.ofNullable(fields.get("before")).map(ReviewedVersion::new),
                  bytes(fields, "content"),
                  Optional.ofNullable(fields.get("project")).map(ReviewedVersion::new),
                  Optional.empty(),
                  bytes(fields, "began")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<EditedText> edit(Map<String, String> fields) {
    try {
      return bytes(fields, "edited")
          .map(text -> new EditedText(bytes(fields, "began").orElse(new byte[0]), text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<byte[]> bytes(Map<String, String> fields, String name) {
    return Optional.ofNullable(fields.get(name)).map(Base64.getDecoder()::decode);
  }

  /**
   * Appends the present decision about a path. A decision about a version that was not read yet is
   * not written.
   *
   * @param edit the edited text whose decision no longer counts
   */
  void append(RawPath about, Optional<Decision> decision, Optional<EditedText> edit)
      throws IOException {
    if (decision.isPresent() && decision.get().seen().isEmpty()) {
      return;
    }
    append(json -> {
      json.writeStringField("path", about.bytes());
      json.writeStringField("verdict", decision.map(each -> each.verdict().word()).orElse(OPEN));
      if (decision.isPresent()) {
        json.writeStringField("seen", decision.get().seen().orElseThrow().text());
        Optional<RawPath> source = decision.get().seen().get().source();
        if (source.isPresent()) {
          json.writeStringField("source", source.get().bytes());
        }
        json.writeStringField("hunks", decision.get().hunks());
        if (decision.get().before().isPresent()) {
          // the hunks give the content again
          json.writeStringField("before", decision.get().before().get().text());
        } else if (decision.get().content().isPresent()) {
          write(json, "content", decision.get().content().get());
        }
        if (decision.get().project().isPresent()) {
          json.writeStringField("project", decision.get().project().get().text());
        }
      }
      Optional<EditedText> counting = decision.flatMap(Decision::edit);
      if (counting.isEmpty() && edit.isPresent()) {
        write(json, "edited", edit.get().text());
      }
      Optional<EditedText> kept = counting.or(() -> edit);
      if (kept.isPresent()) {
        write(json, "began", kept.get().began());
      }
    });
  }

  private static void write(JsonGenerator json, String name, byte[] content) throws IOException {
    json.writeStringField(name, Base64.getEncoder().encodeToString(content));
  }

  /** Appends a comment; an empty text removes the one on the same place. */
  void append(Comment comment) throws IOException {
    append(json -> {
      json.writeStringField("path", comment.path().bytes());
      json.writeStringField("place", comment.place());
      json.writeStringField("comment", comment.text());
    });
  }

  /** Appends that the decision about a path was merged. */
  void appendMerged(RawPath path) throws IOException {
    append(json -> json.writeStringField(MERGED, path.bytes()));
  }

  @FunctionalInterface
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void append(Fields fields) throws IOException {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    }
    if (!Files.exists(path)) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    // the first line break ends a line that was cut off
    Files.write(
        path, ("\n" + line + "\n").getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
  }
}
