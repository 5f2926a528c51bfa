package dev.bawn.admin.cli;

import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.apparmor.BubblewrapProfile;
import dev.bawn.admin.change.KeepHome;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AgentRemains;
import dev.bawn.admin.system.BootUnits;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code uninstall}: restores the state before {@code init}. The programs stay: the package manager
 * or {@code packaging/uninstall} removes them. Each step can be repeated, so the next run completes
 * an interrupted one.
 */
final class UninstallCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(
            Parameters.flag(
                "--purge",
                "first delete all agents, with their homes and files, and the homes that 'delete --keep-home' kept; without this option, bawn-admin refuses while there are any"))
        .addOption(Parameters.flag("--yes", "do not ask; refused while an overlay has changes"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin uninstall", "sudo bawn-admin uninstall --purge --yes");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    SystemLayout layout = here.layout();
    Path settings = layout.settings().getParent();
    if (!isThere(layout.state()) && !isThere(settings)) {
      throw new NotFound("bawn is not set up on this machine", programs(here));
    }
    String changed = "";
    if (!typed.has("--purge")) {
      requireNoAgents(here);
    } else {
      changed = changes(here);
    }
    if (typed.has("--yes") || !here.terminals().canAsk()) {
      requireNoChanges(changed);
    }
    if (!typed.has("--yes") && !Question.yes(loss(typed, changed), here)) {
      Messages.say(here, "nothing was removed");
      return 1;
    }
    if (Files.isDirectory(layout.agents())) {
      agents(typed, here);
    }
    new BootUnits(layout).disable(here.library());
    Files.deleteIfExists(layout.sudoers());
    new BubblewrapProfile(layout, here.library()).remove();
    new SystemAccounts(here.layout()).remove();
    Optional<Path> counter = new Assembly(here).uids().keep();
    remove(settings);
    remove(layout.state());
    counter.ifPresent(file ->
        WrappedText.print(
            file
                + " stays: it has the next user ID, so that no later agent owns files of an earlier one",
            here));
    WrappedText.print(
        "removed everything that bawn-admin created; the records of operators stay in their ~/.local/state/bawn",
        here);
    WrappedText.print("the programs stay; " + programs(here), here);
    return 0;
  }

  /** The overlays with changes; empty if there are none. Refuses while a merge is open. */
  private static String changes(Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    List<String> changed = new ArrayList<>();
    for (AgentName agent : assembly.state().agents()) {
      DeleteCommand.requireSettled(agent, here);
      changed.addAll(assembly.projects().overlaysWithChanges(agent));
    }
    for (String lost : new AgentRemains(here.layout()).lost()) {
      changed.addAll(assembly.projects().overlaysWithChanges(AgentName.of(lost)));
    }
    return String.join(", ", changed);
  }

  private static void requireNoChanges(String changed) {
    if (!changed.isEmpty()) {
      throw new Refused(
          "agents have changes that may be unmerged: " + changed,
          "see them: bawn status AGENT PROJECT; to remove them too, leave out --yes: sudo bawn-admin"
              + " uninstall --purge");
    }
  }

  private static String loss(Typed typed, String changed) {
    return typed.has("--purge")
        ? "delete all agents, their homes, all of their files, and the keys? sessions end"
            + (changed.isEmpty() ? "" : ", and the changes of these overlays are lost: " + changed)
        : "delete the settings, the keys, the adopted tools, and the audit log?";
  }

  /** Refuses before any question. */
  private static void requireNoAgents(Surroundings here) throws IOException {
    if (Files.isDirectory(here.layout().agents())) {
      try (LockedState _ = LockedState.withoutKey(here)) {
        refuse(new Assembly(here).state().agents(), kept(here.layout()));
      }
    }
    new AgentRemains(here.layout())
        .requireNone(
            "see: sudo bawn-admin doctor; to remove them: sudo bawn-admin uninstall --purge");
  }

  private static void agents(Typed typed, Surroundings here) throws IOException {
    if (typed.has("--purge")) {
      for (AgentName agent : new Assembly(here).state().agents()) {
        ProjectLinks.remove(agent, here);
      }
    }
    try (LockedState state = LockedState.withoutKey(here)) {
      List<AgentName> agents = new Assembly(here).state().agents();
      List<String> kept = kept(here.layout());
      if (!typed.has("--purge")) {
        refuse(agents, kept);
      }
      for (AgentName agent : agents) {
        state.agents().delete(agent, KeepHome.NO);
        here.out().println("deleted " + agent);
      }
    }
  }

  private static void refuse(List<AgentName> agents, List<String> kept) {
    if (!agents.isEmpty()) {
      throw new Refused(
          "there are agents: " + String.join(" ", agents.stream().map(AgentName::text).toList()),
          "delete them first, or remove them and all of their files: sudo bawn-admin uninstall"
              + " --purge");
    }
    if (!kept.isEmpty()) {
      throw new Refused(
          "there are kept homes: " + String.join(" ", kept),
          "move them elsewhere first, or: sudo bawn-admin uninstall --purge");
    }
  }

  private static List<String> kept(SystemLayout layout) throws IOException {
    List<String> kept = new ArrayList<>();
    if (Files.isDirectory(layout.homes())) {
      try (DirectoryStream<Path> homes =
          Files.newDirectoryStream(layout.homes(), "*" + AgentName.KEPT + "*")) {
        homes.forEach(home -> kept.add(home.toString()));
      }
    }
    return kept;
  }

  private static void remove(Path directory) throws IOException {
    if (isThere(directory)) {
      try {
        SystemProgram.named("rm").must("-rf", "--one-file-system", "--", directory.toString());
      } catch (Failed e) {
        if (!isEmptied(directory)) {
          throw e;
        }
      }
    }
  }

  /** Tells whether nothing is left in a directory, for example because it is a mount point. */
  private static boolean isEmptied(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
      return !left.iterator().hasNext();
    }
  }

  private static boolean isThere(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the command that removes the programs: the package manager or {@code
   * packaging/uninstall} has the list of them.
   */
  private static String programs(Surroundings here) {
    return Files.exists(here.library().resolve("files"))
        ? "to remove the programs, type in the source directory of bawn: sudo packaging/uninstall PREFIX="
            + here.library().getParent().getParent()
        : "to remove the programs, remove the package bawn";
  }
}
