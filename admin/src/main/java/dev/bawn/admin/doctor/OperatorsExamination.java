package dev.bawn.admin.doctor;

import dev.bawn.admin.account.OperatorAccounts;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds operators whose accounts were removed, or whose uids belong to other users now.
 *
 * @param manifests the policies of all agents
 * @param accounts the users of this machine
 */
public record OperatorsExamination(List<Manifest> manifests, OperatorAccounts accounts)
    implements Examination {

  public OperatorsExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "the operators";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.OPERATOR_CHANGED);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    for (Manifest manifest : manifests) {
      SortedSet<Uid> left = accounts.inForce(manifest).operators();
      SortedSet<Uid> others = new TreeSet<>(manifest.operators());
      others.removeAll(left);
      others.forEach(uid -> found.add(changed(manifest, uid, left.isEmpty())));
    }
    return found;
  }

  private Diagnosis changed(Manifest manifest, Uid uid, boolean nobodyElse) {
    String agent = manifest.agent().text();
    List<String> hint = new ArrayList<>();
    accounts
        .name(uid)
        .map(Printable::of)
        .ifPresent(now ->
            hint.add(
                "# if %s may use %s: sudo bawn-admin operator add %s %s; otherwise:"
                    .formatted(now, agent, agent, now)));
    if (nobodyElse) {
      hint.add("# name another operator first: sudo bawn-admin operator add " + agent + " USER");
    }
    hint.add("sudo bawn-admin operator remove --yes " + agent + " " + uid);
    return new Diagnosis(
        FindingKind.OPERATOR_CHANGED,
        "uid %s, an operator of %s, was %s when root signed the policy, and is %s now"
            .formatted(
                uid,
                agent,
                Printable.of(manifest.users().getOrDefault(uid, "unused")),
                accounts.name(uid).map(Printable::of).orElse("unused")),
        hint);
  }
}
