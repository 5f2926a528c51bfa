package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Examines the programs of the system that bawn starts, and names the effect of a missing one. */
public final class ProgramsExamination implements Examination {

  private static final List<Needed> NEEDED =
      List.of(
          new Needed(FindingKind.SUDO_MISSING, "sudo", "sudo", "nobody can start an agent"),
          new Needed(FindingKind.PERL_MISSING, "perl", "perl", "no session can begin"),
          new Needed(FindingKind.GIT_MISSING, "git", "git", "no project can be mirrored"),
          new Needed(FindingKind.TAR_MISSING, "tar", "tar", "no project can be mirrored"),
          new Needed(FindingKind.SETFACL_MISSING, "setfacl", "acl", "no agent can be made"),
          new Needed(FindingKind.TMUX_MISSING, "tmux", "tmux", "sessions end with their terminal"),
          new Needed(
              FindingKind.INOTIFYWAIT_MISSING,
              "inotifywait",
              "inotify-tools",
              "mirrors cannot follow their projects live"));

  private final SystemLayout layout;
  private final PackageLines packages;

  /**
   * @param layout with the programs
   */
  public ProgramsExamination(SystemLayout layout) {
    this.layout = layout;
    this.packages = PackageLines.on(layout);
  }

  /**
   * @param ailment the kind of problem if it is missing
   * @param program its name
   * @param packageName the package that has it, on every distribution
   * @param without the effect if it is missing
   */
  private record Needed(FindingKind ailment, String program, String packageName, String without) {}

  @Override
  public String subject() {
    return "the programs that bawn starts";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return NEEDED.stream().map(Needed::ailment).collect(Collectors.toSet());
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    for (Needed needed : NEEDED) {
      if (!isInstalled(needed.program(), layout)) {
        found.add(
            Diagnosis.of(
                needed.ailment(),
                needed.program() + " is not installed: " + needed.without(),
                packages.install(needed.packageName())));
      }
    }
    return found;
  }

  static boolean isInstalled(String program, SystemLayout layout) {
    return Stream.of("usr/bin", "usr/sbin", "bin", "sbin")
        .anyMatch(place -> Files.isExecutable(layout.at(place).resolve(program)));
  }
}
