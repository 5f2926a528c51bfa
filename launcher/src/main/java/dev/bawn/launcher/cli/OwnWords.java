package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.session.EtcKind;
import dev.bawn.launcher.session.Leave;
import dev.bawn.launcher.session.Outlook;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of sessions under the caller's own uid, which sealed agents have not. */
final class OwnWords {

  static final String TOOL_PATH = "--tool-path";
  static final String WORKSPACE = "--workspace";
  static final String PROFILE = "--profile";
  static final String ETC = "--etc";
  static final String HOME = "--home";
  static final String NETWORK = "--network";
  static final String MASK_ENV = "--mask-env";
  static final String MASK_SECRETS = "--mask-secrets";
  static final String MASK = "--mask";
  static final String RO = "--ro";
  static final String RW = "--rw";
  static final String DEV = "--dev";
  static final String ENV = "--env";
  static final String MOUNT_BASE = "--mount-base";

  /** Options with a value that are said once. */
  private static final List<String> VALUES =
      List.of(WORKSPACE, PROFILE, ETC, HOME, NETWORK, MOUNT_BASE);

  private OwnWords() {}

  /** Says what can be typed. */
  static void addTo(CommandSpec spec) {
    spec.addOption(
            Words.option(
                WORKSPACE,
                "KIND",
                WorkspaceKind.values(),
                "overlay (default), bind, readonly or empty"))
        .addOption(
            Words.option(PROFILE, "HOW", Outlook.values(), "strict (default), balanced or compat"))
        .addOption(Words.option(ETC, "KIND", EtcKind.values(), "synthetic, balanced, full or none"))
        .addOption(
            Words.option(
                HOME,
                "HOME",
                List.of("persistent", "ephemeral", "DIR"),
                "persistent (default), ephemeral or a directory"))
        .addOption(Words.option(NETWORK, "HOW", NetworkPolicy.values(), "open (default) or none"))
        .addOption(Words.flag(MASK_ENV, "hide .env, .envrc and their like but for examples"))
        .addOption(
            Words.flag(MASK_SECRETS, "hide private keys, logins and directories called secrets"))
        .addOption(
            Words.repeatable(MASK, "PATTERN", "hide these paths of the project (as in .gitignore)"))
        .addOption(Words.repeatable(RO, "PATH", "show it, read-only (also HOST:INSIDE)"))
        .addOption(Words.repeatable(RW, "PATH", "show it, writable (also HOST:INSIDE)"))
        .addOption(Words.repeatable(DEV, "PATH", "show this device"))
        .addOption(Words.repeatable(ENV, "NAME[=V]", "set or pass on this variable"))
        .addOption(Words.option(MOUNT_BASE, "DIR", "show the project in DIR, not at its path"));
    for (Leave leave : Leave.values()) {
      spec.addOption(Words.flag(leave.word(), leave.description()));
    }
  }

  /** For scripts at a terminal. */
  static OptionSpec quiet() {
    return OptionSpec.builder("-q", "--quiet").description("ask nothing at the start").build();
  }

  /** Whether somebody may be asked; nobody is for a plan that is only shown. */
  static ProposedSettings.Manner manner(Typed typed) {
    return typed.has("--quiet") || typed.has("--dry-run")
        ? ProposedSettings.Manner.TOLD
        : ProposedSettings.Manner.ASKED;
  }

  /** The first option that was typed and is none of a sealed agent's. */
  static Optional<String> firstTyped(Typed typed) {
    for (String option : all()) {
      if (typed.has(option)) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }

  private static List<String> all() {
    List<String> all = new ArrayList<>(VALUES);
    all.addAll(List.of(TOOL_PATH, MASK_ENV, MASK_SECRETS, MASK, RO, RW, DEV, ENV));
    for (Leave leave : Leave.values()) {
      all.add(leave.word());
    }
    return all;
  }

  /**
   * What was typed when an earlier session began.
   *
   * @throws Refused if what was written down is none of it
   */
  static Typed stored(SessionRecord earlier) {
    CommandSpec spec = Words.command();
    addTo(spec);
    spec.addOption(Words.option(TOOL_PATH, "FILE", ""));
    try {
      return Typed.of(spec, earlier.options());
    } catch (WrongUsage e) {
      throw new Refused(
          "the options of the session " + earlier.name() + " are damaged: " + e.getMessage(),
          "start another one: bawn launch --help");
    }
  }

  /** The program that was named when a session began, if one was. */
  static Optional<Path> toolPath(SessionRecord session) {
    for (String word : session.options()) {
      if (word.startsWith(TOOL_PATH + "=")) {
        return Optional.of(Path.of(word.substring(TOOL_PATH.length() + 1)));
      }
    }
    return Optional.empty();
  }

  /** The names of the variables whose values the caller's environment has. */
  static List<String> passed(Typed typed) {
    List<String> names = new ArrayList<>();
    for (String word : typed.values(ENV)) {
      if (word.indexOf('=') < 0) {
        names.add(word);
      }
    }
    return names;
  }
}
