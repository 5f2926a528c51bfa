package dev.bawn.admin.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code tool add NAME}, {@code tool list} and {@code tool remove NAME}. */
final class ToolCommand implements Command {

  /** The actions of the command. */
  private enum Act implements Spelling {
    ADD,
    LIST,
    REMOVE
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Parameters.command();
    spec.usageMessage()
        .customSynopsis(
            "bawn-admin tool add NAME --npm PACKAGE|--from PATH",
            "bawn-admin tool list [--json]",
            "bawn-admin tool remove NAME");
    return spec.addPositional(Parameters.action("add|list|remove"))
        .addPositional(
            Parameters.object("NAME", "the name of the tool, and of the command that starts it"))
        .addOption(
            Parameters.option(
                "--from", "PATH", "add: copy the tool from this directory or program"))
        .addOption(
            Parameters.option("--npm", "PACKAGE", "add: install the tool from this npm package"))
        .addOption(Parameters.option("--registry", "URL", "with --npm: use this npm registry"))
        .addOption(
            Parameters.option(
                "--program", "PATH", "add: the program of the tool, as a path in its directory"))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin tool add claude --npm @anthropic-ai/claude-code",
        "sudo bawn-admin tool add mytool --from ~/.local/share/mytool",
        "sudo bawn-admin tool list",
        "sudo bawn-admin tool remove claude");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Act act = Parameters.choice("action of tool", typed.words().getFirst(), Act.values());
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    switch (act) {
      case ADD -> new ToolAddition(assembly, here).run(name(typed), typed);
      case LIST -> {
        typed.requireAtMost(1);
        list(typed, assembly, here);
      }
      case REMOVE -> remove(name(typed), assembly, here);
    }
    return 0;
  }

  private static CommandName name(Typed typed) {
    if (typed.words().size() < 2) {
      throw new WrongUsage("expected a tool", "see: sudo bawn-admin tool --help");
    }
    return CommandName.of(typed.words().get(1));
  }

  private static void remove(CommandName name, Assembly assembly, Surroundings here)
      throws IOException {
    try (LockedState _ = LockedState.withoutKey(here)) {
      assembly.toolStoreChange().remove(name, assembly.state().manifests());
    }
    here.out().println("removed the tool " + name);
  }

  private static void list(Typed typed, Assembly assembly, Surroundings here) throws IOException {
    ToolTable table = new ToolTable(assembly.toolStore().all(), assembly.state().manifests());
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), table::json);
    } else {
      table.print(here.out());
    }
  }
}
