package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.admin.account.ProjectSessions;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.LinksJson;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.WritablePlaces;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;

/** {@code verify [AGENT]}: the chain from signature to kernel, one line for each link. */
final class VerifyCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.optional("AGENT", "the agent (default: all)"))
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin verify a.noir", "sudo bawn-admin verify --json");
  }

  /**
   * The result for one agent: the links up to the first broken one and, if all links hold, the
   * missing mounts of running sessions.
   */
  private record Verification(
      AgentName agent,
      Optional<Serial> serial,
      List<Finding> links,
      Optional<BrokenLink> broken,
      SortedMap<String, Optional<String>> sessions) {

    int status() {
      boolean isOpen = sessions.values().stream().anyMatch(Optional::isPresent);
      return broken.map(BrokenLink::exitCode).orElse(isOpen ? OPEN : 0);
    }
  }

  /** The exit status for missing mounts; a refusal has the same one. */
  private static final int OPEN = 3;

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    List<AgentName> agents =
        typed.words().isEmpty()
            ? assembly.state().agents()
            : List.of(AgentName.of(typed.words().getFirst()));
    if (!typed.words().isEmpty()) {
      assembly.state().require(agents.getFirst());
    }
    List<Verification> all = new ArrayList<>();
    for (AgentName agent : agents) {
      Verification verification = verify(agent, assembly, here);
      all.add(verification);
      if (!typed.has("--json")) {
        text(verification, here);
      }
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, all, VerifyCommand::json));
    }
    return all.stream()
        .mapToInt(Verification::status)
        .filter(status -> status != 0)
        .findFirst()
        .orElse(0);
  }

  private static Verification verify(AgentName agent, Assembly assembly, Surroundings here)
      throws IOException {
    List<Finding> links = new ArrayList<>();
    try {
      Request request = new Request(agent, Uid.ROOT, Optional.empty(), Depth.WHOLE);
      Manifest manifest = assembly.chain().check(request, links::add).manifest();
      return new Verification(
          agent,
          Optional.of(manifest.serial()),
          links,
          Optional.empty(),
          new ProjectSessions(here.layout().at("proc"), manifest.uid())
              .missingFlags(executed(manifest, assembly.definitions(), here.layout())));
    } catch (BrokenLink broken) {
      return new Verification(agent, Optional.empty(), links, Optional.of(broken), new TreeMap<>());
    }
  }

  /**
   * Tells for which directories the policy lets a session execute files or load libraries that the
   * agent wrote.
   */
  private static Predicate<Path> executed(
      Manifest manifest, ToolDefinitions definitions, SystemLayout layout) {
    Generation generation = layout.generation(manifest.agent(), manifest.serial());
    Set<Path> points = new HashSet<>();
    for (Assignment each : manifest.assignments()) {
      WritablePlaces.of(layout, generation, manifest, each, definitions.unpacks(manifest.tools()))
          .executed()
          .forEach(place -> points.add(Path.of(place.text())));
    }
    return points::contains;
  }

  private static void text(Verification verification, Surroundings here) {
    here.out().println(verification.agent());
    verification.links().forEach(finding -> print(here, finding));
    verification
        .broken()
        .ifPresent(broken -> {
          print(here, broken.step().name(), "BROKEN", broken.what());
          print(here, "", "expected", broken.expected());
          print(here, "", "found", broken.found());
          print(here, "", "to do", broken.hint());
        });
    verification.sessions().forEach((pid, missing) -> session(here, pid, missing));
  }

  private static void session(Surroundings here, String pid, Optional<String> missing) {
    String sentence =
        missing
            .map(what -> what + "; to end: sudo kill " + pid)
            .orElse("its writable directories are mounted as signed");
    String mark = missing.isPresent() ? "BROKEN" : "ok";
    print(here, "now", mark, "session " + pid + ": " + sentence);
  }

  private static void print(Surroundings here, Finding finding) {
    String mark = finding.strength() == Finding.Strength.HOLDS ? "ok" : "weak";
    print(here, finding.step().name(), mark, finding.sentence());
  }

  private static void print(Surroundings here, String step, String mark, String sentence) {
    String heading = String.format("  %-4s%-9s", step, mark);
    here.out().println(WrappedText.beside(heading, sentence, Width.of(here)));
  }

  private static void json(JsonGenerator json, Verification verification) throws IOException {
    json.writeStringField("agent", verification.agent().text());
    if (verification.serial().isPresent()) {
      json.writeNumberField("serial", verification.serial().get().number());
    }
    LinksJson.write(json, verification.links(), verification.broken());
    json.writeFieldName("sessions");
    JsonOutput.objects(
        json,
        List.copyOf(verification.sessions().entrySet()),
        (writer, session) -> {
          writer.writeNumberField("pid", Long.parseLong(session.getKey()));
          if (session.getValue().isPresent()) {
            writer.writeStringField("gap", session.getValue().get());
          }
        });
  }
}
