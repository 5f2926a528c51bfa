package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.launcher.plan.PortRange;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.DiskCount;
import dev.bawn.launcher.sessions.DiskUse;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code info NAME}: shows the details of one session. Its JSON has the fields of {@link
 * ListedOutput} and for a running session {@code activity} and {@code activity_reason}; {@code
 * inside}, {@code changes}, {@code branch} and {@code base} of a checkout, {@code port_base} and
 * {@code port_count} of a running session, {@code home}, {@code options}, {@code command}, {@code
 * did} and {@code public_key} of a session that signs commits, {@code directory} and {@link
 * DiskCount}.
 */
record InfoCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String EXPLAIN = "--explain";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.project())
        .addOption(
            Parameters.flag(
                EXPLAIN, "show how bawn found out that the tool waits, works or is idle"))
        .addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn info app-1", "bawn info app-1 --explain", "bawn info a.noir app --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Optional<AgentInfo> agent = AgentInfo.named(typed.words(), here);
    if (agent.isPresent()) {
      if (typed.has("--json")) {
        agent.get().json(here);
      } else {
        agent.get().lines(here);
      }
      return 0;
    }
    NamedSession word = NamedSession.of(NamedSession.joinedIfTwo(typed, here), here);
    ListedSession listed = word.listed();
    Optional<ActiveTools.Told> told =
        Optional.ofNullable(
            ListedOutput.tools(context.apply(here), here)
                .of(List.of(listed))
                .get(word.name().text()));
    Optional<PublicIdentity> identity = SigningKeys.of(word, listed, here);
    Optional<PortRange> ports = listed.isRunning() ? ports(word) : Optional.empty();
    DiskCount disk =
        DiskCount.of(
            DiskUse.directories(word.places(), word.name().text()),
            // the kernel closes this directory of an overlay to all users
            word.places().workspace(word.name()).resolve("work"));
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(),
          json -> {
            json.writeStartObject();
            ListedOutput.json(json, listed);
            if (told.isPresent()) {
              json.writeStringField("activity", told.get().activity().word());
              json.writeStringField("activity_reason", told.get().reason());
            }
            json.writeStringField("directory", word.directory().path().toString());
            ListedOutput.json(json, disk);
            if (listed instanceof ListedSession.Intact(SessionRecord record, _)) {
              json(json, record);
            }
            if (identity.isPresent()) {
              identity.get().write(json);
            }
            if (ports.isPresent()) {
              json.writeNumberField("port_base", ports.get().first());
              json.writeNumberField("port_count", ports.get().count());
            }
            json.writeEndObject();
          });
      return 0;
    }
    ListedSession.Intact intact = word.intact();
    lines(intact, told, ports, typed.has(EXPLAIN), here);
    identity.ifPresent(each -> SigningKeys.lines(each, here));
    line(here, "directory", word.directory().path().toString());
    line(here, "disk", disk + ", workspace and record");
    return 0;
  }

  /**
   * The ports that bawn gave to the running session. The user may have set these variables, too.
   */
  static Optional<PortRange> ports(NamedSession word) {
    try {
      Map<String, String> environment = RecordFile.readAll(word.directory()).environment();
      return Optional.of(
          new PortRange(
              Integer.parseInt(environment.getOrDefault(PortRange.BASE, "")),
              Integer.parseInt(environment.getOrDefault(PortRange.COUNT, ""))));
    } catch (Failure | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static void json(JsonGenerator json, SessionRecord record) throws IOException {
    json.writeStringField("inside", record.inside().toString());
    if (record.changes().isPresent()) {
      json.writeStringField("changes", record.changes().get().toString());
    }
    ListedOutput.branch(json, record);
    if (record.home().isPresent()) {
      json.writeStringField("home", record.home().get().toString());
    }
    JsonOutput.texts(json, "options", record.options());
    JsonOutput.texts(json, "command", record.command());
  }

  private static void lines(
      ListedSession.Intact intact,
      Optional<ActiveTools.Told> told,
      Optional<PortRange> ports,
      boolean explains,
      Surroundings here) {
    SessionRecord record = intact.record();
    line(here, "name", intact.name());
    line(
        here,
        "status",
        ListedOutput.status(intact) + ", " + ListedOutput.age(intact, here.clock().instant()));
    told.ifPresent(each ->
        line(here, "activity", each.activity().word() + (explains ? ": " + each.reason() : "")));
    line(here, "created", record.created().truncatedTo(ChronoUnit.SECONDS).toString());
    line(here, "tool", record.tool());
    if (!record.command().isEmpty()) {
      whole(here, "command", ShellQuoting.join(record.command()));
    }
    record.agent().ifPresent(each -> line(here, "agent", each.words()));
    line(here, "workspace", record.workspace().word());
    line(here, "project", ListedOutput.shown(record.project()));
    Optional<Checkout> checkout = record.changes().flatMap(Checkout::begun);
    checkout.ifPresent(each -> line(here, "branch", each.branch()));
    checkout.ifPresent(each -> line(here, "base", each.commit()));
    line(here, "inside", record.inside().toString());
    line(here, "changes", ListedOutput.shown(record.changes()));
    line(here, "home", ListedOutput.shown(record.home()));
    ports.ifPresent(each -> line(here, "ports", each.first() + "-" + each.last()));
    if (!record.options().isEmpty()) {
      whole(here, "options", ShellQuoting.join(record.options()));
    }
  }

  private static void line(Surroundings here, String what, String text) {
    WrappedText.print("%-10s ".formatted(what), Printable.whole(text), here);
  }

  /** Prints a text on one line, so that a command or a key can be copied. */
  private static void whole(Surroundings here, String what, String text) {
    here.out().println("%-10s %s".formatted(what, Printable.whole(text)));
  }
}
