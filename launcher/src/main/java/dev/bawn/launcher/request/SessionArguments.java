package dev.bawn.launcher.request;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of unprivileged sessions, which agent sessions do not have. */
public final class SessionArguments {

  public static final String TOOL_PATH = "--tool-path";
  public static final String WORKSPACE = "--workspace";
  public static final String PROFILE = "--profile";
  public static final String ETC = "--etc";
  public static final String HOME = "--home";
  public static final String LOGIN = "--login";
  public static final String CACHES = "--caches";
  public static final String NETWORK = "--network";
  public static final String MEMORY = "--memory";
  public static final String CPUS = "--cpus";
  public static final String PIDS = "--pids";
  public static final String NOTIFY = "--notify";
  public static final String MASK_ENV = "--mask-env";
  public static final String MASK_SECRETS = "--mask-secrets";
  public static final String MASK = "--mask";
  public static final String SHOW_SECRETS = "--show-secrets";
  public static final String RO = "--ro";
  public static final String RW = "--rw";
  public static final String DEV = "--dev";
  public static final String ENV = "--env";
  public static final String WITH_SSH = "--with-ssh";
  public static final String MOUNT_BASE = "--mount-base";
  public static final String BASE = "--base";
  public static final String FROM_GIT = "--from-git";
  public static final String REF = "--ref";
  public static final String HERE = "--here";

  /** Only in a stored session: its working directory, relative to the top of its project. */
  public static final String DIRECTORY = "--directory";

  private static final String LAST = Arrays.asList(Permission.values()).getLast().word();

  private SessionArguments() {}

  /**
   * Adds the options to a command: {@link #WORKSPACE} is the first one, and {@link #LAST} the last.
   */
  public static void addTo(CommandSpec spec) {
    spec.addOption(
            Parameters.option(
                WORKSPACE,
                "KIND",
                WorkspaceKind.ofUnprivileged(),
                "choose the workspace: overlay (default), worktree, clone, bind, readonly or empty"))
        .addOption(
            Parameters.option(
                BASE,
                "REF",
                "with --workspace worktree or clone: begin with this commit (default: HEAD)"))
        .addOption(
            Parameters.option(
                FROM_GIT,
                "URL",
                "use a repository instead of a project: fetched over https, or copied from a path"))
        .addOption(
            Parameters.option(
                REF, "REF", "with --from-git: begin with this branch or tag (default: HEAD)"))
        .addOption(
            Parameters.option(
                PROFILE,
                "HOW",
                SessionProfile.values(),
                "choose what the session sees of /etc, and whether it sees files with a secret name:"
                    + " strict (default, hides them), balanced or compat"))
        .addOption(
            Parameters.option(
                ETC,
                "KIND",
                EtcKind.values(),
                "override what the profile shows of /etc: synthetic, balanced, full or none"))
        .addOption(
            Parameters.option(
                HOME,
                "HOME",
                List.of("persistent", "ephemeral", "DIR"),
                "choose the home: persistent (default), ephemeral or a directory"))
        .addOption(
            Parameters.option(
                LOGIN,
                "HOW",
                Sharing.values(),
                "choose the login of the tool: shared by its sessions (default), or separate"))
        .addOption(
            Parameters.option(
                CACHES,
                "HOW",
                Sharing.values(),
                "choose the package caches: shared, which reads yours (default), or separate"))
        .addOption(
            Parameters.option(
                NETWORK,
                "HOW",
                NetworkPolicy.values(),
                "choose the network: open (default) or none"))
        .addOption(
            Parameters.option(MEMORY, "SIZE", "limit the memory of the session, for example to 4G"))
        .addOption(
            Parameters.option(
                CPUS, "N", "limit the processor time to that of N processors, for example 1.5"))
        .addOption(Parameters.option(PIDS, "N", "limit the processes and threads of the session"))
        .addOption(
            Parameters.option(
                NOTIFY,
                "HOW",
                Notification.values(),
                "notify you when the session ends: none (default), bell, desktop or hook"))
        .addOption(
            Parameters.flag(MASK_ENV, "hide .env, .envrc and similar files, except examples"))
        .addOption(
            Parameters.flag(
                MASK_SECRETS, "hide private keys, logins and directories called secrets"))
        .addOption(
            Parameters.repeatable(
                MASK, "PATTERN", "hide these paths of the project (as in .gitignore)"))
        .addOption(
            Parameters.flag(
                SHOW_SECRETS,
                "let the session see files with a secret name, which the profile strict hides"))
        .addOption(
            Parameters.repeatable(
                RO, "PATH", "mount this path (or HOST:INSIDE) in the session, read-only"))
        .addOption(
            Parameters.repeatable(
                RW, "PATH", "mount this path (or HOST:INSIDE) in the session, writable"))
        .addOption(Parameters.repeatable(DEV, "PATH", "let the session use this device"))
        .addOption(
            Parameters.repeatable(ENV, "NAME[=V]", "set this variable, or pass on your value"))
        .addOption(
            Parameters.repeatable(
                WITH_SSH,
                "HOST",
                "let the session log in to this host with your keys, but not read the keys"))
        .addOption(
            Parameters.option(
                MOUNT_BASE,
                "DIR",
                "show the project as DIR/NAME, not at its path; NAME is the name of the session (--name) or of the directory"))
        .addOption(here())
        .addOption(
            tags("KEY=VALUE", "tag the session; list, killall, clean and others select by tags"));
    for (Permission permission : Permission.values()) {
      spec.addOption(Parameters.flag(permission.word(), permission.description()));
    }
  }

  /** The option {@code --here} of commands that search for a project. */
  public static OptionSpec here() {
    return Parameters.flag(
        HERE, "use the directory itself as the project, not the git repository around it");
  }

  /** The option for tags. */
  public static OptionSpec tags(String label, String description) {
    return Parameters.repeatable("-t", Tag.OPTION, label, description);
  }

  /** The option {@code --quiet}, for scripts at a terminal. */
  public static OptionSpec quiet() {
    return OptionSpec.builder("-q", "--quiet")
        .description("do not ask, and print no line about the session")
        .build();
  }

  /** The first typed option that agent sessions do not have. */
  public static Optional<String> firstTyped(Typed typed) {
    return firstTyped(typed, List.of());
  }

  /**
   * As {@link #firstTyped}, for a background session: with an agent, it also has tags and a notice.
   */
  public static Optional<String> firstTypedNotOfAgents(Typed typed) {
    return firstTyped(typed, List.of(Tag.OPTION, NOTIFY));
  }

  /** Reads the command's options, of which {@link #addTo} added a part. */
  private static Optional<String> firstTyped(Typed typed, List<String> except) {
    boolean isAdded = false;
    for (OptionSpec option : typed.options().commandSpec().options()) {
      String name = option.longestName();
      isAdded |= name.equals(WORKSPACE);
      boolean isOwn = isAdded || name.equals(TOOL_PATH);
      if (isOwn && !except.contains(name) && typed.has(name)) {
        return Optional.of(name);
      }
      isAdded &= !name.equals(LAST);
    }
    return Optional.empty();
  }

  /**
   * The options at the start of an earlier session.
   *
   * @throws Refused if the stored options are not valid
   */
  public static Typed stored(SessionRecord earlier) {
    CommandSpec spec = Parameters.command();
    addTo(spec);
    spec.addOption(Parameters.option(TOOL_PATH, "FILE", ""));
    spec.addOption(Parameters.option(DIRECTORY, "DIR", ""));
    try {
      return Typed.of(spec, earlier.options());
    } catch (WrongUsage e) {
      throw new Refused(
          "the options of the session " + earlier.name() + " are damaged: " + e.getMessage(),
          "start another one: bawn launch --help");
    }
  }

  /** Recorded options without the values of variables, which may be secret. */
  public static List<String> withoutValues(List<String> options) {
    return options.stream().map(SessionArguments::withoutValue).toList();
  }

  private static String withoutValue(String option) {
    String env = ENV + "=";
    int value = option.indexOf('=', env.length());
    return option.startsWith(env) && value > 0 ? option.substring(0, value) : option;
  }

  /** The program that was named when a session began, if one was. */
  public static Optional<Path> toolPath(SessionRecord session) {
    return path(TOOL_PATH, session);
  }

  /** The working directory of a session, relative to its workspace; empty for the top. */
  public static Optional<Path> directory(SessionRecord session) {
    return path(DIRECTORY, session);
  }

  private static Optional<Path> path(String option, SessionRecord session) {
    for (String word : session.options()) {
      if (word.startsWith(option + "=")) {
        return Optional.of(Path.of(word.substring(option.length() + 1)));
      }
    }
    return Optional.empty();
  }

  /** The names of the variables whose values come from the caller's environment. */
  public static List<String> passed(Typed typed) {
    List<String> names = new ArrayList<>();
    for (String word : typed.values(ENV)) {
      if (word.indexOf('=') < 0) {
        names.add(word);
      }
    }
    return names;
  }
}
