package dev.bawn.admin.doctor;

import dev.bawn.admin.change.IncompleteFiles;
import dev.bawn.admin.change.IncompleteTrees;
import dev.bawn.admin.sealing.AgentRemains;
import dev.bawn.admin.sealing.ProgramCopies;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds files that a crash left. The caller holds the lock of the policies; otherwise the files of
 * a running command would be reported.
 *
 * @param layout with the state of bawn
 */
public record LeftoversExamination(SystemLayout layout) implements Examination {

  private static final String REMOVES = "sudo bawn-admin init   # removes unused files";

  @Override
  public String subject() {
    return "files that a crash left";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.CHANGE_UNFINISHED,
        FindingKind.GENERATION_HALF,
        FindingKind.GENERATION_ORPHAN,
        FindingKind.FILE_HALF,
        FindingKind.MIRROR_HALF,
        FindingKind.TOOL_HALF,
        FindingKind.PROGRAMS_UNUSED,
        FindingKind.HOME_ORPHAN,
        FindingKind.SCRATCH_ORPHAN,
        FindingKind.IDENTITY_ORPHAN);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    if (Files.exists(layout.journal())) {
      found.add(
          Diagnosis.of(
              FindingKind.CHANGE_UNFINISHED,
              "a change of an agent was interrupted: " + layout.journal(),
              "sudo bawn-admin init   # finishes it, or undoes it"));
    }
    generations(found);
    halfFiles(found);
    halfMade(found);
    unusedPrograms(found);
    orphans(layout.identities(), FindingKind.IDENTITY_ORPHAN, "key", found);
    orphans(layout.homes(), FindingKind.HOME_ORPHAN, "home directory", found);
    orphans(layout.allScratch(), FindingKind.SCRATCH_ORPHAN, "scratch directory", found);
    return found;
  }

  private void generations(List<Diagnosis> found) throws IOException {
    AgentRemains remains = new AgentRemains(layout);
    for (Path parent : remains.in(layout.allGenerations())) {
      String name = parent.getFileName().toString();
      Optional<Path> policy = remains.policy(name);
      found.add(
          policy.isPresent()
              ? lost(name, policy.get())
              : leftover(
                  FindingKind.GENERATION_ORPHAN,
                  "policies of an agent that does not exist: ",
                  parent));
    }
    for (Path half : new IncompleteFiles(layout).generations()) {
      found.add(leftover(FindingKind.GENERATION_HALF, "an incomplete policy: ", half));
    }
  }

  private void halfFiles(List<Diagnosis> found) throws IOException {
    for (Path half : new IncompleteFiles(layout).files()) {
      found.add(leftover(FindingKind.FILE_HALF, "an incomplete file: ", half));
    }
  }

  private void halfMade(List<Diagnosis> found) throws IOException {
    for (Path half : new IncompleteTrees(layout).lying()) {
      boolean isMirror = half.startsWith(layout.mirrors());
      found.add(
          Diagnosis.of(
              isMirror ? FindingKind.MIRROR_HALF : FindingKind.TOOL_HALF,
              (isMirror ? "an incomplete mirror: " : "an incomplete tool: ") + Printable.of(half),
              REMOVES));
    }
  }

  private void unusedPrograms(List<Diagnosis> found) throws IOException {
    List<Path> unused = new ProgramCopies(layout).unused();
    if (!unused.isEmpty() && new AgentRemains(layout).lost().isEmpty()) {
      found.add(
          Diagnosis.of(
              FindingKind.PROGRAMS_UNUSED,
              "copies of programs that no agent has any more: "
                  + unused.size()
                  + " in "
                  + layout.programs(),
              REMOVES));
    }
  }

  /** Finds directories of no agent, unless its policy is there: see {@link #generations}. */
  private void orphans(Path parent, FindingKind ailment, String what, List<Diagnosis> found)
      throws IOException {
    AgentRemains remains = new AgentRemains(layout);
    for (Path directory : remains.in(parent)) {
      if (remains.policy(directory.getFileName().toString()).isEmpty()) {
        found.add(
            leftover(ailment, "the " + what + " of an agent that does not exist: ", directory));
      }
    }
  }

  /** An agent whose link was lost or replaced: all of its files are still there. */
  private Diagnosis lost(String name, Path policy) {
    Path link = layout.agents().resolve(name);
    List<String> lines = new ArrayList<>();
    lines.add(
        "# restores the agent; to remove it after that: sudo bawn-admin delete "
            + Printable.of(name));
    if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) {
      lines.add(
          "sudo mv -T "
              + Printable.of(link)
              + " "
              + Printable.of(layout.state().resolve(name + ".damaged")));
    }
    lines.add(
        "sudo ln -sfT "
            + Printable.of(layout.agents().relativize(policy))
            + " "
            + Printable.of(link));
    lines.add("sudo bawn-admin init");
    return new Diagnosis(
        FindingKind.GENERATION_ORPHAN,
        Printable.of(link) + " does not lead to the newest policy of " + Printable.of(name),
        lines);
  }

  private static Diagnosis leftover(FindingKind ailment, String what, Path path) {
    String shown = Printable.of(path);
    return new Diagnosis(
        ailment,
        what + shown,
        List.of(
            "# if the agent should exist, restore /var/lib/bawn/agents from a backup; otherwise inspect this, then:",
            "sudo rm -rf --one-file-system -- '" + shown.replace("'", "'\\''") + "'"));
  }
}
