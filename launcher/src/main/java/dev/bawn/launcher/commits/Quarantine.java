package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.CommittedHazards;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.OwnTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A git directory of bawn's own for the commits of one session. The session wrote the bundle, so
 * all of it is checked here before the project's repository gets any of it: {@code index-pack
 * --strict} refuses broken and malicious objects, see git-fsck(1), and the rest is compared by
 * name. No hook, filter, configuration or alternate of the session has an effect.
 */
public final class Quarantine implements AutoCloseable {

  /** In bytes. */
  public static final long LARGEST = 1L << 30;

  private static final long SECONDS = 600;
  private static final int FIELDS = 4;
  private static final String HEADS = "refs/heads/";
  private static final int MOST_BRANCHES = 100;
  private static final String LINK = "120000";
  private static final int LONGEST_LINK = 4096;

  /** What git may print, in bytes: a million lines with an object each. */
  private static final int MOST_OUTPUT = 1 << 26;

  private static final String SHA256 =
      "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n";
  private static final String SHA1 = "\trepositoryformatversion = 0\n";

  private final Path directory;
  private final GitRepository repository;
  private Bundle bundle;

  private Quarantine(Path directory, GitRepository repository) {
    this.directory = directory;
    this.repository = repository;
  }

  /** Writes the commits that a session has. */
  @FunctionalInterface
  public interface Source {
    /**
     * Writes a bundle of all branches and HEAD.
     *
     * @param known commits that the project has, which are left out with all before them
     * @return whether the session has other commits
     */
    boolean write(Path bundle, List<String> known) throws IOException;
  }

  /**
   * Receives the commits of a session that its project does not have.
   *
   * @param place a directory of bawn's own; the quarantine is in it until this is closed
   * @param repository the project's
   * @throws Refused if they are not what git may have
   */
  public static Quarantine receive(Path place, GitRepository repository, Source source)
      throws IOException {
    Path directory = Files.createTempDirectory(place, "quarantine");
    Quarantine quarantine = new Quarantine(directory, repository);
    try {
      Path file = directory.resolve("bundle");
      if (source.write(file, quarantine.known())) {
        quarantine.bundle = Bundle.read(file);
        quarantine.take(file);
      } else {
        quarantine.bundle = new Bundle(false, List.of(), List.of(), 0);
      }
      return quarantine;
    } catch (IOException | RuntimeException e) {
      quarantine.close();
      throw e;
    }
  }

  static Refused refused(String why) {
    return new Refused(
        "the commits of the session are refused: " + Printable.of(why),
        "the changed files can still be merged: see 'bawn status'");
  }

  private Path objects() {
    return repository.common().resolve("objects");
  }

  /** What the project has: the last commits of its branches. */
  private List<String> known() throws IOException {
    List<String> words =
        List.of("for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes");
    return lines(
        GitProcess.start(repository.directory(), objects(), words, errors()),
        "git cannot read the branches of the project");
  }

  private void take(Path file) throws IOException {
    Files.createDirectories(directory.resolve("objects").resolve("info"));
    Files.createDirectories(directory.resolve("refs").resolve("heads"));
    write("HEAD", "ref: refs/heads/none\n");
    write("config", "[core]\n\tbare = true\n" + (bundle.isSha256() ? SHA256 : SHA1));
    write("objects/info/alternates", objects() + "\n");
    requireKnown();
    Process git =
        git(
            "-c",
            "core.bigFileThreshold=16m",
            "index-pack",
            "--stdin",
            "--strict",
            "--fix-thin",
            "--max-input-size=" + LARGEST);
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = git.getOutputStream()) {
      in.skipNBytes(bundle.pack());
      in.transferTo(out);
    } catch (IOException e) {
      // git has ended early: its status and its message say why
      git.destroy();
    }
    lines(git, "git refuses the pack");
    requireHarmlessNames();
    int number = 0;
    for (Branch branch : bundle.branches()) {
      write("refs/heads/" + ++number, branch.id() + "\n");
    }
  }

  private void write(String name, String text) throws IOException {
    Files.write(directory.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** A commit below which something is missing would be a broken branch in the project. */
  private void requireKnown() throws IOException {
    if (!bundle.required().isEmpty()) {
      List<String> words = new ArrayList<>(List.of("rev-list", "--no-walk", "--quiet"));
      bundle.required().forEach(each -> words.add(each + "^{commit}"));
      lines(git(words.toArray(String[]::new)), "the project does not have a commit below them");
    }
  }

  private void requireHarmlessNames() throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "rev-list",
                "--objects",
                "--no-object-names",
                "--filter=object:type=tree",
                "--filter-provided-objects"));
    words.addAll(range());
    List<String> trees = lines(git(words.toArray(String[]::new)), "git cannot list their files");
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      new NewTrees(objects, trees, bundle.isSha256() ? 32 : 20).check();
    }
  }

  private List<String> range() {
    List<String> range = new ArrayList<>();
    bundle.branches().forEach(branch -> range.add(branch.id()));
    bundle.required().forEach(each -> range.add("^" + each));
    range.add("--");
    return range;
  }

  /** The severe hazards of the files that the commits bring, a line for each; sorted by path. */
  public List<String> hazards() throws IOException {
    if (bundle.branches().isEmpty()) {
      return List.of();
    }
    List<String> words =
        new ArrayList<>(
            List.of("log", "--raw", "-z", "-m", "-r", "--root", "--no-renames", "--no-abbrev"));
    words.addAll(List.of("--diff-filter=AMT", "--format="));
    words.addAll(range());
    CommittedHazards hazards = new CommittedHazards();
    Map<RawPath, String> lines = new TreeMap<>();
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      List<String> fields = records(git(words.toArray(String[]::new)));
      for (Iterator<String> at = fields.iterator(); at.hasNext(); ) {
        String[] raw = at.next().strip().split(" ");
        if (raw.length == 1) {
          continue; // between two commits
        }
        RawPath path = new RawPath(at.next());
        Optional<String> target =
            raw[1].equals(LINK)
                ? objects
                    .object(raw[3], "blob", LONGEST_LINK)
                    .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                : Optional.empty();
        hazards.of(path, target).ifPresent(label -> lines.put(path, label));
      }
    }
    return lines.entrySet().stream()
        .map(each -> each.getKey().shown() + ": " + each.getValue())
        .toList();
  }

  /** The branches that have commits, with the checked-out one first. */
  public List<Branch> branches() {
    return bundle.branches();
  }

  /** All commits, the newest first. */
  public List<SessionCommit> log() throws IOException {
    if (bundle.branches().isEmpty()) {
      return List.of();
    }
    List<String> words =
        new ArrayList<>(List.of("log", "-z", "--topo-order", "--format=%H%x00%an%x00%at%x00%s"));
    words.addAll(range());
    List<String> fields = records(git(words.toArray(String[]::new)));
    List<SessionCommit> commits = new ArrayList<>();
    for (int at = 0; at + FIELDS <= fields.size(); at += FIELDS) {
      commits.add(
          new SessionCommit(
              fields.get(at),
              text(fields.get(at + 1)),
              Instant.ofEpochSecond(Long.parseLong(fields.get(at + 2))),
              text(fields.get(at + 3))));
    }
    return commits;
  }

  private static String text(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /**
   * What the branches are called in the project: the session's checked-out one as the user says,
   * others with their own names behind that.
   *
   * @param name the user's
   * @param fetched commits of this session that were fetched before
   * @throws Refused if that is no name of a branch; or if another branch exists, which the user did
   *     not name, with a commit that this session never had
   */
  public List<String> names(String name, Set<String> fetched) throws IOException {
    lines(git("check-ref-format", "--branch", name), "'" + name + "' is no name of a branch");
    List<String> names = new ArrayList<>();
    Map<String, String> others = new LinkedHashMap<>();
    if (bundle.branches().size() > MOST_BRANCHES) {
      throw refused("they are on more than " + MOST_BRANCHES + " branches");
    }
    for (Branch branch : bundle.branches()) {
      String target = names.isEmpty() ? name : name + "-" + branch.name().replace('/', '-');
      if (!names.isEmpty()) {
        others.put(HEADS + target, branch.id());
      }
      names.add(target);
    }
    if (!others.isEmpty()) {
      requireFree(others, fetched);
    }
    return names;
  }

  /**
   * @param references to the commits that they are to have
   */
  private void requireFree(Map<String, String> references, Set<String> fetched) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("for-each-ref", "--format=%(objectname) %(refname)"));
    words.addAll(references.keySet());
    for (String line : lines(project(words), "git cannot list the branches of the project")) {
      String id = line.substring(0, line.indexOf(' '));
      String reference = line.substring(id.length() + 1);
      if (references.containsKey(reference)
          && !references.get(reference).equals(id)
          && !fetched.contains(id)) {
        throw new Refused(
            "the project has another branch " + Printable.of(reference.substring(HEADS.length())),
            "fetch the commits to a branch of another name");
      }
    }
  }

  private Process project(List<String> words) throws IOException {
    return GitProcess.start(repository.directory(), objects(), words, errors());
  }

  /**
   * Brings the branches into the project's repository. A branch that is there goes forward or
   * stays.
   *
   * @param names theirs in the project, as {@link #names} gives them
   * @throws Refused if a branch of that name has other commits
   */
  public void fetch(List<String> names) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "transfer.fsckObjects=true",
                "-c",
                "maintenance.auto=false",
                "-c",
                "gc.auto=0",
                "fetch",
                "--quiet",
                "--atomic",
                "--no-tags",
                "--no-write-fetch-head",
                "--no-recurse-submodules",
                directory.toString()));
    int number = 0;
    for (String name : names) {
      words.add(HEADS + ++number + ":" + HEADS + name);
    }
    try {
      lines(project(words), "");
    } catch (Refused e) {
      throw new Refused(
          "the branch "
              + Printable.of(names.getFirst())
              + " has commits that the session's lacks, or is checked out",
          "fetch the commits to a branch of another name");
    }
  }

  private Process git(String... words) throws IOException {
    return GitProcess.start(directory, directory.resolve("objects"), List.of(words), errors());
  }

  private Redirect errors() {
    return Redirect.to(directory.resolve("errors").toFile());
  }

  private List<String> lines(Process git, String failure) throws IOException {
    return output(git, failure).lines().toList();
  }

  private List<String> records(Process git) throws IOException {
    return List.of(output(git, "git cannot read them").split("\0", -1));
  }

  private String output(Process git, String failure) throws IOException {
    git.getOutputStream().close();
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            git::destroyForcibly, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    try {
      byte[] text = git.getInputStream().readNBytes(MOST_OUTPUT + 1);
      if (text.length > MOST_OUTPUT) {
        git.destroyForcibly();
        throw refused("they are too many, or their messages are too long");
      }
      if (git.waitFor() != 0) {
        throw refused(failure + reason());
      }
      return new String(text, StandardCharsets.ISO_8859_1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    } finally {
      limit.cancel(false);
    }
  }

  private String reason() throws IOException {
    return Files.readString(directory.resolve("errors"), StandardCharsets.ISO_8859_1)
        .lines()
        .map(line -> line.replaceFirst("^(error|fatal|warning): ", ""))
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }

  @Override
  public void close() {
    try {
      OwnTree.remove(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
