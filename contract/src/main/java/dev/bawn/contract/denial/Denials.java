package dev.bawn.contract.denial;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.WrongUsage;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects the denials of one agent: each record once, in whichever logs it is. */
final class Denials {

  /**
   * The most different denials: more than a user reads; a malicious agent could cause any number.
   */
  static final int MOST = 1000;

  /** The most ids of records that are remembered, to recognize repeated ones. */
  private static final int MOST_IDS = 200_000;

  private static final Pattern INSTALLED = Pattern.compile("/(?:usr/(?:local/)?)?s?bin/([^/]+)");

  private final String profile;
  private final Instant since;
  private final Set<String> ids = new HashSet<>();
  private final Map<String, Refusal> refusals = new LinkedHashMap<>();
  private int dropped;

  Denials(AgentName agent, Instant since) {
    this.profile = agent.profileName();
    this.since = since;
  }

  /** Adds a record, if it is about this agent, recent enough, and new. */
  void add(Denial denial) {
    boolean wanted = denial.profile().equals(profile) && !denial.time().isBefore(since);
    // one system call has one id, and may be denied for several reasons
    String identity = denial.id() + ' ' + denial.fields().hashCode();
    if (!wanted || ids.contains(identity)) {
      return;
    }
    if (ids.size() < MOST_IDS) {
      ids.add(identity);
    }
    Refusal refusal = refusal(denial);
    String key = refusal.what() + '\0' + refusal.program();
    if (refusals.containsKey(key)) {
      refusals.compute(key, (same, before) -> before.again(denial.time()));
    } else if (refusals.size() < MOST) {
      refusals.put(key, refusal);
    } else {
      dropped++;
    }
  }

  private static Refusal refusal(Denial denial) {
    return new Refusal(
        Wording.of(denial),
        denial.field("comm").orElse("something"),
        1,
        denial.time(),
        denial.time(),
        command(denial));
  }

  /**
   * The command to allow: a program in a usual directory of programs can be allowed by its name, no
   * other can.
   */
  private static Optional<CommandName> command(Denial denial) {
    Matcher installed = INSTALLED.matcher(denial.text("name"));
    if (!Wording.right(denial).equals(Optional.of('x')) || !installed.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(CommandName.of(installed.group(1)));
    } catch (WrongUsage e) {
      return Optional.empty();
    }
  }

  /** The denials, the latest last. */
  List<Refusal> refusals() {
    return refusals.values().stream().sorted(Comparator.comparing(Refusal::last)).toList();
  }

  /** The number of further records. */
  int dropped() {
    return dropped;
  }
}
