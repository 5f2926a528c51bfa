package dev.bawn.launcher.engine;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.identity.SessionIdentity;
import dev.bawn.launcher.plan.PlanFile;
import dev.bawn.launcher.plan.RepositoryCopy;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.seed.SeedCopy;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.RepositorySource;
import dev.bawn.launcher.workspace.SkippedFiles;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the files of a plan in the caller's directories, and passes the plan to the engine. */
public final class Preparation {

  private final SessionPlan plan;
  private final SessionPlaces places;
  private final Path proc;
  private final Engine engine;
  private SessionStaging site = SessionStaging.OF_AN_EARLIER_ONE;
  private SeedCopy.Outcome seeded = SeedCopy.Outcome.NOTHING;

  /**
   * @param plan the plan
   * @param places the directories of sessions
   * @param proc the path of {@code /proc}
   * @param engine that starts it
   */
  public Preparation(SessionPlan plan, SessionPlaces places, Path proc, Engine engine) {
    this.plan = plan;
    this.places = places;
    this.proc = proc;
    this.engine = engine;
  }

  /**
   * Takes the leases of the session's home and ports.
   *
   * @return false if another session has taken one of them
   * @throws Failed if a lease cannot be written
   */
  public boolean takeHome() {
    try {
      return new HomeLease(proc).take(plan.home(), engine.process()) && havePorts();
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  /**
   * Takes the lease of the session's ports.
   *
   * @return false if another session has taken some of them
   * @throws Failed if the lease cannot be written
   */
  public boolean takePorts() {
    try {
      return havePorts();
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  private boolean havePorts() throws IOException {
    return plan.ports().isEmpty()
        || PortLease.in(places, proc).take(plan.ports().get(), engine.process());
  }

  /**
   * Records the directories that the session can write.
   *
   * @throws Failed if that fails
   */
  public void noteWritten() {
    try {
      WrittenPlaces.in(places, proc).note(plan, engine.process());
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  /**
   * Makes a new session, as a whole or not at all.
   *
   * @return false if another session has its name
   * @throws Failed if it cannot be made, for example on a full disk
   */
  public boolean makeNew() {
    try {
      site = SessionStaging.ofNew(plan.session(), places, proc);
      return isMade();
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  private boolean isMade() throws IOException {
    try {
      make();
      if (plan.masks().isPresent() && !plan.tracked().isEmpty()) {
        Optional<Path> copy = plan.repository().map(RepositoryCopy::layer);
        Path project = plan.session().project().orElseThrow();
        SkippedFiles.mark(plan.tracked(), project, site.at(copy.orElse(plan.masks().get())));
      }
      if (plan.session().changes().isPresent()) {
        Path workspace = places.workspace(plan.session().name());
        write(site.at(workspace.resolve(SessionPlaces.RECORD)), plan.directory().path() + "\n");
      }
      if (plan.session().workspace() == WorkspaceKind.OVERLAY) {
        Path upper = plan.session().changes().orElseThrow();
        Path base =
            Files.createDirectory(site.at(BaseDirectory.beside(upper)), SessionStaging.PRIVATE);
        Path project = plan.session().project().orElseThrow();
        BaseDirectory.keep(
            project,
            base,
            plan.session().created(),
            plan.session().sources().flatMap(each -> each.inode(project)));
      }
      return plan.repository().isPresent()
              && plan.repository().get().source() instanceof RepositorySource.Worktree worktree
          ? settleCheckout(worktree)
          : site.settle();
    } finally {
      site.drop();
    }
  }

  /**
   * Makes the checkout permanent: git keeps the borrowed objects from the time when no other start
   * can use the name.
   */
  private boolean settleCheckout(RepositorySource.Worktree worktree) throws IOException {
    String name = plan.session().name().text();
    Path borrowed = places.workspace(plan.session().name()).resolve(Checkout.BORROWED);
    write(site.at(borrowed), worktree.repository().common() + "\n");
    if (!site.settle()) {
      return false;
    }
    try {
      worktree.checkout().keep(worktree.repository(), name);
      return true;
    } catch (IOException | Failed e) {
      site.withdraw();
      throw e;
    }
  }

  /**
   * Makes the missing files of an earlier session.
   *
   * @throws Failed if they cannot be made
   */
  public void makeAgain() {
    try {
      make();
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  private void make() throws IOException {
    for (Path directory : plan.directories()) {
      Path at = site.at(directory);
      if (!Files.isDirectory(at)) {
        Files.createDirectories(at, SessionStaging.PRIVATE);
      }
    }
    if (plan.home().isKept()) {
      openToOwner(plan.home().directory().orElseThrow());
    }
    if (plan.session().workspace().isLayered() && plan.session().project().isPresent()) {
      likeTheProject(site.at(plan.session().changes().orElseThrow()));
    }
    if (plan.masks().isPresent()) {
      new MaskLayer(
              site.at(plan.masks().get()),
              plan.session().project().orElseThrow(),
              places.workspaces().resolveSibling("whiteout"))
          .hide(plan.masked());
    }
    makeRepository();
    for (Map.Entry<Path, String> file : plan.etcFiles().entrySet()) {
      write(site.at(file.getKey()), file.getValue());
    }
    if (plan.identity().isPresent()) {
      SessionIdentity.make(site.at(plan.identity().get()));
    }
    if (!plan.seeding().isEmpty()) {
      seeded = SeedCopy.carryOut(plan.seeding(), plan.home().lock().orElseThrow());
    }
    ReplacedFile.write(site.at(plan.directory().plan()), PlanFile.text(plan));
  }

  /** An earlier session can have closed its home: then this one could not use it. */
  private static void openToOwner(Path home) throws IOException {
    if (!Files.isReadable(home) || !Files.isWritable(home) || !Files.isExecutable(home)) {
      Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private void makeRepository() throws IOException {
    if (plan.repository().isPresent()) {
      RepositoryCopy copy = plan.repository().get();
      RepositoryLayer.make(site.at(copy.layer()), copy.source());
      if (plan.session().workspace().isCheckout() && site != SessionStaging.OF_AN_EARLIER_ONE) {
        requireDirectory();
      }
    }
  }

  /**
   * Makes the caller's working directory in a checkout: the commit may lack it, since git may
   * ignore it.
   */
  private void requireDirectory() {
    Optional<Path> directory = SessionArguments.directory(plan.session());
    Path files = plan.session().changes().orElseThrow().resolveSibling(Checkout.FILES);
    if (directory.isPresent() && !Files.isDirectory(site.at(files).resolve(directory.get()))) {
      throw new Refused(
          "the commit has no directory " + Printable.of(directory.get()),
          "go to one that it has: cd "
              + ShellQuoting.join(List.of(plan.session().project().orElseThrow().toString())));
    }
  }

  /** The result of copying the caller's files into the session's home. */
  public SeedCopy.Outcome seeded() {
    return seeded;
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Gives the upper layer the mode of the project: the upper directory itself is the top of an
   * overlay.
   */
  private void likeTheProject(Path upper) throws IOException {
    Object mode = Files.getAttribute(plan.session().project().orElseThrow(), "unix:mode");
    Files.setAttribute(upper, "unix:mode", (Integer) mode & 0777);
  }

  /** Starts the session. If that fails, a new session never begins. */
  public void start() {
    try {
      engine.start(plan.start());
    } catch (UncheckedIOException e) {
      site.withdraw();
      throw e;
    }
  }

  /**
   * Completes a new session that is not started now, see {@link SessionStaging#rest}. The base of
   * its changes is recorded in the background.
   *
   * @param library the directory {@code lib/bawn} of this installation
   * @throws Failed if that fails
   */
  public void rest(Path library) {
    try {
      SessionStaging.rest(plan.directory());
      if (plan.session().workspace() == WorkspaceKind.OVERLAY) {
        Path base = BaseDirectory.beside(plan.session().changes().orElseThrow());
        ProcessBuilder recorder =
            new ProcessBuilder(library.resolve("record-base").toString(), base.toString())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        recorder.environment().clear();
        recorder.start();
      }
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  /** Removes a new session that has not begun; keeps an earlier one. */
  public void withdraw() {
    if (site != SessionStaging.OF_AN_EARLIER_ONE) {
      try {
        Path workspace = places.workspace(plan.session().name());
        Checkout.release(workspace, plan.session().name().text());
      } catch (IOException e) {
        // the reference remains, and keeps some objects in the project
      }
      site.withdraw();
    }
  }
}
