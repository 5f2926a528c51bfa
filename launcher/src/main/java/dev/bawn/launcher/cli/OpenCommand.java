package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.machine.ListeningPorts;
import dev.bawn.launcher.plan.PortRange;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.workspace.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code open NAME}: shows the directory, the ports, the servers and the log of a session. Its
 * JSON: {@code workspace}, {@code urls} and {@code log}.
 */
final class OpenCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.word())
        .addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn open fix", "bawn open fix --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    NamedSession word = NamedSession.session(typed.words().getFirst(), here);
    SessionRecord record = word.intact().record();
    Optional<PortRange> ports =
        word.intact().isRunning() ? InfoCommand.ports(word) : Optional.empty();
    List<String> urls = ports.map(each -> urls(word, each, here)).orElse(List.of());
    Optional<Path> log = Optional.of(word.directory().log()).filter(Files::isRegularFile);
    Optional<Path> workspace = workspace(record, here.layout());
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(),
          json -> {
            json.writeStartObject();
            if (workspace.isPresent()) {
              json.writeStringField("workspace", workspace.get().toString());
            }
            JsonOutput.texts(json, "urls", urls);
            if (log.isPresent()) {
              json.writeStringField("log", log.get().toString());
            }
            json.writeEndObject();
          });
      return 0;
    }
    line("workspace", workspace.map(Path::toString).orElse("-"), here);
    line("ports", ports.map(each -> words(each, urls)).orElse("-"), here);
    line(
        "log",
        log.map(each -> each + " (" + Count.bytes(each.toFile().length()) + ")").orElse("-"),
        here);
    return 0;
  }

  /**
   * The directory with the files of the session: of a checkout all of them, of an overlay those
   * that it changed, of an agent those that it wrote.
   */
  private static Optional<Path> workspace(SessionRecord record, SystemLayout layout) {
    if (record.agent().isPresent()) {
      AgentProject worker = record.agent().get();
      Path upper = layout.upper(worker.agent(), worker.project());
      return Optional.of(
          Files.isDirectory(upper) ? upper : layout.scratch(worker.agent(), worker.project()));
    }
    return record.workspace().isCheckout()
        ? record.changes().map(changes -> changes.resolveSibling(Checkout.FILES))
        : record.changes().or(record::project);
  }

  /**
   * The servers of the session. Other sessions and users can listen on its ports, too, at another
   * address of localhost: then a browser may reach them, and the port gets no URL.
   */
  private static List<String> urls(NamedSession word, PortRange ports, Surroundings here) {
    SortedMap<Integer, Set<String>> servers =
        ListeningPorts.of(here.layout().at("proc")).subMap(ports.first(), ports.last() + 1);
    if (servers.isEmpty()) {
      return List.of();
    }
    Set<String> sockets =
        SessionProcesses.of(
                word.directory(),
                here.library().resolve("session"),
                SessionStates.on(here.layout()))
            .sockets();
    List<String> urls = new ArrayList<>();
    servers.forEach((port, listening) -> {
      if (sockets.containsAll(listening)) {
        urls.add("http://localhost:" + port);
      } else if (listening.stream().anyMatch(sockets::contains)) {
        here.note(
            "bawn: warning: another process listens on port "
                + port
                + ", too, so bawn prints no URL for it; see: ss -ltnp sport = :"
                + port);
      }
    });
    return urls;
  }

  private static String words(PortRange ports, List<String> urls) {
    return ports.first()
        + "-"
        + ports.last()
        + (urls.isEmpty()
            ? "; no server of the session listens on them alone"
            : "; " + String.join(" ", urls));
  }

  private static void line(String what, String text, Surroundings here) {
    here.out().println("%-9s  %s".formatted(what, Printable.whole(text)));
  }
}
