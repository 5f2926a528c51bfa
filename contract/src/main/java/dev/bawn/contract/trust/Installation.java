package dev.bawn.contract.trust;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * V9: the programs outside of the session that a start needs.
 *
 * @param library the directory {@code lib/bawn} of this installation
 * @param bubblewrap the program bwrap
 * @param sudo the program sudo
 */
public record Installation(Path library, Path bubblewrap, Path sudo) {

  private static final int SETUID_OR_SETGID = 06000;

  /**
   * The option of bubblewrap 0.8 that recipes need. It is searched in the bytes of the program,
   * because a call for its version would cost a launch one more process.
   */
  public static final String NEEDED_OPTION = "--disable-userns";

  /** An installation in this directory, with the system's bwrap and sudo. */
  public static Installation in(Path library) {
    return new Installation(library, Path.of("/usr/bin/bwrap"), Path.of("/usr/bin/sudo"));
  }

  /** The entry point. */
  public Path enter() {
    return library.resolve("enter");
  }

  /**
   * The program {@code bawn-admin}, by the only path with which sudoers permits operators to run
   * it.
   */
  public Path admin() {
    return library.getParent().resolveSibling("bin").resolve("bawn-admin");
  }

  /** The program {@code bawn}. */
  public Path launcher() {
    return library.getParent().resolveSibling("bin").resolve("bawn");
  }

  /** The seccomp filters of agent sessions. {@link Generation#FILTER} names the one in use. */
  public List<Path> filters() {
    return List.of(library.resolve("session.bpf"), jitFilter());
  }

  /**
   * The programs and parts of programs that start sessions and run commands beside them, outside of
   * the sandbox, and each script that one of these runs or reads.
   */
  public List<Path> starters() {
    return Stream.of(
            "agent-sandbox",
            "disk-use",
            "enter",
            "handover",
            "join",
            "landlock",
            "open-mounts",
            "overlay-bundle",
            "overlay-discard",
            "pane",
            "record-base",
            "relay",
            "scope",
            "session",
            "ssh-keys",
            "stop-all",
            "system-calls",
            "tmux-output")
        .map(library::resolve)
        .toList();
  }

  /**
   * Requires that nothing is missing that starts an unprivileged session.
   *
   * @throws Failed if the installation is not complete
   */
  public void requireStarters() {
    for (Path file : starters()) {
      if (!Files.exists(file)) {
        throw new Failed(
            "the installation is not complete: " + file + " is missing", "install bawn again");
      }
    }
  }

  /** The filter under which programs can make machine code in memory. */
  public Path jitFilter() {
    return library.resolve("jit.bpf");
  }

  Finding check(RootOwned rootOwned) {
    requireThere(sudo, "sudo");
    requireThere(bubblewrap, "bubblewrap");
    List<Path> files = new ArrayList<>(filters());
    files.addAll(starters());
    files.add(bubblewrap);
    for (Path file : files) {
      rootOwned
          .problem(file)
          .ifPresent(problem -> {
            throw new BrokenLink(
                VerificationStep.V9,
                "the installation cannot be trusted: " + problem.sentence(),
                problem.rule(),
                problem.found(),
                problem.hint("install bawn again"));
          });
    }
    try {
      requireUnprivileged();
      requireNewEnough();
    } catch (IOException e) {
      throw new BrokenLink(
          VerificationStep.V9,
          bubblewrap + " cannot be read",
          "a readable program",
          Failed.of(e).what(),
          "install the package bubblewrap again");
    }
    return new Finding(
        VerificationStep.V9,
        Finding.Strength.HOLDS,
        "the programs of bawn, the seccomp filters and bubblewrap belong to root");
  }

  private static void requireThere(Path program, String name) {
    if (!Files.exists(program)) {
      throw new BrokenLink(
          VerificationStep.V9,
          name + " is not installed",
          program.toString(),
          "nothing",
          "install the package " + name);
    }
  }

  /** Tells whether bubblewrap is setuid or setgid, which it must not be. */
  public boolean bubblewrapIsPrivileged() throws IOException {
    return (bubblewrapMode() & SETUID_OR_SETGID) != 0;
  }

  private int bubblewrapMode() throws IOException {
    return (Integer) Files.getAttribute(bubblewrap, "unix:mode", LinkOption.NOFOLLOW_LINKS);
  }

  private void requireUnprivileged() throws IOException {
    if (bubblewrapIsPrivileged()) {
      throw new BrokenLink(
          VerificationStep.V9,
          bubblewrap + " is setuid, which gives every user of this machine a privileged program",
          "mode 0755",
          String.format("mode %04o", bubblewrapMode() & 07777),
          "run: sudo chmod 0755 " + bubblewrap);
    }
  }

  /** Tells whether bubblewrap has every option that recipes need. */
  public boolean bubblewrapIsNewEnough() throws IOException {
    // one character for each byte: nothing is decoded, and the search is an intrinsic of the JVM
    return new String(Files.readAllBytes(bubblewrap), StandardCharsets.ISO_8859_1)
        .contains(NEEDED_OPTION);
  }

  private void requireNewEnough() throws IOException {
    if (!bubblewrapIsNewEnough()) {
      throw new BrokenLink(
          VerificationStep.V9,
          "this bubblewrap is too old",
          "0.8 or later",
          "no " + NEEDED_OPTION,
          "update bubblewrap");
    }
  }
}
