package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The list of a project at the last update of its mirror, in a file of root that does not survive a
 * reboot. The owner of the project can list it again without root: if the list is the same, a sync
 * would change nothing.
 *
 * <p>The file has the fields in this order, then the arguments of the command, each terminated by
 * NUL.
 *
 * @param list the digest of the output of the command
 * @param decided a digest of the other data that determine the files of the mirror, see {@link
 *     #decided}
 * @param program the file names of bawn-admin's jars, with colons between them: these jars
 *     determine the matching of masks
 * @param command lists the project, when its owner runs it
 */
public record ListedProject(Sha256 list, String decided, String program, List<String> command) {

  private static final int FIELDS = 3;

  public ListedProject {
    command = List.copyOf(command);
  }

  /**
   * Reads the file.
   *
   * @param rootOwned decides whether it belongs to root
   * @return empty if it is missing or in doubt
   */
  public static Optional<ListedProject> read(
      SystemLayout layout, ProjectId mirror, RootOwned rootOwned) {
    Path file = layout.listed(mirror);
    try {
      if (Files.notExists(file) || rootOwned.problem(file).isPresent()) {
        return Optional.empty();
      }
      List<String> fields = List.of(Files.readString(file).split("\0", -1));
      int last = fields.size() - 1;
      return last > FIELDS && fields.getLast().isEmpty()
          ? Optional.of(
              new ListedProject(
                  new Sha256(fields.get(0)),
                  fields.get(1),
                  fields.get(2),
                  fields.subList(FIELDS, last)))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The content of the file. */
  public byte[] bytes() {
    StringBuilder text = new StringBuilder();
    for (String field : List.of(list.hex(), decided, program)) {
      text.append(field).append('\0');
    }
    for (String word : command) {
      text.append(word).append('\0');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Tells whether the policy is the same for this assignment. */
  public boolean isOf(Assignment assignment) {
    return decided.equals(decided(assignment));
  }

  /**
   * A digest of the policy of an assignment: the owner of the project, its path, and the files of
   * its mirror.
   */
  public static String decided(Assignment assignment) {
    return Sha256.ofText(
            String.join(
                "\0",
                assignment.source().text(),
                assignment.owner().toString(),
                assignment.ownerName().orElse(""),
                assignment.keeper().toString(),
                assignment.repository().toString(),
                String.join("\n", assignment.masks()),
                String.join("\n", assignment.shown())))
        .hex();
  }
}
