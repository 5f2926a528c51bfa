package dev.bawn.admin.doctor;

import dev.bawn.admin.system.AgentDiskUse;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Checks whether the files of agents use more than their disk limit, and whether disk quotas equal
 * the limits.
 *
 * @param manifests the policies of all agents
 * @param used returns the bytes that an agent's files use; empty if they cannot be measured
 * @param isLimited tells whether the disk quota of an agent equals the limit of its policy; true if
 *     the file system has no quotas
 */
public record DisksExamination(
    List<Manifest> manifests, Function<Manifest, OptionalLong> used, Predicate<Manifest> isLimited)
    implements Examination {

  private static final long MIB = 1L << 20;

  public DisksExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "disk limits of agents";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.DISK_ABOVE_LIMIT, FindingKind.DISK_QUOTA);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    for (Manifest manifest : manifests) {
      long limit = manifest.limits().disk();
      if (!isLimited.test(manifest)) {
        found.add(
            Diagnosis.of(
                FindingKind.DISK_QUOTA,
                "the disk quota of " + manifest.agent() + " is not the limit of its policy",
                "sudo bawn-admin init   # sets it"));
      }
      OptionalLong size = limit == 0 ? OptionalLong.of(0) : used.apply(manifest);
      if (size.isEmpty() || size.getAsLong() > limit) {
        found.add(above(manifest, size));
      }
    }
    return found;
  }

  private static Diagnosis above(Manifest manifest, OptionalLong size) {
    long limit = manifest.limits().disk();
    if (size.isEmpty()) {
      return Diagnosis.of(
          FindingKind.DISK_ABOVE_LIMIT,
          "the files of " + manifest.agent() + " cannot be measured, so it starts no session",
          "sudo du -sc /var/lib/bawn/homes/" + manifest.agent());
    }
    long allowed = AgentDiskUse.mebibytes(size.getAsLong() + size.getAsLong() / 10);
    return Diagnosis.of(
        FindingKind.DISK_ABOVE_LIMIT,
        "the files of "
            + manifest.agent()
            + " take "
            + AgentDiskUse.mebibytes(size.getAsLong())
            + " MiB of at most "
            + limit / MIB
            + " MiB, so it starts no session",
        "sudo bawn-admin reseal " + manifest.agent() + " --limit disk=" + allowed + "M");
  }
}
