package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import java.nio.file.Path;
import java.util.Iterator;
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

  /** The terminals that one call opens or closes, fewer than {@link Tmux#fits} allows. */
  public static final int MOST_PER_CALL = 16;

  private static final int PAUSE_MILLIS = 4;

  /** The exit status from which on a signal ended the session. */
  private static final int SIGNALLED = 128;

  private final Tmux tmux;
  private final Path proc;
  private final SessionDirectory session;
  private final Path pane;
  private final PersonalFiles files;
  private Optional<PlanPipe> pipe = Optional.empty();
  private Optional<ProcessMark> process = Optional.empty();
  private boolean hasPlan;

  /**
   * @param tmux the server
   * @param proc the path of {@code /proc}
   * @param session that starts
   * @param library the directory {@code lib/bawn} of this installation
   * @param files of the caller
   */
  public TmuxEngine(
      Tmux tmux, Path proc, SessionDirectory session, Path library, PersonalFiles files) {
    this.tmux = tmux;
    this.proc = proc;
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

  /**
   * Opens the terminals of several sessions with one call. A terminal that this call cannot open is
   * opened by {@link #process}, which reports the reason.
   *
   * @param engines with the same server, at most {@link #MOST_PER_CALL}
   */
  public static void openAll(List<TmuxEngine> engines) {
    List<List<String>> commands = engines.stream().map(TmuxEngine::opening).toList();
    Iterator<TmuxEngine> closed = engines.iterator();
    // after the first failure, tmux executes none of the commands that follow
    for (String line : engines.getFirst().tmux.callAll(commands).text().lines().toList()) {
      if (closed.hasNext()) {
        TmuxEngine engine = closed.next();
        engine.process = ProcessMark.at(engine.proc, line);
      }
    }
  }

  private ProcessMark open() {
    List<List<String>> command = List.of(opening());
    Tmux.Answer opened = tmux.callAll(command);
    if (!opened.isDone() && tmux.isDead(session.name())) {
      // the last screen of a start that was interrupted
      tmux.call("kill-session", "-t", Tmux.target(session.name()));
      opened = tmux.callAll(command);
    }
    Optional<ProcessMark> mark = ProcessMark.at(proc, opened.isDone() ? opened.text() : "");
    if (mark.isEmpty()) {
      throw closed(opened);
    }
    return mark.get();
  }

  private Failed closed(Tmux.Answer answer) {
    removeFifo();
    return failed(answer);
  }

  /**
   * Prepares the plan's pipe. Returns the command of tmux that opens the terminal and prints its
   * PID.
   */
  private List<String> opening() {
    tmux.require();
    pipe = Optional.of(PlanPipe.in(tmux.socket().getParent(), session.name().text(), files));
    return List.of(
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
        pipe.get().path().toString());
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
   * Returns when the command inside has begun, or the session has ended. Its terminal stays open
   * until {@link #closeAtEnd}.
   *
   * @throws NotBegun if the session ended before that
   */
  public void awaitBegun() {
    boolean hasBegun = hasBegun();
    while (!hasBegun && process().lives(proc)) {
      pause();
      hasBegun = hasBegun();
    }
    removeFifo();
    String target = Tmux.target(session.name());
    // called once: a fast command ends a moment later, and its exit status appears after that
    if (hasBegun || hasRun()) {
      return;
    }
    String screen = tmux.screen(session.name()).strip();
    String status = tmux.call("display-message", "-p", "-t", target, "#{pane_dead_status}").text();
    tmux.call("kill-session", "-t", target);
    throw new NotBegun(screen, status.strip());
  }

  /**
   * From now on, the terminals of these sessions are closed when the sessions end.
   *
   * @param begun sessions that have begun, see {@link #awaitBegun}, with the same server; at most
   *     {@link #MOST_PER_CALL}
   */
  public static void closeAtEnd(List<TmuxEngine> begun) {
    if (begun.isEmpty()) {
      return;
    }
    Tmux tmux = begun.getFirst().tmux;
    List<List<String>> commands = begun.stream().map(TmuxEngine::closing).toList();
    if (!tmux.callAll(commands).isDone()) {
      // a terminal that is closed already ended the call
      commands.forEach(command -> tmux.callAll(List.of(command)));
    }
    for (TmuxEngine each : begun) {
      if (!each.process().lives(each.proc)) {
        tmux.call("kill-session", "-t", Tmux.target(each.session.name()));
      }
    }
  }

  private List<String> closing() {
    return List.of("set-option", "-w", "-t", Tmux.target(session.name()), "remain-on-exit", "off");
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
    Optional<ProcessMark> first = FirstProcess.of(session.inside(), process(), proc);
    return first
        .map(each -> FirstProcess.hasExecuted(each, session.inside(), proc))
        .orElseGet(() -> FirstProcess.isHidden(session.inside()));
  }

  /** Tells whether this start built the sandbox and has already ended. */
  private boolean hasRun() {
    return isThisStart()
        && new SessionStates(proc).of(session) instanceof SessionState.Ended(_, _, int status)
        && (status >= SIGNALLED || FirstProcess.hasEnded(session.inside()));
  }

  private boolean isThisStart() {
    return ProcessMark.of(SessionFile.line(session.started())).isThatOf(process());
  }

  @Override
  public void close() {
    if (!hasPlan) {
      if (process.isPresent()) {
        tmux.call("kill-session", "-t", Tmux.target(session.name()));
      }
      removeFifo();
    }
  }

  private void removeFifo() {
    pipe.ifPresent(PlanPipe::close);
  }

  /** The training seldom waits here, so a start would load another class from the jar. */
  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
