package dev.bawn.admin.allowlist;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.FileIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The programs of commands that were signed earlier, as they are on this machine now: a package may
 * have been removed since.
 *
 * <p>A new policy of the agent is written without the missing programs, so that rights can always
 * be removed. Operations that grant rights call {@link #requireInstalled} first.
 */
public final class SealedPrograms {

  private final SystemLayout layout;

  /**
   * @param layout with {@code /usr} and the copies of programs
   */
  public SealedPrograms(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Returns the file that sessions run: for a program of {@code /usr/bin} its signed copy if it
   * exists, otherwise the program itself.
   *
   * @return its path; empty if neither exists
   */
  public Optional<String> find(AllowedCommand command) {
    if (hasCopy(command)) {
      return Optional.of("/" + layout.root().relativize(layout.programCopy(command.sha256())));
    }
    return Optional.of(command.target()).filter(this::isThere);
  }

  /** Returns the interpreters of such a file; empty if one of them is not installed. */
  public List<String> interpreters(String file) throws IOException {
    try {
      return Interpreters.of(layout, file);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /**
   * Requires that all programs and interpreters are installed.
   *
   * @throws Refused with the names of those that are missing, or have changed and have no copy
   */
  public void requireInstalled(Manifest manifest) throws IOException {
    List<String> names = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (AllowedCommand command : manifest.commands()) {
      Optional<String> path = missing(command);
      if (path.isPresent()) {
        names.add(command.name().text());
        missing.add(path.get());
      } else {
        requireCopyOrUnchanged(command, manifest.agent());
      }
    }
    if (!missing.isEmpty()) {
      String agent = manifest.agent().text();
      String what =
          missing.size() == 1
              ? "the program of " + names.getFirst() + " is missing: "
              : "programs of " + agent + " are missing: ";
      throw new Refused(
          what + String.join(" ", missing),
          "install "
              + (missing.size() == 1 ? "it" : "them")
              + ", or: sudo bawn-admin restrict "
              + agent
              + " "
              + String.join(" ", names));
    }
  }

  private Optional<String> missing(AllowedCommand command) throws IOException {
    if (!isThere(command.target())) {
      return Optional.of(command.target());
    }
    try {
      Interpreters.of(layout, find(command).orElseThrow());
      return Optional.empty();
    } catch (NoSuchFileException e) {
      Path file = Path.of(e.getFile());
      return Optional.of(
          file.isAbsolute() ? "/" + layout.root().relativize(file) : file.toString());
    }
  }

  private void requireCopyOrUnchanged(AllowedCommand command, AgentName agent) throws IOException {
    Path program = layout.at(command.target().substring(1));
    if (ProgramList.takes(command.target())
        && !hasCopy(command)
        && FileIdentity.isChanged(program, command)) {
      throw new Refused(
          command.target() + " changed since it was signed",
          "run: sudo bawn-admin reseal " + agent + ", then run this command again");
    }
  }

  private boolean hasCopy(AllowedCommand command) {
    return ProgramList.takes(command.target())
        && Files.exists(layout.programCopy(command.sha256()));
  }

  private boolean isThere(String program) {
    return Files.exists(layout.at(program.substring(1)));
  }
}
