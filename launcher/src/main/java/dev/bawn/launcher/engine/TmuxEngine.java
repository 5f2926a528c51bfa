package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs one session in the background, in a terminal of the tmux server. A process there waits for
 * the plan and becomes the session, so the plan, which contains API keys, is never stored.
 *
 * <p>{@link #process} must be called first. {@link #close} ends a process that got no plan.
 */
public final class TmuxEngine implements Engine, AutoCloseable {

  /** The columns and lines of a terminal to which no client was attached yet. */
  private static final List<String> SIZE = List.of("-x", "120", "-y", "36");

  private static final int PAUSE_MILLIS = 4;

  /** The exit status from which on a signal ended the session. */
  private static final int SIGNALLED = 128;

  private final Tmux tmux;
  private final LocalEngine local;
  private final SessionDirectory session;
  private final Path pane;
  private final PersonalFiles files;
  private Optional<PlanPipe> pipe = Optional.empty();
  private Optional<ProcessMark> process = Optional.empty();
  private boolean hasPlan;

  /**
   * @param tmux the server
   * @param local determines the states of sessions
   * @param session that starts
   * @param library the directory {@code lib/bawn} of this installation
   * @param files of the caller
   */
  public TmuxEngine(
      Tmux tmux, LocalEngine local, SessionDirectory session, Path library, PersonalFiles files) {
    this.tmux = tmux;
    this.local = local;
    this.session = session;
    this.pane = library.resolve("pane");
    this.files = files;
  }

  @Override
  public ProcessMark process() {
    if (process.isEmpty()) {
      process = Optional.of(open());
    }
    return process.get();
  }

  private ProcessMark open() {
    tmux.require();
    pipe = Optional.of(PlanPipe.in(tmux.socket().getParent(), session.name().text(), files));
    Tmux.Answer opened = tryOpen();
    if (!opened.isDone() && tmux.isDead(session.name())) {
      // the last screen of a start that was interrupted
      tmux.call("kill-session", "-t", Tmux.target(session.name()));
      opened = tryOpen();
    }
    Optional<ProcessMark> mark = ProcessMark.at(local.proc(), opened.isDone() ? opened.text() : "");
    if (mark.isEmpty()) {
      throw closed(opened);
    }
    return mark.get();
  }

  private Failed closed(Tmux.Answer answer) {
    removeFifo();
    return failed(answer);
  }

  private Tmux.Answer tryOpen() {
    return tmux.call(
        "new-session",
        "-d",
        "-s",
        Tmux.title(session.name()),
        SIZE.get(0),
        SIZE.get(1),
        SIZE.get(2),
        SIZE.get(3),
        "-c",
        "/",
        "-P",
        "-F",
        "#{pane_pid}",
        "--",
        pane.toString(),
        pipe.orElseThrow().path().toString());
  }

  private static Failed failed(Tmux.Answer answer) {
    return new Failed(
        "tmux cannot open a terminal: " + Printable.of(answer.text()),
        "try it: tmux -L test new-session");
  }

  @Override
  public boolean keepsLog() {
    return true;
  }

  @Override
  public boolean isAtTerminal() {
    return false;
  }

  /** Returns before the program runs: see {@link #awaitBegun}. */
  @Override
  public void start(StartPlan plan) {
    hasPlan = true;
    pipe.orElseThrow().write(plan);
  }

  /**
   * Returns when the command inside has begun, or the session has ended.
   *
   * @throws NotBegun if the session ended before that
   */
  public void awaitBegun() {
    boolean hasBegun = hasBegun();
    while (!hasBegun && process().lives(local.proc())) {
      pause();
      hasBegun = hasBegun();
    }
    removeFifo();
    String target = Tmux.target(session.name());
    // called once: a fast command ends a moment later, and its exit status appears after that
    if (hasBegun || hasRun()) {
      // from now on the terminal is closed when the session ends
      tmux.call("set-option", "-w", "-t", target, "remain-on-exit", "off");
      if (!process().lives(local.proc())) {
        tmux.call("kill-session", "-t", target);
      }
      return;
    }
    String screen = tmux.screen(session.name()).strip();
    String status = tmux.call("display-message", "-p", "-t", target, "#{pane_dead_status}").text();
    tmux.call("kill-session", "-t", target);
    throw new NotBegun(screen, status.strip());
  }

  /** A session that ended before it began. */
  public static final class NotBegun extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final String REFUSED = "3";

    private final String status;

    NotBegun(String screen, String status) {
      super(screen);
      this.status = status;
    }

    /** Tells whether the start was refused, and did not fail. */
    public boolean isRefusal() {
      return status.equals(REFUSED);
    }

    /** The last screen of its terminal. */
    public String screen() {
      return getMessage();
    }
  }

  /**
   * Tells whether the command of this start is running. An agent session whose processes are hidden
   * counts as begun: if {@code enter} refused it, its log has the reason.
   */
  private boolean hasBegun() {
    if (!isThisStart()) {
      return false;
    }
    Optional<ProcessMark> first = FirstProcess.of(session.inside(), process(), local.proc());
    return first
        .map(each -> FirstProcess.hasExecuted(each, session.inside(), local.proc()))
        .orElseGet(() -> FirstProcess.isHidden(session.inside()));
  }

  /** Tells whether this start built the sandbox and has already ended. */
  private boolean hasRun() {
    return isThisStart()
        && local.state(session) instanceof SessionState.Ended(_, _, int status)
        && (status >= SIGNALLED || FirstProcess.hasEnded(session.inside()));
  }

  private boolean isThisStart() {
    return ProcessMark.of(SessionFile.line(session.started())).isThatOf(process());
  }

  @Override
  public SessionState state(SessionDirectory other) {
    return local.state(other);
  }

  @Override
  public void close() {
    if (process.isPresent() && !hasPlan) {
      tmux.call("kill-session", "-t", Tmux.target(session.name()));
      removeFifo();
    }
  }

  private void removeFifo() {
    pipe.ifPresent(PlanPipe::close);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
