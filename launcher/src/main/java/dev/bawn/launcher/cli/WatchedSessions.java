package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.tool.Activity;
import dev.bawn.launcher.engine.ProcessTable;
import dev.bawn.launcher.engine.ResourceUse;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.record.SessionLog;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.screen.BoardSession;
import dev.bawn.launcher.screen.BoardSession.Urgency;
import dev.bawn.launcher.screen.BoardSource;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.SessionTokens;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.transcript.TokenCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sessions of {@code watch}, and its keys, which run the commands of the same names. The
 * resources and changes take long to read, so they are read less often: in at most one part in
 * {@value #SHARE} of the time, but at least once a minute, since every reading is slow on a busy
 * machine, and when a session has ended. The same applies to the tokens, for which the first
 * reading does not wait.
 */
final class WatchedSessions implements BoardSource {

  private static final int SHARE = 200;
  private static final double NANOS = 1e9;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  /** Waits for a key, since the board would cover the output of a command. */
  private static final String AND_WAIT =
      " printf %s 'bawn: Enter shows the board again '; read -r line";

  private final TagFilter tags;
  private final Sessions sessions;
  private final SessionPlaces places;
  private final SessionStates states;
  private final ActiveTools tools;
  private final SessionTokens tokens;
  private final Tmux tmux;
  private final Path program;
  private final Path launcher;
  private final Supplier<CountedRecords> counted;
  private final Map<String, Use> uses = new HashMap<>();
  private final Map<String, Changes> changes = new ConcurrentHashMap<>();
  private Map<String, TokenCount> used = Map.of();
  private Set<String> ended = Set.of();
  private long next = System.nanoTime();
  private long nextTokens = next;

  WatchedSessions(TagFilter tags, CommandContext context, Surroundings here) {
    this.tags = tags;
    this.places = OwnPlaces.of(here);
    this.states = SessionStates.on(here.layout());
    this.sessions = new Sessions(places, states);
    this.tools = ListedOutput.tools(context, here);
    this.tokens = ListedOutput.tokens(context, here);
    this.tmux = Tmux.of(places, here);
    this.program = context.installation().library().resolve("session");
    this.launcher = context.installation().launcher();
    this.counted = () -> new CountedRecords(context, here);
  }

  /**
   * The resources of a session.
   *
   * @param at the time of the reading, of {@link System#nanoTime}
   * @param percent of a processor, since the previous reading
   */
  private record Use(ResourceUse use, long at, OptionalDouble percent) {}

  /**
   * The changes of a session.
   *
   * @param state its state at that time: the changes of an ended session stay the same
   */
  private record Changes(String text, SessionState state) {}

  @Override
  public Look look(Optional<BoardSession> selected) {
    List<ListedSession> all = sessions.all().stream().filter(tags::admits).toList();
    Map<String, ActiveTools.Told> told = tools.of(all);
    Optional<BoardSession> background = selected.filter(BoardSession::isBackground);
    Tmux.Overview overview =
        background.isPresent()
            ? tmux.overview(SessionName.of(background.get().name()))
            : new Tmux.Overview(tmux.titles(), "");
    boolean isFirst = changes.isEmpty();
    next = seldom(next, () -> measure(all));
    // the user reviews a session when it has ended; the board shows the end first
    count(
        intact(all)
            .filter(each ->
                !changes.containsKey(each.name())
                    || (ended.contains(each.name()) && !isCounted(each)))
            .toList());
    ended =
        intact(all)
            .filter(each -> !each.isRunning())
            .map(ListedSession::name)
            .collect(Collectors.toSet());
    nextTokens = isFirst ? nextTokens : seldom(nextTokens, () -> used = tokens.of(all));
    List<BoardSession> shown = new ArrayList<>();
    for (ListedSession each : all) {
      shown.add(
          each instanceof ListedSession.Intact session
              ? shown(session, Optional.ofNullable(told.get(each.name())), overview.titles())
              : damaged(each));
    }
    return new Look(
        shown,
        background.isPresent()
            ? lines(overview.screen())
            : selected.map(this::terminal).orElse(List.of()));
  }

  /** Runs a reading if it is due, and returns the time of the next one. */
  private static long seldom(long due, Runnable measured) {
    long begun = System.nanoTime();
    if (begun - due < 0) {
      return due;
    }
    measured.run();
    long end = System.nanoTime();
    return end + Math.min(MINUTE, SHARE * (end - begun));
  }

  private static List<String> lines(String screen) {
    return screen.lines().map(Printable::whole).toList();
  }

  private void measure(List<ListedSession> all) {
    ProcessTable table = ProcessTable.of(states.proc());
    intact(all).forEach(session -> measure(session, table));
    count(intact(all).filter(session -> !isFinal(session) || !isCounted(session)).toList());
  }

  private static Stream<ListedSession.Intact> intact(List<ListedSession> all) {
    return all.stream()
        .filter(ListedSession.Intact.class::isInstance)
        .map(ListedSession.Intact.class::cast);
  }

  private void count(List<ListedSession.Intact> some) {
    if (some.isEmpty()) {
      return;
    }
    CountedRecords records = counted.get();
    Map<String, SessionRecord> found = new HashMap<>();
    for (ListedSession.Intact session : some) {
      records.of(session.record()).ifPresent(record -> found.put(session.name(), record));
    }
    Map<String, String> counts = LimitedCounts.of(found, WatchedSessions::count);
    for (ListedSession.Intact session : some) {
      String count = counts.getOrDefault(session.name(), "");
      changes.put(session.name(), new Changes(count, session.state()));
    }
  }

  /** Tells whether the changes were counted in this state. */
  private boolean isCounted(ListedSession.Intact session) {
    Changes before = changes.get(session.name());
    return before != null && before.state().equals(session.state());
  }

  /** Tells whether the count stays: the next session of an agent changes the same overlay. */
  private static boolean isFinal(ListedSession.Intact session) {
    return !session.isRunning() && session.record().agent().isEmpty();
  }

  private void measure(ListedSession.Intact session, ProcessTable table) {
    Use before = uses.remove(session.name());
    if (!session.isRunning()) {
      return;
    }
    PsCommand.use(session, places, program, states, table)
        .ifPresent(use -> uses.put(session.name(), since(before, use)));
  }

  private static Use since(Use before, ResourceUse use) {
    long now = System.nanoTime();
    return new Use(
        use,
        now,
        before == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                Math.max(0, use.seconds() - before.use().seconds())
                    / ((now - before.at()) / NANOS)
                    * 100));
  }

  private static String count(SessionRecord record) {
    return RecordedChanges.left(record, ListCommand.MOST_CHANGES)
        .map(WatchedSessions::count)
        .orElse("");
  }

  /**
   * The text of a narrow column: commits are named only if nothing else shows that work is left.
   */
  private static String count(RecordedChanges.Left left) {
    return left.changes().changes() == 0 && !left.commits().areNone()
        ? "commits"
        : ListCommand.number(left.changes());
  }

  private BoardSession shown(
      ListedSession.Intact session, Optional<ActiveTools.Told> told, Set<String> terminals) {
    SessionRecord record = session.record();
    Optional<Use> use =
        Optional.ofNullable(uses.get(session.name())).filter(_ -> session.isRunning());
    return new BoardSession(
        session.name(),
        ListedOutput.status(session, told),
        urgency(session, told),
        Printable.of(record.tool()),
        record.project().map(each -> Printable.whole(each)).orElse(""),
        ListCommand.tags(session),
        ListedOutput.last(session),
        use.map(Use::percent).orElse(OptionalDouble.empty()),
        use.map(each -> OptionalLong.of(each.use().memory())).orElse(OptionalLong.empty()),
        Optional.ofNullable(changes.get(session.name())).map(Changes::text).orElse(""),
        Optional.ofNullable(used.get(session.name())),
        true,
        session.isRunning() && terminals.contains(Tmux.title(record.name())));
  }

  private static Urgency urgency(ListedSession.Intact session, Optional<ActiveTools.Told> told) {
    return switch (session.state()) {
      case SessionState.Running running when running.isPaused() -> Urgency.PAUSED;
      case SessionState.Running _ ->
          told.map(each -> urgency(each.activity())).orElse(Urgency.WORKS);
      case SessionState.Ended ended when ended.status() == 0 -> Urgency.ENDED;
      case SessionState.Ended _, SessionState.Lost _ -> Urgency.FAILED;
      case SessionState.Prepared _, SessionState.OfAgent _ -> Urgency.ENDED;
    };
  }

  private static Urgency urgency(Activity activity) {
    return switch (activity) {
      case WAITING -> Urgency.WAITS;
      case IDLE -> Urgency.IDLE;
      case WORKING, UNKNOWN -> Urgency.WORKS;
    };
  }

  private static BoardSession damaged(ListedSession listed) {
    return new BoardSession(
        Printable.whole(listed.name()),
        listed.word(),
        Urgency.FAILED,
        "-",
        "",
        "",
        Optional.<Instant>empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        "",
        Optional.empty(),
        false,
        false);
  }

  @Override
  public List<String> terminal(BoardSession session) {
    SessionName name = SessionName.of(session.name());
    if (session.isBackground()) {
      return lines(tmux.screen(name));
    }
    if (session.isRunning()) {
      return List.of(
          "", "  It runs in the foreground of another terminal, or the tmux server ended.");
    }
    try (SessionLog log = new SessionLog(places.session(name))) {
      return log.lastLines();
    } catch (IOException e) {
      return List.of("its log cannot be read: " + Printable.of(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public void attach(String name) {
    inThisTerminal("\"$@\" && exit 0;" + AND_WAIT, "attach", name);
  }

  @Override
  public void review(String name) {
    inThisTerminal(
        "\"$@\"; [ $? -ne " + ReviewCommand.SILENT + " ] || exit 0;" + AND_WAIT, "review", name);
    changes.remove(name);
  }

  @Override
  public Optional<String> send(String name, String line) {
    SessionName session = SessionName.of(name);
    boolean isSent = new TypedText(line, true).into(List.of(session), tmux).isEmpty();
    return isSent
        ? Optional.empty()
        : Optional.of(name + " does not run any more; s keeps what you typed");
  }

  @Override
  public String pause(String name, boolean isPaused) {
    return answer(isPaused ? "pause" : "unpause", name);
  }

  @Override
  public String restart(String name) {
    return answer("restart", name);
  }

  @Override
  public String kill(String name) {
    return answer("kill", name);
  }

  /** Runs a command, and returns the first line of its output that tells the result. */
  private String answer(String command, String name) {
    try {
      Process process =
          new ProcessBuilder(launcher.toString(), command, name)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      process.waitFor();
      return Printable.of(
          said.lines()
              .filter(line -> !line.startsWith(KillCommand.WAITS))
              .findFirst()
              .orElse(command + " " + name + ": done"));
    } catch (IOException e) {
      return launcher + " cannot be run: " + e.getMessage();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  private void inThisTerminal(String script, String command, String name) {
    try {
      ProcessBuilder shell =
          new ProcessBuilder("/bin/sh", "-c", script, "sh", launcher.toString(), command, name);
      shell.environment().put(ReviewCommand.ON_BOARD, "1");
      shell.inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new Failed("/bin/sh cannot be run: " + e.getMessage(), "see: ls -l /bin/sh");
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
