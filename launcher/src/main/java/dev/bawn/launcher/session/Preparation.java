package dev.bawn.launcher.session;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.wall.BubblewrapArguments;
import dev.bawn.launcher.seed.SeedCopy;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes what a plan needs, in the caller's own directories, and hands the plan over. */
public final class Preparation {

  private final SessionPlan plan;
  private final List<String> walls;
  private Site site = Site.OF_AN_EARLIER_ONE;
  private SeedCopy.Outcome seeded = SeedCopy.Outcome.NOTHING;

  /**
   * @param plan what is prepared
   */
  public Preparation(SessionPlan plan) {
    this.plan = plan;
    this.walls = BubblewrapArguments.of(plan.walls());
  }

  /**
   * Notes that the session uses its home.
   *
   * @param proc where {@code /proc} is
   * @return false if another session has taken it
   * @throws Failed if that cannot be written down
   */
  public boolean takeHome(Path proc) {
    try {
      return plan.home().take(proc);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Notes which places the session writes.
   *
   * @throws Failed if that cannot be written down
   */
  public void noteWritten(WrittenPlaces places) {
    try {
      places.note(plan);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Makes a new session, whole or not at all.
   *
   * @param kept where sessions lie
   * @param proc where {@code /proc} is
   * @return false if another session has its name
   * @throws Failed if it cannot be made, as on a disk that is full
   */
  public boolean makeNew(SessionPlaces kept, Path proc) {
    try {
      site = Site.ofNew(plan, kept, proc);
      return isMade();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private boolean isMade() throws IOException {
    try {
      make();
      if (plan.session().workspace() == WorkspaceKind.OVERLAY) {
        Path upper = plan.session().changes().orElseThrow();
        Path base = Files.createDirectory(site.at(BaseDirectory.beside(upper)), Site.PRIVATE);
        Path project = plan.session().project().orElseThrow();
        BaseDirectory.keep(
            project,
            base,
            plan.session().created(),
            plan.session().sources().flatMap(each -> each.inode(project)));
      }
      return site.settle();
    } finally {
      site.drop();
    }
  }

  /**
   * Makes what an earlier session has not any more.
   *
   * @throws Failed if it cannot be made
   */
  public void makeAgain() {
    try {
      make();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void make() throws IOException {
    for (Path directory : plan.directories()) {
      Path at = site.at(directory);
      if (!Files.isDirectory(at)) {
        Files.createDirectories(at, Site.PRIVATE);
      }
    }
    if (plan.session().workspace() == WorkspaceKind.OVERLAY) {
      likeTheProject(site.at(plan.session().changes().orElseThrow()));
    }
    if (!plan.masked().isEmpty()) {
      Path masks = plan.session().changes().orElseThrow().resolveSibling("masks");
      new MaskLayer(site.at(masks), plan.session().project().orElseThrow()).hide(plan.masked());
    }
    Path etc = site.at(plan.directory().path().resolve("etc"));
    for (Map.Entry<String, String> file : plan.etc().entrySet()) {
      write(etc.resolve(SessionEtc.kept(file.getKey())), file.getValue());
    }
    if (!plan.seeding().isEmpty()) {
      seeded = SeedCopy.carryOut(plan.seeding(), plan.home().lock().orElseThrow());
    }
    writePlan();
  }

  /** What became of that which the session's home gets of the caller's. */
  public SeedCopy.Outcome seeded() {
    return seeded;
  }

  /** As a whole: a crash, or a disk that is full, leaves the old plan or the new one. */
  private void writePlan() throws IOException {
    Path file = site.at(plan.directory().plan());
    Path next = file.resolveSibling(".plan.json");
    try {
      write(next, PlanFile.text(plan, walls));
    } catch (IOException e) {
      Files.deleteIfExists(next);
      throw e;
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The top of an overlay is the upper directory itself: its mode is what a session sees. */
  private void likeTheProject(Path upper) throws IOException {
    Object mode = Files.getAttribute(plan.session().project().orElseThrow(), "unix:mode");
    Files.setAttribute(upper, "unix:mode", (Integer) mode & 0777);
  }

  /** Hands it to the start stub. Where nobody listens any more, a new session never begins. */
  public void handOver(Handover handover) {
    List<String> arguments = new ArrayList<>();
    arguments.add("2");
    arguments.add("--stage");
    arguments.add(plan.stage().toString());
    arguments.addAll(BubblewrapArguments.counted(plan.walls()));
    for (Variable variable : plan.variables()) {
      arguments.add("3");
      arguments.add("--setenv");
      arguments.add(variable.name());
      arguments.add(variable.value());
    }
    try {
      handover.write(plan.argv(), arguments);
    } catch (UncheckedIOException e) {
      site.withdraw();
      throw e;
    }
  }

  private Failed failed(IOException e) {
    String reason =
        e instanceof FileSystemException file && file.getReason() == null
            ? file.getFile() + " cannot be made or written"
            : String.valueOf(e.getMessage());
    return new Failed(
        "the session could not be prepared: " + Printable.of(reason),
        "see whether there is room, and who may write: df "
            + plan.directory().path().getParent().getParent());
  }
}
