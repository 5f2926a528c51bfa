package dev.bawn.admin.doctor;

import dev.bawn.admin.system.LimitUnits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether systemd enforces the limits of memory, processor time and processes of agents.
 *
 * @param manifests the policies of all agents
 * @param units the units that enforce their limits
 */
public record LimitsExamination(List<Manifest> manifests, LimitUnits units) implements Examination {

  public LimitsExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "memory, processor time and processes of agents";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.LIMITS_UNAVAILABLE, FindingKind.LIMIT_UNIT_CHANGED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    for (Manifest manifest : manifests) {
      if (!manifest.limits().together().isNone()) {
        look(manifest).ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<Diagnosis> look(Manifest manifest) throws IOException {
    Optional<String> obstacle = units.obstacle(manifest);
    if (obstacle.isPresent()) {
      return Optional.of(
          Diagnosis.of(
              FindingKind.LIMITS_UNAVAILABLE,
              "the limits of "
                  + manifest.agent()
                  + " cannot be enforced, so it starts no session: "
                  + obstacle.get(),
              "sudo bawn-admin reseal " + manifest.agent() + " --limit memory=0,cpus=0,pids=0"));
    }
    if (units.isInForce(manifest)) {
      return Optional.empty();
    }
    return Optional.of(
        Diagnosis.of(
            FindingKind.LIMIT_UNIT_CHANGED,
            "the unit that limits "
                + manifest.agent()
                + ", "
                + LimitUnits.name(manifest.uid())
                + ", is missing, stopped or changed",
            "sudo bawn-admin init   # writes and starts it"));
  }
}
