package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.engine.ProcessMark;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Notification;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The user's programs {@code ~/.config/bawn/hooks/pre-start}, {@code post-start} and {@code
 * notify}, outside of the sandbox. They get the name of the session and the directory to which it
 * writes: its upper layer, or the project if it has none, or if it is a session of an agent. No
 * project and no session can bring a hook.
 */
final class StartHooks {

  /**
   * The time limit: a terminal in the background waits 60 s for the plan of a session, see
   * libexec/pane.
   */
  private static final int SECONDS = 50;

  /** Redirects the hook's output: only the command of the session writes to standard output. */
  private static final String TO_STANDARD_ERROR = "exec \"$@\" >&2";

  private static final File NOTHING = new File("/dev/null");

  /** A session can write the caller's directory, and programs read files of their directory. */
  private static final File DIRECTORY = new File("/");

  /** The variables by which a program finds the desktop of its user. */
  private static final List<String> NOTICE_VARIABLES =
      List.of(
          "HOME",
          "PATH",
          "LANG",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "XAUTHORITY",
          "XDG_RUNTIME_DIR",
          "DBUS_SESSION_BUS_ADDRESS");

  private static final String NOTIFY_SEND = "usr/bin/notify-send";

  private final Optional<Path> directory;
  private final PersonalFiles files;
  private final Surroundings here;

  StartHooks(Surroundings here) {
    this.directory =
        PersonalDirectory.CONFIG
            .in(here.environment())
            .map(each -> each.resolve("hooks"))
            .filter(each -> !Files.notExists(each));
    this.files = new PersonalFiles(here.user(), here.layout());
    this.here = here;
  }

  /**
   * Runs {@code pre-start}, if it exists.
   *
   * @throws Refused if another user could have written a hook
   * @throws Failed if it fails; then nothing may start
   */
  void before(SessionRecord session) {
    if (directory.isEmpty()) {
      return;
    }
    Optional<Path> hook = hook("pre-start");
    Stream.of("post-start").forEach(this::hook); // refused before any hook runs
    if (hook.isEmpty()) {
      return;
    }
    String path = Printable.whole(hook.get());
    try {
      Process process =
          builder(List.of("/bin/sh", "-c", TO_STANDARD_ERROR, "sh", hook.get().toString()), session)
              .redirectOutput(Redirect.INHERIT)
              .redirectError(Redirect.INHERIT)
              .start();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new Failed(
            "the hook pre-start took longer than " + SECONDS + " s, so nothing was started",
            "see: " + path);
      }
      if (process.exitValue() != 0) {
        throw new Failed(
            "the hook pre-start failed with status "
                + process.exitValue()
                + ", so nothing was started",
            "see: " + path);
      }
    } catch (IOException e) {
      throw new Failed(
          "the hook pre-start cannot be run: " + Printable.whole(String.valueOf(e.getMessage())),
          "see: " + path);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  /**
   * Arranges that {@code post-start} runs, if it exists, once the command of the session has begun.
   *
   * @param directory of the session
   * @param process that becomes the session
   */
  void after(SessionRecord session, SessionDirectory directory, ProcessMark process) {
    Optional<Path> hook = hook("post-start");
    if (hook.isEmpty()) {
      return;
    }
    List<String> command =
        List.of(
            here.library().resolve("post-start").toString(),
            directory.path().toString(),
            process.pid(),
            process.begun(),
            hook.get().toString());
    try {
      builder(command, session)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new Failed(
          "the hook post-start cannot be run: " + Printable.whole(String.valueOf(e.getMessage())),
          "is bawn installed completely? bawn doctor");
    }
  }

  /**
   * The notice at the end of a session: the way or the program, and its environment.
   *
   * @return empty if there is none
   */
  List<String> notice(Notification notification) {
    List<String> notice = new ArrayList<>();
    switch (notification) {
      case NONE -> {
        return List.of();
      }
      case BELL, DESKTOP -> {
        if (notification == Notification.DESKTOP
            && !Files.isExecutable(here.layout().at(NOTIFY_SEND))) {
          throw new NotFound(
              "notify-send, which --notify desktop runs, is not installed",
              "install libnotify-bin (Debian) or libnotify (Arch Linux); or use --notify bell");
        }
        notice.add(notification.word());
      }
      case HOOK -> notice.add(notification().toString());
    }
    for (String name : NOTICE_VARIABLES) {
      if (here.environment().containsKey(name)) {
        notice.add(name + "=" + here.environment().get(name));
      }
    }
    return notice;
  }

  /**
   * Notifies the user that a session waits for an answer.
   *
   * @param session its name
   * @return whether the bell of the caller's terminal does that
   */
  boolean tellWaiting(Notification notification, String session) {
    List<String> notice = notice(notification);
    if (notice.isEmpty() || notification == Notification.BELL) {
      return !notice.isEmpty();
    }
    List<String> words =
        notification == Notification.DESKTOP
            ? List.of("/" + NOTIFY_SEND, "-a", "bawn", "--", session + " waits", "for your answer")
            : List.of(notice.getFirst(), session, "waiting");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(DIRECTORY)
            .redirectInput(NOTHING)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    builder.environment().keySet().retainAll(NOTICE_VARIABLES);
    builder.environment().putAll(Map.of("BAWN_SESSION", session, "BAWN_EVENT", "waiting"));
    try {
      builder.start();
      return false;
    } catch (IOException e) {
      throw new Failed(
          "the program of the notification cannot be started: "
              + Printable.whole(String.valueOf(e.getMessage())),
          "see: " + words.getFirst());
    }
  }

  /**
   * The program {@code notify}, which {@code libexec/session} runs at the end of a session, and
   * {@code bawn watch} when one begins to wait.
   *
   * @throws NotFound if it does not exist
   * @throws Refused if another user could have written it
   */
  private Path notification() {
    return hook("notify")
        .orElseThrow(() ->
            new NotFound(
                "the program of the notification 'hook' does not exist: ~/.config/bawn/hooks/notify",
                "create it and make it executable; or use: --notify desktop"));
  }

  private Optional<Path> hook(String name) {
    Optional<Path> hook =
        directory.map(each -> each.resolve(name)).filter(each -> !Files.notExists(each));
    if (hook.isPresent()) {
      try {
        Path home = Path.of(here.environment().getOrDefault("HOME", "/"));
        files.requireUnexchangeable(directory.get(), home);
        files.requireProgram(hook.get());
      } catch (IOException e) {
        throw new Refused(
            "cannot read " + Printable.whole(hook.get()), "see: namei -l " + hook.get());
      }
    }
    return hook;
  }

  private ProcessBuilder builder(List<String> command, SessionRecord session) {
    String workspace = session.changes().or(session::project).orElse(Path.of("/")).toString();
    List<String> words = new ArrayList<>(command);
    words.add(session.name().text());
    words.add(workspace);
    ProcessBuilder builder = new ProcessBuilder(words).directory(DIRECTORY).redirectInput(NOTHING);
    Map<String, String> environment = builder.environment();
    environment.put("BAWN_SESSION", session.name().text());
    environment.put("BAWN_WORKSPACE", workspace);
    environment.put("BAWN_WORKSPACE_KIND", session.workspace().word());
    environment.put("BAWN_TOOL", session.tool());
    environment.put("BAWN_PROJECT", session.project().map(Path::toString).orElse(""));
    session.agent().ifPresent(worker -> environment.put("BAWN_AGENT", worker.agent().text()));
    return builder;
  }
}
