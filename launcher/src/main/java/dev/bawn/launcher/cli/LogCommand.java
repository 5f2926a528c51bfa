package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.Quarantine;
import dev.bawn.launcher.commits.SessionCommit;
import dev.bawn.launcher.record.SessionRecord;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code log NAME}: lists the commits that a session made. The names in the JSON are stable: {@code
 * id}, {@code author}, {@code date}, {@code subject}.
 */
record LogCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
  private static final String NO_DATE = "no valid date   ";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.project())
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn log app-1", "bawn log app-1 --json");
  }

  @Override
  public int run(Typed words, Surroundings here) {
    Typed typed = NamedSession.joinedAlone(words, here);
    NamedSession session = NamedSession.of(typed, here);
    SessionRecord record = session.intact().record();
    List<SessionCommit> commits;
    try (Quarantine quarantine =
        SessionBundle.receive(session, record, context.apply(here), here)) {
      commits = quarantine.log().commits();
      quarantine.log().reasons().forEach(each -> here.note("bawn: not fetched: " + each));
      quarantine.hazards().forEach(each -> here.note("bawn: hazard: " + each));
    } catch (IOException e) {
      throw new Failed(
          "the commits of " + record.name() + " cannot be read: " + e.getMessage(),
          "is the disk full? df " + record.changes().orElseThrow());
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, commits, LogCommand::json));
      return 0;
    }
    for (SessionCommit each : commits) {
      String date =
          each.date().map(at -> DATE.format(at.atZone(ZoneId.systemDefault()))).orElse(NO_DATE);
      WrappedText.print(
          each.shortId() + "  " + date + "  ",
          Printable.of(each.author()) + "  " + Printable.of(each.subject()),
          here);
    }
    if (commits.isEmpty()) {
      here.note(
          record.project().isPresent()
              ? "the project has all commits of " + record.name()
              : record.name() + " has no commits of its own");
      if (record.name().isOfAgent()) {
        RecordedChanges.read(
                record,
                (layers, changes) ->
                    HeldCopy.reason(
                        record, MissingCommits.of(record.changes().orElseThrow(), layers, changes)))
            .flatMap(reason -> reason)
            .ifPresent(reason -> here.note("the copy " + reason));
      }
    }
    return 0;
  }

  private static void json(JsonGenerator json, SessionCommit commit) throws IOException {
    json.writeStringField("id", commit.id());
    json.writeStringField("author", commit.author());
    if (commit.date().isPresent()) {
      json.writeStringField("date", commit.date().get().toString());
    }
    json.writeStringField("subject", commit.subject());
  }
}
