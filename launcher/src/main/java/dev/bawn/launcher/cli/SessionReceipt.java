package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.patch.Export;
import dev.bawn.launcher.plan.SandboxStepView;
import dev.bawn.launcher.receipt.KernelAnswer;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.StartedPlan;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ContentBelowException;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.sessions.ListedSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The statement of a receipt about a session that does not run. It contains no value of an
 * environment variable: one may be a secret.
 */
final class SessionReceipt {

  private static final int FORMAT = 1;

  /** In bytes, what is read of the files: a session makes holes of terabytes in a moment. */
  private static final long MOST = 16L << 30;

  private final NamedSession session;
  private final ListedSession.Intact intact;
  private final SessionRecord record;
  private final Surroundings here;

  SessionReceipt(NamedSession session, Surroundings here) {
    this.session = session;
    this.intact = session.intact();
    this.record = intact.record();
    this.here = here;
  }

  /** The text of the statement, with the changes. */
  String of(Layers layers, List<Change> changes, Selection exported) throws IOException {
    List<Reviewed> reviewed = Reviewed.all(layers, exported.changes());
    Sha256.Passing patch = new Sha256.Passing(OutputStream.nullOutputStream());
    int leftOut =
        Export.to(
                patch,
                layers,
                exported.changes(),
                exported.changes(),
                exported.moves(layers, reviewed))
            .size();
    List<Change> unread = new ArrayList<>();
    Sha256 digest = digest(layers, changes, unread);
    return text(json -> {
      json.writeObjectFieldStart("changes");
      json.writeNumberField("count", changes.size());
      json.writeStringField("sha256", digest.hex());
      json.writeNumberField("unread", unread.size());
      json.writeStringField("patch_sha256", patch.sum().hex());
      json.writeNumberField("not_in_patch", leftOut + exported.ignored().size());
      json.writeEndObject();
    });
  }

  /** The text for a session without an upper layer. */
  String ofNothingApart() {
    return text(json -> {});
  }

  /**
   * Hashes the path, the kind and the version of each change, with a NUL after each of the three,
   * in the order of the paths' bytes.
   *
   * @param unread gets the changes whose content cannot be read
   */
  private static Sha256 digest(Layers layers, List<Change> changes, List<Change> unread)
      throws IOException {
    Sha256.Passing all = new Sha256.Passing(OutputStream.nullOutputStream());
    long left = MOST;
    for (Change change : changes.stream().sorted(Comparator.comparing(Change::path)).toList()) {
      String version = "unread";
      long size = size(change);
      try {
        if (size <= left) {
          version = ReviewedVersion.of(layers, change).text();
          left -= size;
        } else {
          unread.add(change);
        }
      } catch (AccessDeniedException | ContentBelowException e) {
        unread.add(change);
      }
      String line = change.path().bytes() + "\0" + change.word() + "\0" + version + "\0";
      all.write(line.getBytes(StandardCharsets.ISO_8859_1));
    }
    return all.sum();
  }

  private static long size(Change change) {
    return change
        .statusAfter()
        .filter(now -> now.is(FileKind.FILE))
        .map(FileStatus::size)
        .orElse(0L);
  }

  private String text(JsonOutput.Document changes) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    StartedPlan plan = RecordFile.readAll(session.directory());
    JsonOutput.print(
        new PrintStream(text, true, StandardCharsets.UTF_8),
        json -> {
          json.writeStartObject();
          json.writeNumberField("format", FORMAT);
          json.writeStringField("session", record.name().text());
          json.writeStringField("bawn", here.version());
          json.writeStringField("issued", here.clock().instant().toString());
          run(json);
          events(json);
          policy(json, plan);
          Optional<KernelAnswer> kernel = KernelAnswer.of(session.directory());
          if (kernel.isPresent()) {
            json.writeObjectFieldStart("kernel");
            kernel.get().write(json);
            json.writeEndObject();
          }
          changes.write(json);
          json.writeEndObject();
        });
    return text.toString(StandardCharsets.UTF_8);
  }

  private void run(JsonGenerator json) throws IOException {
    json.writeStringField("state", intact.word());
    if (intact.state() instanceof SessionState.Ended(var since, var at, var status)) {
      json.writeStringField("started", since.toString());
      json.writeStringField("ended", at.toString());
      json.writeNumberField("exit_status", status);
    } else if (intact.state().last().isPresent()) {
      json.writeStringField("started", intact.state().last().get().toString());
    }
    json.writeStringField("tool", record.tool());
    JsonOutput.texts(json, "command", record.command());
    JsonOutput.texts(json, "options", SessionArguments.withoutValues(record.options()));
    json.writeStringField("workspace", record.workspace().word());
    if (record.project().isPresent()) {
      json.writeStringField("project", record.project().get().toString());
    }
    ListedOutput.branch(json, record);
    Optional<PublicIdentity> identity = SessionIdentity.of(session.directory().path());
    if (identity.isPresent()) {
      identity.get().write(json);
    }
  }

  /** Writes the events of all starts: the changes may be of any of them. */
  private void events(JsonGenerator json) throws IOException {
    List<History.Entry> events =
        History.of(session.places()).entries().stream()
            .filter(each -> each.name().equals(record.name()))
            .filter(each -> !each.time().plusSeconds(1).isBefore(record.created()))
            .toList();
    json.writeFieldName("events");
    JsonOutput.objects(
        json,
        events,
        (each, event) -> {
          each.writeStringField("time", event.time().toString());
          each.writeStringField("event", event.event().word());
          if (!event.detail().isEmpty()) {
            each.writeStringField("detail", event.detail());
          }
        });
  }

  private static void policy(JsonGenerator json, StartedPlan plan) throws IOException {
    List<SandboxStep> steps =
        plan.steps().stream()
            .filter(each -> !(each instanceof SandboxStep.SetEnvironment))
            .toList();
    json.writeObjectFieldStart("policy");
    json.writeStringField(
        "sha256", Sha256.ofText(String.join("\0", BubblewrapArguments.of(steps)) + "\0").hex());
    json.writeStringField("network", plan.sharesNetwork() ? "open" : "none");
    json.writeBooleanField("landlock", plan.landlock());
    JsonOutput.texts(json, "prlimit", plan.prlimit());
    JsonOutput.texts(json, "variables", List.copyOf(plan.environment().keySet()));
    SandboxStepView.json(json, steps.stream().map(SandboxStepView::of).toList());
    json.writeEndObject();
  }
}
