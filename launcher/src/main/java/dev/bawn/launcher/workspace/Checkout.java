package dev.bawn.launcher.workspace;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The checkout in a repository that was made for a session.
 *
 * @param branch its branch
 * @param commit the first commit of the branch
 */
public record Checkout(String branch, String commit) {

  /** The layer with the files, beside the upper layer. */
  public static final String FILES = "checkout";

  /** A file beside the upper layer: the repository that has {@link #reference}. */
  public static final String BORROWED = "borrowed";

  /** The prefix of all references that bawn makes for sessions in the repository of a project. */
  public static final String REFERENCES = "refs/bawn/";

  private static final String HEADS = "refs/heads/";
  private static final String HEAD = "ref: " + HEADS;

  private static final int MOST_LISTED = 1 << 26;

  /** Faults that early versions of git, and importers, left in many repositories. */
  private static final List<String> TOLERATED =
      List.of(
          "zeroPaddedFilemode",
          "badTimezone",
          "missingSpaceBeforeDate",
          "missingSpaceBeforeEmail",
          "missingTaggerEntry",
          "badEmail",
          "missingEmail");

  /**
   * The checkout of a session. A clone keeps the name of the project's current branch; in the
   * project itself that name is taken.
   *
   * @param reference of its first commit, if one was named
   * @throws NotFound if there is no such commit
   */
  static Checkout of(
      GitRepository repository, WorkspaceKind kind, Optional<String> reference, String session)
      throws IOException {
    requireBranch(session);
    String commit = commit(repository, reference.orElse("HEAD"));
    Optional<String> branch =
        kind == WorkspaceKind.CLONE && reference.isEmpty()
            ? checkedOut(repository)
            : Optional.empty();
    return new Checkout(branch.orElse("bawn/" + session), commit);
  }

  /** The current branch; empty if none is checked out. */
  private static Optional<String> checkedOut(GitRepository repository) throws IOException {
    GitProcess git =
        GitProcess.start(
            repository.directory(),
            repository.common().resolve("objects"),
            List.of("symbolic-ref", "--quiet", "HEAD"));
    String name = new String(git.output().readAllBytes(), StandardCharsets.UTF_8).strip();
    return git.await() == 0 && name.startsWith(HEADS)
        ? Optional.of(name.substring(HEADS.length()))
        : Optional.empty();
  }

  /**
   * The checkout with which a session began, from a record that no session can write.
   *
   * @param upper the session's upper layer
   * @return empty if the session has no checkout
   */
  public static Optional<Checkout> begun(Path upper) {
    Path git = upper.resolveSibling(RepositoryLayer.NAME).resolve(".git");
    if (!Files.isDirectory(upper.resolveSibling(FILES), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      String branch = Files.readString(git.resolve("HEAD")).strip().substring(HEAD.length());
      String commit = Files.readString(git.resolve("refs/heads").resolve(branch)).strip();
      return Optional.of(new Checkout(branch, commit));
    } catch (IOException | IndexOutOfBoundsException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static void requireBranch(String session) {
    if (session.contains("..") || session.endsWith(".") || session.endsWith(".lock")) {
      throw new Refused(
          "'" + session + "' cannot be the name of a branch", "give the session another name");
    }
  }

  private static String commit(GitRepository repository, String reference) throws IOException {
    GitProcess git =
        GitProcess.start(
            repository.directory(),
            repository.common().resolve("objects"),
            List.of("rev-parse", "--verify", "--end-of-options", reference + "^{commit}"));
    String id = new String(git.output().readAllBytes(), StandardCharsets.US_ASCII).strip();
    if (git.await() != 0 || id.isEmpty()) {
      requireReadable(repository);
      if (reference.equals("HEAD")) {
        throw new Refused("the repository has no commit", "make one: git commit");
      }
      throw new NotFound(
          "the repository has no commit '" + Printable.of(reference) + "'",
          "name a branch, a tag or a commit that it has");
    }
    return id;
  }

  private static void requireReadable(GitRepository repository) throws IOException {
    GitProcess git =
        GitProcess.start(
            repository.directory(),
            repository.common().resolve("objects"),
            List.of("rev-parse", "--git-dir"));
    git.output().readAllBytes();
    if (git.await() != 0) {
      String top = repository.top().toString();
      throw new Failed(
          "git cannot read the repository " + Printable.whole(top),
          "see: " + ShellQuoting.join(List.of("git", "-C", top, "status")));
    }
  }

  /**
   * The reference in the repository of the project that prevents git-gc(1) from removing borrowed
   * objects. git would resolve {@code bawn/NAME} to {@code refs/bawn/NAME} before the branch that
   * merges make.
   */
  private static String reference(String session) {
    return REFERENCES + "base/" + session;
  }

  /**
   * The prefix of the references to fetched commits that do not descend from that one, each named
   * by its ID.
   */
  private static String fetched(String session) {
    return REFERENCES + "fetched/" + session + "/";
  }

  /**
   * The checkout of a session whose repository was fetched.
   *
   * @param git the session's own git directory, which has no commits yet
   * @param bundle one branch, or none, and HEAD
   */
  static Checkout of(Path git, Path bundle, String session) throws IOException {
    requireBranch(session);
    GitProcess list =
        GitProcess.start(
            git, git.resolve("objects"), List.of("bundle", "list-heads", bundle.toString()));
    String text = new String(list.output().readNBytes(MOST_LISTED), StandardCharsets.UTF_8);
    list.close();
    Optional<String> commit = Optional.empty();
    String branch = "bawn/" + session;
    for (String line : text.lines().toList()) {
      int space = line.indexOf(' ');
      String name = line.substring(space + 1);
      if (name.equals("HEAD")) {
        commit = Optional.of(line.substring(0, space));
      } else if (name.startsWith(HEADS)) {
        branch = name.substring(HEADS.length());
      }
    }
    return new Checkout(
        branch,
        commit.orElseThrow(() ->
            new Failed(
                "git cannot read the fetched repository: it names no commit",
                "is the disk full? df " + git)));
  }

  /**
   * Copies the commit, its ancestors, and their tags, with git-fetch(1).
   *
   * @param git the session's own git directory
   */
  void copy(GitRepository repository, Path git) throws IOException {
    fetch(
        git,
        List.of(
            "--update-shallow", repository.directory().toString(), commit + ":" + HEADS + branch),
        repository.common().resolve("objects"),
        "copy the commits of the project");
  }

  /**
   * Copies all commits and tags of a bundle, unless one is broken or malicious: see git-fsck(1).
   *
   * @param git the session's own git directory
   */
  void copy(Path bundle, Path git) throws IOException {
    fetch(
        git,
        List.of(bundle.toString(), "HEAD:" + HEADS + branch, "refs/tags/*:refs/tags/*"),
        git.resolve("objects"),
        "copy the fetched commits");
    // git-fetch(1) does not apply fetch.fsck.* to a bundle
    List<String> words = new ArrayList<>();
    for (String each : TOLERATED) {
      words.addAll(List.of("-c", "fsck." + each + "=ignore"));
    }
    words.addAll(List.of("fsck", "--no-dangling", "--no-progress"));
    Path objects = git.resolve("objects");
    run(git, objects, words, objects, "use the fetched commits");
  }

  private void fetch(Path git, List<String> from, Path source, String what) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "-c",
                "core.logAllRefUpdates=false",
                "fetch",
                "--quiet",
                "--update-head-ok",
                "--no-write-fetch-head",
                "--no-auto-maintenance"));
    words.addAll(from);
    run(git, git.resolve("objects"), words, source, what);
  }

  /**
   * Writes the files of the commit and the index.
   *
   * @param git the session's own git directory
   * @param objects the directory with the commit
   * @param files an empty directory
   */
  void write(Path git, Path objects, Path files) throws IOException {
    run(
        git,
        objects,
        List.of("--work-tree=" + files, "read-tree", "-m", "-u", commit),
        objects,
        "check out the commit");
  }

  /** Runs git; the source has the objects that it reads. */
  private void run(Path git, Path objects, List<String> words, Path source, String what)
      throws IOException {
    Path errors = git.resolveSibling("errors");
    int status = GitProcess.start(git, objects, words, Redirect.to(errors.toFile())).await();
    String said = status == 0 ? "" : GitProcess.said(errors);
    Files.delete(errors);
    if (status == 0) {
      return;
    }
    if (GitRepository.isPartial(source)) {
      String from = source.getParent().toString();
      throw new Failed(
          "git cannot "
              + what
              + ": "
              + Printable.whole(from)
              + " is a partial clone that lacks some contents",
          "fetch them: "
              + ShellQuoting.join(
                  List.of("git", "--git-dir=" + from, "fetch", "--refetch", "--no-filter"))
              + "; or use an overlay: --workspace overlay");
    }
    throw new Failed("git cannot " + what + ": " + Printable.of(said), "see: git fsck " + commit);
  }

  /**
   * Keeps the borrowed objects in the project's repository.
   *
   * @throws Failed if git cannot write the reference
   */
  public void keep(GitRepository repository, String session) throws IOException {
    if (update(repository, reference(session), List.of(reference(session), commit)) != 0) {
      throw new Failed(
          "git cannot write " + reference(session) + " in " + repository.common(),
          "is the disk full? df " + repository.common());
    }
  }

  /**
   * Keeps the borrowed objects under another name of the session, too.
   *
   * @param workspace of the session, whose file names the repository
   * @throws Refused if no reference can have the name
   * @throws Failed if git cannot write the reference
   */
  public static void keepAlso(Path workspace, String session, String other) throws IOException {
    Optional<GitRepository> repository = borrowed(workspace);
    if (repository.isPresent()) {
      requireBranch(other);
      copy(repository.get(), reference(session), reference(other));
      for (String each : listed(repository.get(), fetched(session))) {
        copy(repository.get(), each, fetched(other) + each.substring(fetched(session).length()));
      }
    }
  }

  private static void copy(GitRepository repository, String from, String to) throws IOException {
    if (update(repository, to, List.of(to, from)) != 0) {
      throw new Failed(
          "git cannot copy " + from + " to " + to + " in " + repository.common(),
          "see: git show-ref " + from);
    }
  }

  private static List<String> listed(GitRepository repository, String prefix) throws IOException {
    Path common = repository.common();
    GitProcess git =
        GitProcess.start(
            common,
            common.resolve("objects"),
            List.of("for-each-ref", "--format=%(refname)", prefix));
    List<String> names =
        new String(git.output().readNBytes(MOST_LISTED), StandardCharsets.UTF_8).lines().toList();
    return git.await() == 0 ? names : List.of();
  }

  /**
   * Keeps commits of the session that the project has fetched: git-gc(1) in the session then
   * removes its own copies.
   *
   * @param workspace of the session, whose file names the repository
   * @param commits IDs
   */
  public static void keepFetched(Path workspace, String session, Collection<String> commits)
      throws IOException {
    Optional<GitRepository> repository = borrowed(workspace);
    for (String each : repository.isPresent() ? commits : Set.<String>of()) {
      Path common = repository.get().common();
      List<String> follows = List.of("merge-base", "--is-ancestor", reference(session), each);
      boolean isLater = GitProcess.start(common, common.resolve("objects"), follows).await() == 0;
      String reference = isLater ? reference(session) : fetched(session) + each;
      update(repository.get(), reference, List.of(reference, each));
    }
  }

  private static Optional<GitRepository> borrowed(Path workspace) throws IOException {
    Path borrowed = workspace.resolve(BORROWED);
    if (!Files.isRegularFile(borrowed)) {
      return Optional.empty();
    }
    Path common = Path.of(Files.readString(borrowed).strip());
    return Files.isDirectory(common)
        ? Optional.of(new GitRepository(common, common, common))
        : Optional.empty();
  }

  /**
   * Removes the references, so that git may remove objects that only this session needed.
   *
   * @param workspace of the session, whose file names the repository
   */
  public static void release(Path workspace, String session) throws IOException {
    Optional<GitRepository> repository = borrowed(workspace);
    if (repository.isPresent()) {
      List<String> references = new ArrayList<>(listed(repository.get(), fetched(session)));
      references.add(reference(session));
      for (String reference : references) {
        update(repository.get(), reference, List.of("-d", reference));
      }
    }
  }

  private static int update(GitRepository repository, String reference, List<String> words)
      throws IOException {
    ReferenceFiles.requirePlain(repository.common(), List.of(reference));
    // the hook reference-transaction belongs to the project: it may do anything
    List<String> all = new ArrayList<>(List.of("-c", "core.hooksPath=/dev/null", "update-ref"));
    all.addAll(words);
    return GitProcess.start(repository.common(), repository.common().resolve("objects"), all)
        .await();
  }
}
