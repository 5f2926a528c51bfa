package dev.bawn.launcher.session;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.wall.BubblewrapArguments;
import dev.bawn.launcher.seed.SeedCopy;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes what a plan needs, in the caller's own directories, and hands the plan over. */
public final class Preparation {

  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private final SessionPlan plan;

  /**
   * @param plan what is prepared
   */
  public Preparation(SessionPlan plan) {
    this.plan = plan;
  }

  /**
   * Takes the session's name.
   *
   * @return false if another session has it
   */
  public boolean claim() {
    Path directory = plan.directory().path();
    try {
      Files.createDirectories(directory.getParent(), PRIVATE);
      Files.createDirectory(directory, PRIVATE);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Makes what is not there yet, and writes the plan down.
   *
   * @return what became of that which the session's home gets of the caller's
   * @throws dev.bawn.contract.failure.Refused if it gets something, and another session has it
   */
  public SeedCopy.Outcome prepare() {
    try {
      for (Path directory : plan.directories()) {
        if (!Files.isDirectory(directory)) {
          Files.createDirectories(directory, PRIVATE);
        }
      }
      if (plan.session().workspace() == WorkspaceKind.OVERLAY) {
        likeTheProject(plan.session().changes().orElseThrow());
      }
      if (!plan.masked().isEmpty()) {
        Path upper = plan.session().changes().orElseThrow();
        new MaskLayer(upper.resolveSibling("masks"), plan.session().project().orElseThrow())
            .hide(plan.masked());
      }
      for (Map.Entry<String, String> file : plan.etc().entrySet()) {
        Path path = plan.directory().path().resolve("etc").resolve(SessionEtc.kept(file.getKey()));
        Files.write(path, file.getValue().getBytes(StandardCharsets.UTF_8));
      }
      SeedCopy.Outcome outcome =
          plan.seeding().isEmpty()
              ? SeedCopy.Outcome.NOTHING
              : SeedCopy.carryOut(plan.seeding(), plan.home().lock().orElseThrow());
      write(PlanFile.text(plan, BubblewrapArguments.of(plan.walls())));
      return outcome;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Hands the plan to the start stub, which becomes the session. */
  public void handOver(Handover handover) {
    List<String> arguments = new ArrayList<>(BubblewrapArguments.of(plan.walls()));
    for (Variable variable : plan.variables()) {
      arguments.add("--setenv");
      arguments.add(variable.name());
      arguments.add(variable.value());
    }
    handover.write(plan.argv(), arguments);
  }

  /** As a whole: a crash leaves the old plan or the new one. */
  private void write(String text) throws IOException {
    Path next = plan.directory().path().resolve(".plan.json");
    Files.write(next, text.getBytes(StandardCharsets.UTF_8));
    Files.move(next, plan.directory().plan(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The top of an overlay is the upper directory itself: its mode is what a session sees. */
  private void likeTheProject(Path upper) throws IOException {
    Object mode = Files.getAttribute(plan.session().project().orElseThrow(), "unix:mode");
    Files.setAttribute(upper, "unix:mode", (Integer) mode & 0777);
  }

  private Failed failed(IOException e) {
    return new Failed(
        "the session could not be prepared: " + Printable.of(String.valueOf(e.getMessage())),
        "see whether there is room, and who may write: df "
            + plan.directory().path().getParent().getParent());
  }
}
