package dev.bawn.contract.tool;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file in which a tool reports its activity: a field of a JSON file in its home. It writes one
 * for each of its processes.
 *
 * @param directory of these files
 * @param field at the top of a file
 * @param values for each activity, the values of the field that mean it
 */
public record ToolReport(HomePath directory, String field, Map<Activity, List<String>> values) {

  public ToolReport {
    values = Map.copyOf(values);
  }

  /** The activity that a value of the field means; empty if the definition does not name it. */
  public Optional<Activity> meaning(String value) {
    for (Map.Entry<Activity, List<String>> each : values.entrySet()) {
      if (each.getValue().contains(value)) {
        return Optional.of(each.getKey());
      }
    }
    return Optional.empty();
  }
}
