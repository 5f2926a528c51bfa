package dev.bawn.contract.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How bawn determines the activity of a tool. The texts are no patterns: a session controls its
 * screen, and no screen may make a search slow.
 *
 * @param report that the tool itself makes; it has precedence over the screen
 * @param screen the texts for each activity: the screen shows one of them
 */
public record ToolActivity(Optional<ToolReport> report, Map<Activity, List<String>> screen) {

  /** The order of the search: a missed question costs more than a wrong one, so it comes first. */
  private static final List<Activity> ORDER =
      List.of(Activity.WAITING, Activity.WORKING, Activity.IDLE);

  /** An activity that cannot be determined. */
  public static final ToolActivity NONE = new ToolActivity(Optional.empty(), Map.of());

  public ToolActivity {
    Map<Activity, List<String>> ordered = new LinkedHashMap<>();
    for (Activity activity : ORDER) {
      ordered.put(activity, List.copyOf(screen.getOrDefault(activity, List.of())));
    }
    screen = ordered;
  }

  /**
   * The activity of a tool, with the reason.
   *
   * @param activity the activity
   * @param text of the definition, which its screen shows
   */
  public record Shown(Activity activity, String text) {}

  /** Tells whether nothing is defined. */
  public boolean isNone() {
    return report.isEmpty() && screen.values().stream().allMatch(List::isEmpty);
  }

  /**
   * The activity on a screen, in upper or lower case; empty if the screen shows none of the texts.
   */
  public Optional<Shown> on(String shown) {
    String lower = shown.toLowerCase(Locale.ROOT);
    for (Map.Entry<Activity, List<String>> each : screen.entrySet()) {
      for (String text : each.getValue()) {
        if (lower.contains(text.toLowerCase(Locale.ROOT))) {
          return Optional.of(new Shown(each.getKey(), text));
        }
      }
    }
    return Optional.empty();
  }
}
