package dev.bawn.launcher.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code plan.json} of a session under another name, with the paths of its renamed directories.
 * Of a session that has begun, it has no prompt: a copy has not begun, and its tool would get the
 * prompt again.
 */
public final class RenamedPlan {

  /** As in {@link RecordFile}. */
  private static final int LARGEST = 4 << 20;

  private static final JsonFactory JSON = new JsonFactory();

  private final SessionName to;
  private final boolean hasBegun;
  private final Map<String, String> moved = new LinkedHashMap<>();

  private RenamedPlan(
      SessionPlaces places, SessionName from, SessionName to, Map<Path, Path> also) {
    this.to = to;
    this.hasBegun = places.session(from).hasBegun();
    moves(places.session(from).path(), places.session(to).path());
    moves(places.workspace(from), places.workspace(to));
    also.forEach(this::moves);
  }

  private void moves(Path from, Path to) {
    moved.put(from.toString(), to.toString());
  }

  /**
   * The new text of the plan.
   *
   * @param from the name in the plan
   * @param also other directories, each with its path under the other name
   * @throws IOException if the plan cannot be read
   */
  public static String text(
      SessionPlaces places, SessionName from, SessionName to, Map<Path, Path> also)
      throws IOException {
    StringWriter text = new StringWriter();
    byte[] plan = SessionFile.read(places.session(from).plan(), LARGEST);
    try (JsonParser json = JSON.createParser(plan);
        JsonGenerator out = JSON.createGenerator(text)) {
      new RenamedPlan(places, from, to, also).copy(json, out);
    }
    return text.append('\n').toString();
  }

  private void copy(JsonParser json, JsonGenerator out) throws IOException {
    int depth = 0;
    for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
      depth += token.isStructStart() ? 1 : 0;
      depth -= token.isStructEnd() ? 1 : 0;
      if (token == JsonToken.FIELD_NAME
          && depth == 1
          && isOfPrompt(json.currentName())
          && hasBegun) {
        json.nextToken();
      } else if (token != JsonToken.VALUE_STRING) {
        out.copyCurrentEvent(json);
      } else if (depth == 1 && json.currentName().equals("name")) {
        out.writeString(to.text());
      } else {
        out.writeString(renamed(json.getText()));
      }
    }
  }

  private static boolean isOfPrompt(String field) {
    return field.equals(RecordFile.PROMPT) || field.equals(RecordFile.PROMPT_MANNER);
  }

  /** A path, or an option with a path as its value. */
  private String renamed(String text) {
    int start = text.startsWith("--") ? text.indexOf('=') + 1 : 0;
    String path = text.substring(start);
    for (Map.Entry<String, String> each : moved.entrySet()) {
      if (path.equals(each.getKey()) || path.startsWith(each.getKey() + "/")) {
        return text.substring(0, start) + each.getValue() + path.substring(each.getKey().length());
      }
    }
    return text;
  }
}
