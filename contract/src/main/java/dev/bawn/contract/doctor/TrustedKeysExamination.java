package dev.bawn.contract.doctor;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.TrustedKeys;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/**
 * Examines V1, which is the same for all agents: one wrong file stops each of them.
 *
 * @param layout with the keys
 * @param rootOwned decides whether a path belongs to root
 */
public record TrustedKeysExamination(SystemLayout layout, RootOwned rootOwned)
    implements Examination {

  @Override
  public String subject() {
    return "the trusted keys";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.SEAL_BROKEN);
  }

  @Override
  public List<Diagnosis> look() {
    if (!Files.isDirectory(layout.agents())) {
      return List.of(); // root never set up agents
    }
    try {
      TrustedKeys.read(layout, rootOwned);
      return List.of();
    } catch (BrokenLink link) {
      return List.of(ChainExamination.diagnosis(FindingKind.SEAL_BROKEN, link));
    }
  }
}
