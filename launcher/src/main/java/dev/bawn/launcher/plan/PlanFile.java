package dev.bawn.launcher.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.seed.Seed;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * The file {@code plan.json}. In addition to the fields of {@link RecordFile} it has {@code
 * sandbox} (the arguments of bubblewrap(1) for the mounts, in order), {@code seeds} (the files that
 * are copied into its home: {@code path} there, {@code from}, {@code kind}, which is {@code
 * settings} or {@code login}, and {@code keys}, the only ones that are copied, if not all), {@code
 * network}, {@code landlock}, {@code scope} (the limits of the session's scope, as systemd's
 * properties), {@code prlimit} (the limits of each process, as arguments of prlimit(1)), {@code
 * variables} (the names of the caller's variables, never their values) and {@code argv}.
 */
public final class PlanFile {

  private PlanFile() {}

  /** The whole text of the file. */
  public static String text(SessionPlan plan) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      RecordFile.write(json, plan.session());
      JsonOutput.texts(json, "sandbox", BubblewrapArguments.of(plan.start().mounts()));
      rest(json, plan, plan.start().argv());
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  /** The whole text of the file of an agent session, whose sandbox is in the recipe. */
  public static String text(AgentSessionPlan plan) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      RecordFile.write(json, plan.session());
      JsonOutput.texts(json, "sandbox", List.of());
      variables(json, plan.start());
      JsonOutput.texts(json, "argv", plan.start().argv());
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  /** Writes the fields of a plan for a dry run, into an object that the caller has begun. */
  public static void fields(JsonGenerator json, SessionPlan plan) throws IOException {
    RecordFile.write(json, plan.session());
    SandboxStepView.json(json, plan.start().mounts().stream().map(SandboxStepView::of).toList());
    rest(json, plan, plan.start().words());
    JsonOutput.texts(json, "hidden", plan.masked().stream().map(Path::toString).toList());
    JsonOutput.texts(json, "notes", plan.notes());
  }

  private static void rest(JsonGenerator json, SessionPlan plan, List<String> argv)
      throws IOException {
    seeds(json, plan.seeding().copies());
    json.writeStringField("network", plan.network().word());
    json.writeBooleanField("landlock", plan.landlock());
    JsonOutput.texts(json, "scope", plan.limits().scope());
    JsonOutput.texts(json, "prlimit", plan.limits().prlimit());
    variables(json, plan.start());
    JsonOutput.texts(json, "argv", argv);
  }

  private static void variables(JsonGenerator json, StartPlan plan) throws IOException {
    json.writeArrayFieldStart("variables");
    for (Variable variable : plan.variables()) {
      json.writeString(variable.name());
    }
    json.writeEndArray();
  }

  private static void seeds(JsonGenerator json, List<Seed> seeds) throws IOException {
    json.writeArrayFieldStart("seeds");
    for (Seed seed : seeds) {
      json.writeStartObject();
      json.writeStringField("path", seed.to().toString());
      json.writeStringField("from", seed.from().toString());
      json.writeStringField("kind", seed.kind().word());
      JsonOutput.texts(json, "keys", seed.keys());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
