package dev.bawn.contract.doctor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Examines every link from root's signature to the kernel, for each agent. V1, V9 and V11 are left
 * to the examinations of keys, of the installation, and of projects and mirrors.
 *
 * @param requests the agents, each with its user
 * @param chain verifies them
 */
public record ChainExamination(List<Request> requests, BiConsumer<Request, Consumer<Finding>> chain)
    implements Examination {

  public ChainExamination {
    requests = List.copyOf(requests);
  }

  @Override
  public String subject() {
    return "the signed policies";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.SEAL_BROKEN, FindingKind.COMMANDS_CHANGED, FindingKind.POLICY_NOT_ENFORCED);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    for (Request request : requests) {
      try {
        chain.accept(request, finding -> weak(request.agent(), finding, found));
      } catch (BrokenLink link) {
        broken(link, found);
      }
    }
    return found;
  }

  /**
   * Adds a finding of V7, which warns if a package update changed commands and the policy requires
   * no more.
   */
  private static void weak(AgentName agent, Finding finding, List<Diagnosis> found) {
    if (finding.step() == VerificationStep.V7 && finding.strength() == Finding.Strength.WEAK) {
      found.add(
          new Diagnosis(
              FindingKind.COMMANDS_CHANGED, agent + ": " + finding.what(), finding.hint()));
    }
  }

  private static void broken(BrokenLink link, List<Diagnosis> found) {
    kind(link.step()).ifPresent(kind -> found.add(diagnosis(kind, link)));
  }

  static Diagnosis diagnosis(FindingKind kind, BrokenLink link) {
    String sentence = link.step() + " (" + link.step().title() + "): " + link.what();
    return Diagnosis.of(kind, sentence, line(link.hint()));
  }

  /** The kind of finding for a broken step; empty for those that other examinations report. */
  private static Optional<FindingKind> kind(VerificationStep step) {
    return switch (step) {
      case V1, V9, V11 -> Optional.empty();
      case V7 -> Optional.of(FindingKind.COMMANDS_CHANGED);
      case V10 -> Optional.of(FindingKind.POLICY_NOT_ENFORCED);
      case V2, V3, V4, V5, V6, V8, V12 -> Optional.of(FindingKind.SEAL_BROKEN);
    };
  }

  /** A hint that begins with a command, as a line to type; any other becomes a comment. */
  private static String line(String hint) {
    return hint.startsWith("run: ") ? hint.substring("run: ".length()) : "# " + hint;
  }
}
