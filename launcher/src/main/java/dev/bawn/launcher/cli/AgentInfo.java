package dev.bawn.launcher.cli;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Ago;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.launcher.sessions.DiskCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The details of an agent on one of its projects, as root signed them.
 *
 * @param manifest the signed policy
 * @param assignment of the project
 */
record AgentInfo(Manifest manifest, Assignment assignment) {

  /**
   * Finds the agent and the project that the arguments of a command name.
   *
   * @param words the arguments
   * @return empty if they do not name an agent and a project
   * @throws dev.bawn.contract.failure.Failure if the agent is not the caller's, or has no such
   *     project
   */
  static Optional<AgentInfo> named(List<String> words, Surroundings here) {
    Optional<AgentName> agent = AgentNames.named(words.getFirst(), here.layout());
    boolean isAlone = words.size() < 2;
    if (agent.isEmpty() || isAlone && NamedSession.of(words.getFirst(), here).exists()) {
      return Optional.empty();
    }
    if (isAlone) {
      throw AgentChoice.withoutProject("bawn info", agent.get());
    }
    return agent.map(name -> {
      Manifest manifest = CommandContext.onSystem(here).agents(here).require(name);
      AgentChoice choice = new AgentChoice(name, Optional.of(words.get(1)), here.directory());
      return new AgentInfo(manifest, choice.assignment(manifest));
    });
  }

  /** Prints them as lines. */
  void lines(Surroundings here) {
    AgentActivity activity = AgentActivity.look(here.layout());
    Optional<Instant> last = activity.last(manifest);
    String status =
        activity.isRunning(manifest)
            ? "running"
            : last.map(each -> "last active " + Ago.of(each, here.clock().instant()))
                .orElse("never started");
    line(here, "agent", manifest.agent() + ", " + status);
    texts(here).forEach((name, text) -> line(here, name, text));
    SigningKeys.of(manifest).ifPresent(key -> SigningKeys.lines(key, here));
    line(here, "disk", disk(here) + ", written by the agent");
    line(
        here,
        "shown",
        assignment.shown().isEmpty()
            ? "no files that git ignores, and no .git"
            : String.join(" ", assignment.shown()));
  }

  private static void line(Surroundings here, String name, String text) {
    WrappedText.print("%-10s ".formatted(name), Printable.whole(text), here);
  }

  /** Prints them as one object of JSON. */
  void json(Surroundings here) {
    AgentActivity activity = AgentActivity.look(here.layout());
    JsonOutput.print(
        here.out(),
        json -> {
          json.writeStartObject();
          json.writeStringField("agent", manifest.agent().text());
          json.writeBooleanField("running", activity.isRunning(manifest));
          for (Map.Entry<String, String> each : texts(here).entrySet()) {
            json.writeStringField(each.getKey(), each.getValue());
          }
          Optional<PublicIdentity> key = SigningKeys.of(manifest);
          if (key.isPresent()) {
            key.get().write(json);
          }
          JsonOutput.texts(json, "shown", assignment.shown());
          ListedOutput.json(json, disk(here));
          json.writeEndObject();
        });
  }

  /** The disk space of its changes and its scratch directory. */
  private DiskCount disk(Surroundings here) {
    Path upper = here.layout().upper(manifest.agent(), assignment.id());
    List<Path> written = List.of(upper, here.layout().scratch(manifest.agent(), assignment.id()));
    return DiskCount.of(
        written.stream().filter(Files::isDirectory).toList(), upper.resolveSibling("work"));
  }

  /** The texts in both forms of the output, by name. */
  private Map<String, String> texts(Surroundings here) {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("project", assignment.id().text());
    texts.put("role", assignment.role());
    texts.put("workspace", assignment.workspace().word());
    texts.put("source", assignment.source().text());
    texts.put("copy", here.layout().mirror(assignment.mirror()).toString());
    if (assignment.workspace() == Workspace.OVERLAY) {
      texts.put("changes", here.layout().upper(manifest.agent(), assignment.id()).toString());
    }
    texts.put("scratch", here.layout().scratch(manifest.agent(), assignment.id()).toString());
    return texts;
  }
}
