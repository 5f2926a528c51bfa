package dev.bawn.launcher.cli;

import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.record.StartedPlan;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reasons for failures in a session that its sandbox causes. It reads no file. */
final class SandboxReasons {

  private static final String READ_ONLY = "Read-only file system";
  private static final String NOT_PERMITTED = "Operation not permitted";

  private SandboxReasons() {}

  /**
   * The reasons in the sandbox of the last start.
   *
   * @param hidden the project's paths that the session does not see
   */
  static List<Reason> of(StartedPlan plan, FirstPaths hidden) {
    List<Reason> reasons = new ArrayList<>();
    if (hidden.count() > 0) {
      reasons.add(hidden(hidden));
    }
    reasons.add(readOnly(plan.steps()));
    reasons.add(
        Reason.of(
            "outside",
            "the session does not see your files outside of the project",
            "No such file or directory",
            "in a new session: --ro PATH"));
    kept(plan, reasons);
    if (!plan.sharesNetwork()) {
      reasons.add(
          Reason.of(
              "network",
              "the session has no network",
              "Network is unreachable",
              "in a new session: --network open"));
    }
    if (!plan.nests()) {
      reasons.add(
          Reason.of(
              "nesting",
              "the session cannot create user namespaces, which browsers and other sandboxes need",
              NOT_PERMITTED,
              plan.session().workspace() == WorkspaceKind.BIND
                  ? "an overlay allows it: --workspace overlay"
                  : "in a new session: leave out --no-nested"));
    }
    List<String> options = plan.session().options();
    limit("memory", SessionArguments.MEMORY, "Cannot allocate memory", options)
        .ifPresent(reasons::add);
    limit("pids", SessionArguments.PIDS, "Resource temporarily unavailable", options)
        .ifPresent(reasons::add);
    if (plan.sharesNetwork()
        && options.stream().noneMatch(each -> each.startsWith(SessionArguments.WITH_SSH))) {
      reasons.add(
          Reason.of(
              "ssh",
              "the session has neither your ssh keys nor your ssh settings",
              "Permission denied (publickey)",
              "in a new session: --with-ssh HOST"));
    }
    if (plan.landlock()) {
      reasons.add(
          Reason.of(
              "sockets",
              "the session cannot connect to abstract sockets of this machine",
              NOT_PERMITTED,
              ""));
    }
    reasons.add(
        Reason.of(
            "privileges",
            "no program in the session can gain privileges: sudo and other setuid programs fail",
            "The \"no new privileges\" flag is set",
            ""));
    boolean isCheckout = plan.session().workspace().isCheckout();
    reasons.add(
        Reason.of(
            "setgid",
            "no session can set the setgid bit, which directories inherit: "
                + "chmod g+s, cp -a and rsync -a of such a directory fail",
            NOT_PERMITTED,
            isCheckout
                ? ""
                : "in a new session: --workspace worktree or clone, whose directories do not have the bit"));
    if (!isCheckout && plan.steps().stream().anyMatch(SandboxStep.Overlay.class::isInstance)) {
      reasons.add(
          Reason.of(
              "links",
              "an overlay gives a new hard link another inode number, so git clone of a repository "
                  + "in the session fails",
              "hardlink different from source",
              "git clone --no-hardlinks"));
    }
    return reasons;
  }

  /** The reason in a limit, if the session has it. */
  private static Optional<Reason> limit(
      String word, String name, String said, List<String> options) {
    return options.stream()
        .filter(option -> option.startsWith(name + "="))
        .findFirst()
        .map(option ->
            Reason.of(
                word,
                "the session has a limit: " + option,
                said,
                "in a new session: a larger " + name));
  }

  private static Reason hidden(FirstPaths hidden) {
    return Reason.of(
            "hidden", "bawn hides these files from the session", "No such file or directory", "")
        .at(hidden);
  }

  /** Adds the read-only paths in a bound project: in a recorded plan, these are READ_ONLY, too. */
  private static void kept(StartedPlan plan, List<Reason> reasons) {
    Path inside = plan.session().inside();
    for (SandboxStep step : plan.steps()) {
      if (step instanceof SandboxStep.Bind(var manner, _, var at)
          && manner == SandboxStep.Manner.READ_ONLY
          && Path.of(at.text()).startsWith(inside)
          && !Path.of(at.text()).equals(inside)) {
        reasons.add(
            Reason.of(
                "git",
                "the session cannot change " + at.text(),
                READ_ONLY,
                "an overlay allows this: --workspace overlay"));
      }
    }
  }

  private static Reason readOnly(List<SandboxStep> steps) {
    List<String> writable = new ArrayList<>();
    for (SandboxStep step : steps) {
      switch (step) {
        case SandboxStep.Bind bind when bind.manner() == SandboxStep.Manner.WRITABLE -> {
          // in the arguments of bubblewrap, a directory that is kept in place is a writable one,
          // too
          String at = bind.at().text();
          if (writable.stream().noneMatch(each -> at.startsWith(each + "/"))) {
            writable.add(at);
          }
        }
        case SandboxStep.Overlay(_, _, _, var at) -> writable.add(at.text());
        case SandboxStep.Cache(var overlay) -> writable.add(overlay.at().text());
        case SandboxStep.Scratchpad(var at, _) -> writable.add(at.text());
        default -> {}
      }
    }
    return Reason.of(
        "read-only",
        "the session can write only in " + String.join(", ", writable),
        READ_ONLY,
        "in a new session: --rw PATH");
  }
}
