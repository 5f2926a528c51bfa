package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellWords;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.trust.TrustChain;
import dev.bawn.contract.wall.RecipeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code show AGENT}: the whole policy of one agent. */
final class ShowCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(Words.one("AGENT", "the agent"))
        .addOption(Words.flag("--profile-text", "only the text of its AppArmor profile"))
        .addOption(
            Words.option("--recipe", "PROJECT", "only the walls of its sessions on this project"))
        .addOption(Words.flag("--json", "as JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin show a.noir",
        "sudo bawn-admin show a.noir --profile-text",
        "sudo bawn-admin show a.noir --recipe app");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    TrustChain.Sealed sealed = assembly.chain().sealed(AgentName.of(typed.words().getFirst()));
    try {
      if (typed.has("--profile-text")) {
        here.out().print(Files.readString(sealed.generation().profileText()));
      } else if (typed.has("--recipe")) {
        Assignment assignment =
            sealed.manifest().assignment(ProjectId.of(typed.value("--recipe", "")));
        here.out().print(walls(sealed.generation(), assignment.id()));
      } else if (typed.has("--json")) {
        JsonOutput.print(here.out(), json -> json(json, sealed.manifest()));
      } else {
        here.out().print(policy(sealed.manifest(), assembly));
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line for each argument that begins with dashes, and its values behind it. */
  private static String walls(Generation generation, ProjectId project) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String argument : RecipeFile.read(Files.readAllBytes(generation.recipe(project)))) {
      boolean option = argument.startsWith("--");
      text.append(option ? (text.isEmpty() ? "" : "\n") : " ")
          .append(option ? argument : ShellWords.join(List.of(argument)));
    }
    return text.append('\n').toString();
  }

  private static String policy(Manifest manifest, Assembly assembly) {
    StringBuilder text = new StringBuilder();
    row(text, "agent", manifest.agent() + " (uid " + manifest.uid() + ")");
    row(text, "sealed", "serial " + manifest.serial() + ", " + manifest.sealed());
    row(
        text,
        "operators",
        manifest.operators().stream().map(Uid::toString).collect(Collectors.joining(" ")));
    row(text, "profile", manifest.profile().word());
    row(
        text,
        "apparmor",
        assembly.kernelState(manifest) + " (" + manifest.confinement().word() + ")");
    row(text, "network", manifest.network().word());
    row(
        text,
        "limits",
        "nproc " + manifest.limits().nproc() + ", nofile " + manifest.limits().nofile());
    String commands =
        manifest.commands().stream()
            .map(command -> command.name().text())
            .collect(Collectors.joining(" "));
    row(text, "commands", commands.isEmpty() ? "none" : commands);
    for (Assignment assignment : manifest.assignments()) {
      row(
          text,
          "project",
          assignment.id() + "  " + assignment.source() + "  as " + assignment.role());
      if (!assignment.masks().isEmpty()) {
        row(text, "", "masks " + String.join(" ", assignment.masks()));
      }
    }
    return text.toString();
  }

  /** Wrapped so that it reads well at 80 columns. */
  private static void row(StringBuilder text, String label, String value) {
    int column = 0;
    text.append(String.format("%-11s", label));
    for (String word : value.split(" ")) {
      if (column > 0 && column + word.length() > 68) {
        text.append("\n").append(" ".repeat(11));
        column = 0;
      }
      text.append(column == 0 ? "" : " ").append(word);
      column += word.length() + 1;
    }
    text.append('\n');
  }

  private static void json(JsonGenerator json, Manifest manifest) throws IOException {
    json.writeStartObject();
    json.writeStringField("agent", manifest.agent().text());
    json.writeNumberField("uid", manifest.uid().number());
    json.writeNumberField("serial", manifest.serial().number());
    json.writeStringField("sealed", manifest.sealed().toString());
    json.writeStringField("profile", manifest.profile().word());
    json.writeStringField("confinement", manifest.confinement().word());
    json.writeStringField("network", manifest.network().word());
    JsonOutput.texts(json, "operators", manifest.operators().stream().map(Uid::toString).toList());
    JsonOutput.texts(
        json, "commands", manifest.commands().stream().map(each -> each.name().text()).toList());
    JsonOutput.texts(
        json, "projects", manifest.assignments().stream().map(each -> each.id().text()).toList());
    json.writeEndObject();
  }
}
