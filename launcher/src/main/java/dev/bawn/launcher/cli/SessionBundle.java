package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.Quarantine;
import dev.bawn.launcher.commits.StagedFile;
import dev.bawn.launcher.linux.ProcessWork;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The commits of a session as a bundle that git writes in the session's own sandbox: anything that
 * its repository makes git do, the session could do itself.
 *
 * @param launcher the program bawn
 */
record SessionBundle(Path launcher, SessionName session) implements Quarantine.Source {

  private static final long SECONDS = 600;
  private static final long PAUSE_MILLIS = 20;

  /**
   * The most pauses in a row without progress of git: 5 s; time in which bawn is stopped does not
   * count.
   */
  private static final int MOST_IDLE = 250;

  private static final int LONGEST_SAID = 1 << 14;
  static final String EMPTY = "empty bundle";

  /** The message of git-bundle(1) if it cannot read the parents of a commit. */
  private static final String WITHOUT_PARENTS = "revision walk setup failed";

  /** The message of git-bundle(1) if it cannot read the files of a commit. */
  private static final String WITHOUT_OBJECTS = "pack-objects died";

  /** The message of git(1) without a repository. */
  private static final String WITHOUT_REPOSITORY = "not a git repository";

  private static final List<String> GIT =
      List.of(
          "git",
          "--no-replace-objects",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          "bundle",
          "create",
          "-",
          "--ignore-missing",
          "--branches",
          "HEAD",
          "--stdin");

  /** The lines of a refusal of {@code bawn exec}. */
  private static final Pattern REFUSAL = Pattern.compile("bawn: error: (.*)\\Rbawn: hint: (.*)");

  /**
   * The verified commits of a session.
   *
   * @throws NotFound if its project is no repository
   */
  static Quarantine receive(
      NamedSession session, SessionRecord record, CommandContext context, Surroundings here)
      throws IOException {
    Path upper = RecordedChanges.requireChanges(record);
    RecordedChanges.requireProject(record);
    try {
      return Quarantine.receive(
          upper,
          record.created(),
          repository(record, upper),
          session.overlay().isPresent()
              ? session.overlay().get().bundle(context, here)
              : new SessionBundle(context.installation().launcher(), record.name()));
    } catch (Refused e) {
      throw new Refused(
          e.what(), e.hint().replace(Quarantine.SESSION, "bawn status " + record.name()));
    }
  }

  private static boolean beganWithoutRepository(SessionRecord record) {
    return record.project().isEmpty() && !record.workspace().isCheckout();
  }

  /** Tells whether the repository is only in the session, so no commits of it can be fetched. */
  static boolean isOnlyInSession(SessionRecord record) {
    return beganWithoutRepository(record)
        || !record.name().isOfAgent()
            && record.project().filter(SessionBundle::isNoTop).isPresent()
            && isOwn(record);
  }

  private static boolean isNoTop(Path project) {
    return GitRepository.of(project).filter(each -> each.top().equals(project)).isEmpty();
  }

  private static boolean isOwn(SessionRecord record) {
    return record.workspace() == WorkspaceKind.CLONE
        || Files.notExists(BaseDirectory.beside(record.changes().orElseThrow()).resolve("index"));
  }

  /** The command that lists the commits of a session. */
  static String toList(SessionRecord record) {
    return isOnlyInSession(record) ? git(record.name()) + " log" : "bawn log " + record.name();
  }

  /** The command that fetches them to a branch of the project. */
  static String toFetch(SessionName session) {
    return "bawn merge " + session + " --branch " + session.branch();
  }

  /** The command that fetches them, or else writes them to a file. */
  static String toFetch(SessionRecord record) {
    return isOnlyInSession(record) ? toWrite(record.name()) : toFetch(record.name());
  }

  private static String toWrite(SessionName session) {
    return git(session) + " bundle create - --all >FILE";
  }

  /** The beginning of a git command in a session. */
  static String git(SessionName session) {
    return "bawn " + (session.isOfAgent() ? "launch " : "exec ") + session + " -- git";
  }

  /** The command that shows the staged content of the files in the work tree of the first one. */
  static String toShow(SessionRecord record, List<StagedFile> files, int most) {
    StagedFile first = files.getFirst();
    if (first.tree().isEmpty()) {
      return git(record.name())
          + " --git-dir="
          + typed(record, first.path().parent().bytes())
          + " ls-files --stage";
    }
    String there =
        first.tree().get().equals(RawPath.TOP)
            ? ""
            : " -C " + typed(record, first.tree().get().bytes());
    return files.stream()
        .filter(each -> each.tree().equals(first.tree()))
        .limit(most)
        .map(each -> " " + typed(":" + each.inTree()))
        .collect(Collectors.joining("", git(record.name()) + there + " show", ""));
  }

  /** A path of the project, as the session sees it: the session may begin in any directory. */
  static String typed(SessionRecord record, String bytes) {
    String inside = RawPath.raw(record.inside().toString());
    return typed(bytes.isEmpty() ? inside : inside + "/" + bytes);
  }

  static String typed(String bytes) {
    return ShellQuoting.exact(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static GitRepository repository(SessionRecord record, Path upper) {
    if (beganWithoutRepository(record)) {
      throw new NotFound(
          "session '"
              + record.name()
              + "' began on a project without a git repository, so its commits cannot be fetched",
          "list them: " + toList(record));
    }
    if (record.project().isEmpty()) {
      return RepositoryLayer.of(upper);
    }
    Path project = record.project().get();
    RecordedChanges.requireOpenRepository(record);
    Optional<GitRepository> found = GitRepository.of(project);
    if (found.isEmpty() && Files.isRegularFile(project.resolve(".git"))) {
      throw new NotFound(
          "the repository of the linked work tree " + Printable.whole(project) + " is missing",
          "put it back, or, in its new place: git worktree repair "
              + ShellQuoting.join(List.of(project.toString()))
              + "; then: "
              + toList(record));
    }
    return found
        .filter(each -> each.top().equals(project))
        .orElseThrow(() ->
            new NotFound(
                Printable.whole(project) + " is not the top of a git repository",
                withoutRepository(record)));
  }

  /** The hint where the project has no repository, or none any more. */
  private static String withoutRepository(SessionRecord record) {
    SessionName name = record.name();
    boolean isWithout =
        record.workspace() != WorkspaceKind.CLONE
            && Files.notExists(
                record.changes().orElseThrow().resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    if (name.isOfAgent() || isOwn(record) && isWithout) {
      return "see its changes: bawn status " + name;
    }
    return isOwn(record)
        ? "list the commits: " + git(name) + " log; write them to a file: " + toWrite(name)
        : "put the project with its .git back there; then: " + toList(record);
  }

  /** Throws the refusal with which {@code bawn exec} ended before git began. */
  private static void requireBegun(int status, String said) {
    Matcher refusal = REFUSAL.matcher(said);
    if (status == 3 && refusal.find()) {
      throw new Refused(Printable.of(refusal.group(1)), Printable.of(refusal.group(2)));
    }
  }

  @Override
  public boolean write(Path bundle, List<String> known) throws IOException {
    Path said = bundle.resolveSibling("errors");
    List<String> command =
        new ArrayList<>(List.of(launcher.toString(), "exec", session.text(), "--"));
    command.addAll(GIT);
    // a file: git in the session may not read a pipe before it is full
    Path asked = bundle.resolveSibling("known");
    Files.write(asked, known.stream().map(each -> "^" + each).toList());
    Process git =
        new ProcessBuilder(command)
            .redirectInput(asked.toFile())
            .redirectOutput(bundle.toFile())
            .redirectError(Redirect.to(said.toFile()))
            .start();
    int status = await(git, bundle);
    String text = said(said);
    if (text.contains(WITHOUT_PARENTS)) {
      throw new Failed(
          "the project's repository lacks commits on which the commits of "
              + session
              + " are based, or cannot read them",
          "merge the files: bawn merge " + session + " --all; or a patch: bawn export " + session);
    }
    if (text.contains(WITHOUT_OBJECTS)) {
      throw new Failed(
          "git in the session cannot read all objects of its commits: git gc may have removed them"
              + " from the project",
          "merge the files: bawn merge "
              + session
              + " --all; find the damaged commits: bawn exec "
              + session
              + " -- git fsck --connectivity-only");
    }
    if (text.contains(WITHOUT_REPOSITORY)) {
      throw new Failed(
          "git does not work in session '" + session + "', so it has no commits to list or fetch",
          "its files: bawn status "
              + session
              + "; the reason: bawn exec "
              + session
              + " -- git log");
    }
    requireBegun(status, text);
    if (status != 0 && !text.contains(EMPTY)) {
      throw new Failed(
          "git in the session wrote no bundle: " + Printable.of(text.strip()),
          "see: bawn exec " + session + " -- git log");
    }
    return status == 0;
  }

  static String said(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(LONGEST_SAID), StandardCharsets.UTF_8);
      // if 'bawn exec' starts nothing, its last line is a hint, and the error is above it
      return text.lines()
          .filter(line -> !line.startsWith("bawn: hint: "))
          .reduce((_, last) -> last)
          .map(line -> line.replaceFirst("^bawn: error: ", ""))
          .orElse("");
    }
  }

  static Refused tooLarge() {
    return new Refused(
        "the commits of the session are larger than 1 GiB, or take longer than 10 minutes",
        "merge the changed files instead");
  }

  private int await(Process git, Path bundle) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    ProcessWork work = new ProcessWork(git);
    int pauses = 0;
    try {
      while (!git.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        if (System.nanoTime() > end || Files.size(bundle) > Quarantine.LARGEST) {
          git.destroyForcibly();
          throw tooLarge();
        }
        if (++pauses % MOST_IDLE == 0 && work.hasPaused()) {
          git.destroyForcibly();
          throw new Refused(
              "git in the session timed out: a file in its repository may be a pipe",
              "see: bawn exec " + session + " -- find .git -type p");
        }
      }
      return git.exitValue();
    } catch (InterruptedException e) {
      git.destroyForcibly();
      throw Failed.interrupted(e);
    }
  }
}
