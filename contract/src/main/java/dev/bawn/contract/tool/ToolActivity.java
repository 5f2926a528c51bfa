package dev.bawn.contract.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How bawn learns what a tool does. The texts are no patterns: a session decides what its screen
 * shows, and no screen may make a search of them slow.
 *
 * @param report that the tool itself makes; it counts more than the screen
 * @param screen the texts for each activity: the screen shows one of them
 */
public record ToolActivity(Optional<ToolReport> report, Map<Activity, List<String>> screen) {

  /** A question that is missed costs more than one too many: so it comes first. */
  private static final List<Activity> ORDER =
      List.of(Activity.WAITING, Activity.WORKING, Activity.IDLE);

  /** Nothing tells. */
  public static final ToolActivity NONE = new ToolActivity(Optional.empty(), Map.of());

  public ToolActivity {
    Map<Activity, List<String>> ordered = new LinkedHashMap<>();
    for (Activity activity : ORDER) {
      ordered.put(activity, List.copyOf(screen.getOrDefault(activity, List.of())));
    }
    screen = ordered;
  }

  /**
   * Why a tool does what.
   *
   * @param activity what it does
   * @param text of the definition, which its screen shows
   */
  public record Shown(Activity activity, String text) {}

  /** Whether nothing is defined. */
  public boolean isNone() {
    return report.isEmpty() && screen.values().stream().allMatch(List::isEmpty);
  }

  /**
   * What the tool does, in upper or lower case; nothing where its screen shows none of the texts.
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
