package dev.bawn.launcher.sessions;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.tool.Activity;
import dev.bawn.contract.tool.ToolActivity;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines the activities of the tools in running sessions, from their reports or their screens.
 * A session controls its report and its screen, so it can give a wrong activity, but only for
 * itself.
 *
 * @param definitions of the tools
 * @param tmux the server with the terminals
 */
public record ActiveTools(ToolDefinitions definitions, Tmux tmux) {

  /**
   * The activity of a tool.
   *
   * @param activity the activity
   * @param reason the source of this, as a clause
   */
  public record Told(Activity activity, String reason) {

    /** The activity of a session that does not run. */
    public static final Told NONE = unknown("the session does not run");

    private static Told unknown(String reason) {
      return new Told(Activity.UNKNOWN, reason);
    }
  }

  /** The activity of each running session, by name; without paused ones. */
  public Map<String, Told> of(List<ListedSession> sessions) {
    Map<String, Told> told = new HashMap<>();
    Map<SessionName, ToolActivity> asked = new HashMap<>();
    Map<String, ToolActivity> defined = new HashMap<>();
    for (ListedSession each : sessions) {
      if (each instanceof ListedSession.Intact(var record, SessionState.Running running)
          && !running.isPaused()) {
        ToolActivity activity = defined.computeIfAbsent(record.tool(), this::defined);
        if (activity.isNone()) {
          told.put(each.name(), Told.unknown("no definition of its tool describes the screen"));
          continue;
        }
        Optional<Activity> reported = reported(record, activity, running.since());
        if (reported.isPresent()) {
          told.put(each.name(), new Told(reported.get(), "the tool reports it in its home"));
        } else {
          asked.put(record.name(), activity);
        }
      }
    }
    told.putAll(shown(asked));
    return told;
  }

  private Map<String, Told> shown(Map<SessionName, ToolActivity> asked) {
    Map<String, Told> told = new HashMap<>();
    Set<String> titles = asked.isEmpty() ? Set.of() : tmux.titles();
    List<SessionName> seen = new ArrayList<>();
    asked
        .keySet()
        .forEach(name -> {
          if (titles.contains(Tmux.title(name))) {
            seen.add(name);
          } else {
            told.put(name.text(), Told.unknown("bawn sees the screen of background sessions only"));
          }
        });
    Map<SessionName, String> screens = tmux.screens(seen);
    for (SessionName name : seen) {
      Optional<ToolActivity.Shown> shown = asked.get(name).on(screens.getOrDefault(name, ""));
      told.put(
          name.text(),
          shown.isPresent()
              ? new Told(shown.get().activity(), "its screen shows '" + shown.get().text() + "'")
              : Told.unknown("its screen shows no text that the definition names"));
    }
    return told;
  }

  private static Optional<Activity> reported(
      SessionRecord record, ToolActivity activity, Instant since) {
    return activity.report().isPresent() && record.home().isPresent()
        ? ReportedActivity.of(record.home().get(), activity.report().get(), since)
        : Optional.empty();
  }

  /** Tells whether a definition describes the activity of the tool. */
  public boolean describe(String tool) {
    return !defined(tool).isNone();
  }

  /** The activity in a tool's definition; a damaged definition hides no session. */
  private ToolActivity defined(String tool) {
    try {
      return definitions.of(CommandName.of(tool)).activity();
    } catch (Failure e) {
      return ToolActivity.NONE;
    }
  }
}
