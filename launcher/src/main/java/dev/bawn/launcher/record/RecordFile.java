package dev.bawn.launcher.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.WrittenTime;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.launcher.mount.RecordedSources;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The record at the beginning of {@code plan.json}:
 *
 * <pre>{@code
 * {
 *   "format" : 1,
 *   "name" : "app-1",
 *   "created" : "2026-11-21T18:00:00Z",
 *   "project" : "/home/alice/app",
 *   "inside" : "/home/alice/app",
 *   "workspace" : "overlay",
 *   "changes" : "/home/alice/.local/share/bawn/workspaces/app-1/upper",
 *   "tool" : "claude",
 *   "home" : "/home/alice/.local/share/bawn/homes/claude/app",
 *   "options" : [ "--profile=strict" ],
 *   "command" : [ ],
 *   "sources" : [ "fe01:1a2b /home/alice/app" ],
 *   "sandbox" : […
 * }</pre>
 *
 * A missing value is the empty string. The session of an agent has the workspace {@code agent}, and
 * the fields {@code agent} and {@code agent_project}. A session with a prompt has {@code prompt}
 * and {@code prompt_manner}. Only commands that join a session read the rest of the file:
 * {@link StartedPlan}.
 */
public final class RecordFile {

  /** How the hint begins that removes a session that cannot be used. */
  public static final String REMOVE = "remove the remaining files of the session: bawn destroy ";

  /** The beginning of the hint about a damaged record. */
  public static final String RESTORE = "restore the file from a backup, or ";

  private static final int FORMAT = 1;
  private static final int LARGEST = 4 << 20;
  private static final String END = "sandbox";
  private static final String NEVER = "";
  private static final String SOURCES = "sources";

  /** The fields about the prompt, of a session that has one. */
  static final String PROMPT = "prompt";

  static final String PROMPT_MANNER = "prompt_manner";
  private static final String AGENT = "agent";
  private static final String AGENT_PROJECT = "agent_project";
  private static final JsonFactory JSON = new JsonFactory();

  private RecordFile() {}

  /** Writes the fields of a record into an object that the caller has begun. */
  public static void write(JsonGenerator json, SessionRecord session) throws IOException {
    json.writeNumberField("format", FORMAT);
    json.writeStringField("name", session.name().text());
    json.writeStringField("created", session.created().toString());
    json.writeStringField("project", text(session.project()));
    json.writeStringField("inside", session.inside().toString());
    json.writeStringField("workspace", session.workspace().word());
    json.writeStringField("changes", text(session.changes()));
    json.writeStringField("tool", session.tool());
    json.writeStringField("home", text(session.home()));
    JsonOutput.texts(json, "options", session.options());
    JsonOutput.texts(json, "command", session.command());
    if (session.prompt().isPresent()) {
      json.writeStringField(PROMPT, session.prompt().get().text());
      json.writeStringField(PROMPT_MANNER, session.prompt().get().manner().word());
    }
    if (session.sources().isPresent()) {
      JsonOutput.texts(json, SOURCES, session.sources().get().lines());
    }
    if (session.agent().isPresent()) {
      json.writeStringField(AGENT, session.agent().get().agent().text());
      json.writeStringField(AGENT_PROJECT, session.agent().get().project().text());
    }
  }

  private static String text(Optional<Path> path) {
    return path.isPresent() ? path.get().toString() : "";
  }

  /**
   * The record of a session.
   *
   * @throws NotFound if it does not exist
   * @throws Refused if it is not the record of that session, or of a newer bawn
   */
  public static SessionRecord read(SessionDirectory session) {
    return read(session, END, fields -> record(session, fields));
  }

  /**
   * The record of a session and its sandbox; refuses as {@link #read}.
   *
   * @throws Refused also if this version cannot build the sandbox
   */
  public static StartedPlan readAll(SessionDirectory session) {
    return read(
        session,
        NEVER,
        fields ->
            new StartedPlan(
                session,
                record(session, fields),
                BubblewrapArguments.steps(texts(fields, END)),
                fields.get("landlock") == Boolean.TRUE,
                !limits(fields, "scope").isEmpty(),
                limits(fields, "prlimit"),
                texts(fields, "variables")));
  }

  private static <T> T read(
      SessionDirectory session, String end, Function<Map<String, Object>, T> kind) {
    try {
      Map<String, Object> fields = fields(session.plan(), end);
      if (fields.get("format") instanceof Integer format && format > FORMAT) {
        throw new Refused(
            "the session " + session.name() + " was made by a newer bawn", "update bawn");
      }
      return kind.apply(fields);
    } catch (NoSuchFileException e) {
      throw new NotFound(session.plan() + " does not exist", REMOVE + session.name() + " --force");
    } catch (IOException | DateTimeException | IllegalArgumentException e) {
      throw damaged(session);
    }
  }

  private static Failure damaged(SessionDirectory session) {
    return new Refused(
        session.plan() + " is not a plan of a session",
        RESTORE + "remove the session: bawn destroy " + session.name() + " --force");
  }

  private static SessionRecord record(SessionDirectory session, Map<String, Object> fields) {
    if (!session.name().text().equals(fields.get("name"))) {
      throw damaged(session);
    }
    return new SessionRecord(
        session.name(),
        WrittenTime.parse(text(fields, "created")),
        path(fields, "project"),
        path(fields, "inside").orElseThrow(IllegalArgumentException::new),
        Spelling.named(WorkspaceKind.values(), text(fields, "workspace")),
        path(fields, "changes"),
        text(fields, "tool"),
        path(fields, "home"),
        texts(fields, "options"),
        texts(fields, "command"),
        fields.containsKey(PROMPT) ? Optional.of(prompt(fields)) : Optional.empty(),
        fields.containsKey(SOURCES)
            ? Optional.of(RecordedSources.ofLines(texts(fields, SOURCES)))
            : Optional.empty(),
        fields.containsKey(AGENT) ? Optional.of(agent(fields)) : Optional.empty());
  }

  private static Prompt prompt(Map<String, Object> fields) {
    return new Prompt(
        text(fields, PROMPT), Spelling.named(Prompt.Manner.values(), text(fields, PROMPT_MANNER)));
  }

  private static AgentProject agent(Map<String, Object> fields) {
    try {
      return new AgentProject(
          AgentName.of(text(fields, AGENT)), ProjectId.of(text(fields, AGENT_PROJECT)));
    } catch (Failure e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * @param end the first field that is not read
   */
  private static Map<String, Object> fields(Path file, String end) throws IOException {
    Map<String, Object> fields = new HashMap<>();
    try (JsonParser json = JSON.createParser(SessionFile.read(file, LARGEST))) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("no object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME && !json.currentName().equals(end)) {
        String name = json.currentName();
        fields.put(name, value(json, json.nextToken()));
      }
    }
    return fields;
  }

  private static Object value(JsonParser json, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getIntValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_ARRAY -> strings(json);
      case START_OBJECT -> nothing(json);
      default -> throw new IllegalArgumentException("a record has no such value");
    };
  }

  private static String nothing(JsonParser json) throws IOException {
    json.skipChildren();
    return "";
  }

  private static List<String> strings(JsonParser json) throws IOException {
    List<String> strings = new ArrayList<>();
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      strings.add(json.getText());
    }
    return strings;
  }

  private static String text(Map<String, Object> fields, String name) {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(name);
  }

  private static Optional<Path> path(Map<String, Object> fields, String name) {
    String text = text(fields, name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.startsWith("/") || hasDots(text)) {
      throw new IllegalArgumentException(name);
    }
    return Optional.of(Path.of(text));
  }

  /**
   * Tells whether a name in the path is {@code .} or {@code ..}: checked by characters, since a
   * list calls this often.
   */
  private static boolean hasDots(String path) {
    int start = 0;
    while (start < path.length()) {
      int end = path.indexOf('/', start);
      end = end < 0 ? path.length() : end;
      if (end - start <= 2 && path.charAt(start) == '.' && path.charAt(end - 1) == '.') {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  /** The limits; empty in a record of an earlier version. */
  private static List<String> limits(Map<String, Object> fields, String name) {
    return fields.containsKey(name) ? texts(fields, name) : List.of();
  }

  private static List<String> texts(Map<String, Object> fields, String name) {
    if (fields.get(name) instanceof List<?> list) {
      List<String> texts = new ArrayList<>();
      for (Object text : list) {
        texts.add((String) text);
      }
      return texts;
    }
    throw new IllegalArgumentException(name);
  }
}
