package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.report.Html;
import dev.bawn.launcher.report.Markdown;
import dev.bawn.launcher.report.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code report SESSION|AGENT [PROJECT]}: reports what a session did and in which sandbox, for a
 * pull request; for an agent its policy and denials, or its changes of a project. A session has
 * precedence over an agent of the same name.
 */
record ReportCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String HTML = "--html";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.first("SESSION|AGENT", "one of your sessions, or an agent"))
        .addPositional(NamedPaths.project())
        .addOption(NamedPaths.ignored())
        .addOption(
            Parameters.option(HTML, "FILE", "write the report as one HTML page to this new file"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn report app-1 >report.md",
        "bawn report app-1 --html report.html",
        "bawn report a.noir",
        "bawn report a.noir app");
  }

  @Override
  public int run(Typed words, Surroundings here) throws IOException {
    Typed typed = NamedSession.joinedIfTwo(NamedSession.ofWorker(words, here), here);
    NamedSession session = NamedSession.of(typed, here);
    CommandContext through = context.apply(here);
    Optional<AgentName> agent =
        session.name().isOfAgent() ? Optional.empty() : session.agent(through.agents(here));
    if (agent.isPresent()) {
      return tell(typed, here, new AgentReport(agent.get(), through, here).report());
    }
    NamedPaths named = NamedPaths.of(typed, session.intact().record(), here);
    SessionReport report = new SessionReport(session, here, through);
    OptionalInt status =
        RecordedChanges.show(
            session.intact().record(),
            (layers, changes) -> tell(typed, here, report.of(layers, named.of(layers, changes))));
    return status.isPresent() ? status.getAsInt() : tell(typed, here, report.ofNothingApart());
  }

  private static int tell(Typed typed, Surroundings here, Report report) {
    if (!typed.has(HTML)) {
      here.out().print(Markdown.of(report));
      return 0;
    }
    Path file = here.directory().resolve(typed.value(HTML, "")).normalize();
    String shown = ShellQuoting.join(List.of(file.toString()));
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(out, Html.of(report), file);
    } catch (FileAlreadyExistsException e) {
      throw new Refused(shown + " already exists", "name a new file");
    } catch (NoSuchFileException e) {
      throw new NotFound(
          "there is no directory " + ShellQuoting.join(List.of(file.getParent().toString())),
          "name a file in an existing directory");
    } catch (IOException e) {
      throw Failed.of("the report cannot be written", e);
    }
    here.err().println("written: " + shown);
    return 0;
  }

  /** Leaves no incomplete file. */
  private static void write(OutputStream out, String html, Path file) throws IOException {
    try {
      out.write(html.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      Files.delete(file);
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }
}
