package dev.bawn.launcher.review;

import java.util.Optional;

/** The severe hazards of files in commits, which act once somebody checks them out. */
public final class CommittedHazards {

  private final HazardousFiles files = HazardousFiles.read();

  /**
   * What is severe about a file.
   *
   * @param target where it leads, if it is a link
   */
  public Optional<String> of(RawPath path, Optional<String> target) {
    if (target.filter(text -> LinkTarget.leadsOut(path, text)).isPresent()) {
      return Optional.of(Hazard.LEADS_OUT.label());
    }
    return files
        .reason(path)
        .filter(reason -> reason.hazard().isSevere())
        .map(reason -> reason.hazard().label() + ": " + reason.actor());
  }
}
