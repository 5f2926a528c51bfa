package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Selects sessions that have all of these tags.
 *
 * @param tags each {@code KEY=VALUE}, or {@code KEY} for any value
 */
record TagFilter(List<String> tags) {

  /**
   * The option {@code --tag}.
   *
   * @param verb what the command does with the sessions
   */
  static OptionSpec option(String verb) {
    return SessionArguments.tags(
        "KEY[=VALUE]",
        verb + " only the sessions with this tag; repeat it to require several tags");
  }

  /**
   * The filter of a command line.
   *
   * @throws WrongUsage if an argument is neither a tag nor a key
   */
  static TagFilter of(Typed typed) {
    for (String tag : typed.values(Tag.OPTION)) {
      if (!Tag.isKey(tag)) {
        Tag.of(tag, "KEY or KEY=VALUE");
      }
    }
    return new TagFilter(typed.values(Tag.OPTION));
  }

  /** Tells whether every session is selected. */
  boolean isEmpty() {
    return tags.isEmpty();
  }

  /** Tells whether a session has all of the tags. The tags of a damaged session are unknown. */
  boolean admits(ListedSession listed) {
    return tags.isEmpty()
        || listed instanceof ListedSession.Intact(var record, _)
            && tags.stream().allMatch(tag -> has(record, tag));
  }

  private static boolean has(SessionRecord record, String tag) {
    return record.tags().stream()
        .anyMatch(each -> tag.indexOf('=') < 0 ? each.key().equals(tag) : each.text().equals(tag));
  }
}
