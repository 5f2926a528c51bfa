package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.CommittedHazards;
import dev.bawn.launcher.review.GitBlob;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.TextMerge;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.IndexReader;
import dev.bawn.launcher.workspace.ReferenceFiles;
import dev.bawn.launcher.workspace.TreeRemoval;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A git directory of bawn for the commits of one session. The session wrote the bundle, so all of
 * it is verified here before the project's repository gets any of it: {@code index-pack --strict}
 * refuses broken and malicious objects, see git-fsck(1), and the rest is compared by name. No hook,
 * filter, configuration or alternate of the session has an effect.
 */
public final class Quarantine implements AutoCloseable {

  /** The largest bundle, in bytes. */
  public static final long LARGEST = 1L << 30;

  private static final int FIELDS = 5;

  /** The last second of the year 9999. */
  private static final long LAST_SECOND = 253_402_300_799L;

  private static final String HEADS = "refs/heads/";
  private static final String KNOWN = "refs/known/";
  private static final String CANNOT = "git cannot read them";
  private static final String CANNOT_LIST = "git cannot list the branches of the project";
  private static final String SYMBOLIC = "ref: ";
  private static final String FILE = "100";
  private static final String LINK = "120000";
  private static final String MODULE = "160000";
  private static final String ADDED = "A";
  private static final String REMOVED = "D";
  private static final int LONGEST_LINK = 4096;

  /** The largest pointer in bytes: see the specification of git LFS. */
  private static final int LARGEST_POINTER = 1023;

  /** In bytes, of the file of a rebase. */
  private static final int LARGEST_NAMES = 1 << 20;

  /** The files with the branches of a rebase: see git-rebase(1), {@code --update-refs}. */
  private static final List<String> REBASED =
      List.of("rebase-merge/head-name", "rebase-apply/head-name", "rebase-merge/update-refs");

  private static final String SHA256 =
      "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n";
  private static final String SHA1 = "\trepositoryformatversion = 0\n";

  private final Path directory;
  private final Path upper;
  private final GitRepository repository;
  private final BoundedGit own;
  private final BoundedGit project;
  private Bundle bundle = new Bundle(false, List.of(), List.of(), 0);
  private List<Branch> branches = List.of();
  private List<Branch> fetched = List.of();
  private SessionHistory history = SessionHistory.NONE;
  private List<Brought> brought = List.of();
  private final Set<RawPath> added = new HashSet<>();
  private final Set<RawPath> removed = new HashSet<>();
  private final List<OnProject> onProject = new ArrayList<>();
  private final Instant begun;

  /**
   * A file in a commit.
   *
   * @param commit its ID
   * @param mode as git writes it
   * @param id of its content
   */
  private record Brought(String commit, RawPath path, String mode, String id) {}

  /**
   * A file that a commit changes or removes, if its only parent is in the project.
   *
   * @param parent its ID
   * @param before ID of the content in the parent; zeros if the commit adds the file
   * @param id ID of the content in the commit; zeros if it removes the file
   * @param isModule whether it is a commit of a submodule before or after, and no file
   */
  private record OnProject(
      String parent, RawPath path, String before, String id, boolean isModule) {}

  private Quarantine(Path directory, Path upper, Instant begun, GitRepository repository) {
    this.directory = directory;
    this.begun = begun;
    this.upper = upper;
    this.repository = repository;
    Path errors = directory.resolve("errors");
    own = new BoundedGit(directory, directory.resolve("objects"), errors);
    project = new BoundedGit(repository.directory(), objects(), errors);
  }

  /** Writes the commits of a session. */
  @FunctionalInterface
  public interface Source {
    /**
     * Writes a bundle of all branches and HEAD.
     *
     * @param known commits that the project has, which are left out with their ancestors
     * @return whether the session has other commits
     */
    boolean write(Path bundle, List<String> known) throws IOException;
  }

  /**
   * Receives the commits of a session that its project does not have.
   *
   * @param upper the session's upper layer; the quarantine is beside it until this is closed
   * @param begun the time at which the session was first planned
   * @param repository the project's
   * @throws Refused if git must not get them
   */
  public static Quarantine receive(
      Path upper, Instant begun, GitRepository repository, Source source) throws IOException {
    Path directory = Files.createTempDirectory(upper.getParent(), "quarantine");
    Quarantine quarantine = new Quarantine(directory, upper, begun, repository);
    try {
      Path file = directory.resolve("bundle");
      List<String> known = quarantine.commits().last();
      if (source.write(file, known)) {
        quarantine.bundle = Bundle.read(file);
        quarantine.take(file, known);
      }
      return quarantine;
    } catch (IOException | RuntimeException e) {
      quarantine.close();
      throw e;
    }
  }

  /** Stands for the command that shows the session, which is not known here. */
  public static final String SESSION = "bawn status SESSION";

  static Refused refused(String why) {
    return new Refused(
        "the commits of the session are refused: " + Printable.of(why),
        "the changed files can still be merged; see: " + SESSION);
  }

  private Path objects() {
    return repository.common().resolve("objects");
  }

  private ProjectCommits commits() {
    return new ProjectCommits(repository, directory);
  }

  private void take(Path file, List<String> known) throws IOException {
    Files.createDirectories(directory.resolve("objects").resolve("info"));
    Files.createDirectories(directory.resolve("refs").resolve("heads"));
    write("HEAD", "ref: refs/heads/none\n");
    write("config", "[core]\n\tbare = true\n" + (bundle.isSha256() ? SHA256 : SHA1));
    write("objects/info/alternates", objects() + "\n");
    requireKnown();
    GitProcess git =
        own.start(
            List.of(
                "-c",
                "core.bigFileThreshold=16m",
                "index-pack",
                "--stdin",
                "--strict",
                "--fix-thin",
                "--max-input-size=" + LARGEST));
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = git.input()) {
      in.skipNBytes(bundle.pack());
      in.transferTo(out);
    } catch (IOException e) {
      // git has ended early: its status and its message say why
    }
    own.lines(git, "git refuses the pack");
    branches = missing(known);
    if (branches.isEmpty()) {
      return;
    }
    requireHarmlessNames();
    brought = brought();
    Optional<RawPath> made =
        CommittedHazards.repository(
            repository.top(), brought.stream().map(Brought::path).distinct().toList());
    if (made.isPresent()) {
      throw NewTrees.repository(made.get());
    }
    history = history();
    Set<String> withheld = history.withheld();
    fetched = branches.stream().filter(branch -> !withheld.contains(branch.id())).toList();
    int number = 0;
    for (Branch branch : fetched) {
      write("refs/heads/" + ++number, branch.id() + "\n");
    }
  }

  /**
   * The branches with missing commits. The bundle may contain commits that the project has, since
   * the session does not know all of the project's.
   */
  private List<Branch> missing(List<String> known) throws IOException {
    StringBuilder references = new StringBuilder();
    int number = 0;
    for (String each : known) {
      references.append(each).append(' ').append(KNOWN).append(++number).append('\n');
    }
    write("packed-refs", references.toString());
    Set<String> missing = commits().missing(bundle.branches().stream().map(Branch::id).toList());
    return bundle.branches().stream()
        .filter(branch -> missing.contains(branch.id()))
        .distinct() // git names the target of a symbolic branch, too
        .toList();
  }

  private void write(String name, String text) throws IOException {
    Files.write(directory.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Requires the parents of all commits: a commit with a missing ancestor would be a broken branch
   * in the project.
   */
  private void requireKnown() throws IOException {
    if (!bundle.required().isEmpty()) {
      List<String> words = new ArrayList<>(List.of("rev-list", "--no-walk", "--quiet"));
      bundle.required().forEach(each -> words.add(each + "^{commit}"));
      own.lines(own.start(words), "the project does not have a commit below them");
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
    List<String> trees = own.lines(own.start(words), "git cannot list their files");
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      new NewTrees(objects, trees, bundle.isSha256() ? 32 : 20, repository.top()).check();
    }
  }

  private List<String> range() {
    List<String> range = new ArrayList<>();
    branches.forEach(branch -> range.add(branch.id()));
    range.addAll(List.of("--not", "--glob=" + KNOWN + "*", "--"));
    return range;
  }

  private List<Brought> brought() throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("log", "--raw", "-z", "-m", "-r", "--root", "--no-renames", "--no-abbrev"));
    words.addAll(List.of("--diff-filter=ADMT", "--format=%H %P"));
    words.addAll(range());
    List<Brought> all = new ArrayList<>();
    String commit = "";
    String parent = "";
    Set<String> commits = new HashSet<>();
    List<String> fields = own.fields(own.start(words), CANNOT);
    for (Iterator<String> at = fields.iterator(); at.hasNext(); ) {
      String[] raw = at.next().strip().split(" ");
      if (raw[0].startsWith(":")) {
        RawPath path = new RawPath(at.next());
        if (!parent.isEmpty()) {
          boolean isModule = raw[0].endsWith(MODULE) || raw[1].equals(MODULE);
          onProject.add(new OnProject(parent, path, raw[2], raw[3], isModule));
        }
        if (raw[4].equals(REMOVED)) {
          removed.add(path);
        } else {
          if (raw[4].equals(ADDED)) {
            added.add(path);
          }
          all.add(new Brought(commit, path, raw[1], raw[3]));
        }
      } else if (!raw[0].isEmpty()) {
        commit = raw[0];
        parent = raw.length == 2 ? raw[1] : "";
        commits.add(commit);
      }
    }
    onProject.removeIf(each -> commits.contains(each.parent()));
    return all;
  }

  /**
   * The files in which a commit changes lines that the project committed after the session began:
   * the git index of the session was then older than the parent of the commit, and a fast-forward
   * would revert the change of the project. A commit that changes those lines deliberately is
   * included.
   */
  private SortedSet<RawPath> takenBack() throws IOException {
    Path base = BaseDirectory.beside(upper);
    Path index = base.resolve("index");
    Set<String> later = committedLater();
    SortedSet<RawPath> paths = new TreeSet<>();
    if (later.isEmpty() || !Files.isRegularFile(index)) {
      return paths;
    }
    Map<String, String> ids;
    try (InputStream in = Files.newInputStream(index)) {
      ids = IndexReader.ids(in, BaseDirectory.usesSha256(base));
    }
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      for (OnProject each : onProject) {
        String then = ids.getOrDefault(each.path().bytes(), "0".repeat(each.id().length()));
        if (later.contains(each.parent())
            && !each.before().equals(then)
            && overwrites(objects, then, each)) {
          paths.add(each.path());
        }
      }
    }
    return paths;
  }

  private static boolean overwrites(GitObjects objects, String then, OnProject change)
      throws IOException {
    if (change.id().equals(then) || isNone(change.id()) || change.isModule()) {
      return true;
    }
    if (isNone(then) || isNone(change.before())) {
      return false;
    }
    Optional<byte[]> before = objects.object(change.before(), "blob", TextMerge.LARGEST);
    Optional<byte[]> old = objects.object(then, "blob", TextMerge.LARGEST);
    Optional<byte[]> now = objects.object(change.id(), "blob", TextMerge.LARGEST);
    return before.isEmpty()
        || old.isEmpty()
        || now.isEmpty()
        || TextMerge.touchSameLines(before.get(), old.get(), now.get());
  }

  private static boolean isNone(String id) {
    return id.chars().allMatch(each -> each == '0');
  }

  /** The parents that were committed after the session began. */
  private Set<String> committedLater() throws IOException {
    Set<String> parents =
        onProject.stream().map(OnProject::parent).collect(Collectors.toCollection(TreeSet::new));
    Set<String> later = new HashSet<>();
    if (!parents.isEmpty()) {
      List<String> words = new ArrayList<>(List.of("log", "--no-walk", "--format=%H %ct"));
      words.addAll(parents);
      for (String line : own.lines(own.start(words), CANNOT)) {
        int space = line.indexOf(' ');
        if (Long.parseLong(line.substring(space + 1)) >= begun.getEpochSecond()) {
          later.add(line.substring(0, space));
        }
      }
    }
    return later;
  }

  /** The severe hazards of the files in the commits, one line each. */
  public List<String> hazards() throws IOException {
    List<String> lines = new ArrayList<>();
    List<RawPath> hidden = CommittedHazards.hidden(upper, removed);
    for (RawPath path : hidden) {
      lines.add(path.shown() + ": removed, though bawn hid it from the session");
    }
    for (RawPath path : takenBack()) {
      lines.add(path.shown() + ": overwrites what the project committed after the session began");
    }
    SortedSet<RawPath> paths = new TreeSet<>(removed);
    hidden.forEach(paths::remove);
    SortedSet<RawPath> modules = new TreeSet<>();
    for (Brought each : brought) {
      (each.mode().equals(MODULE) ? modules : paths).add(each.path());
    }
    for (RawPath path : modules) {
      lines.add(
          path.shown() + ": 'git submodule update' checks out a commit that bawn did not read");
    }
    if (paths.isEmpty()) {
      return lines;
    }
    try (CommittedHazards hazards = new CommittedHazards(repository.top(), upper, paths, links())) {
      for (RawPath path : untracked(hazards)) {
        lines.add(
            path.shown()
                + ": the project has an untracked file at this path; 'git merge' refuses to run, or overwrites the file if git ignores it");
      }
      for (RawPath path : paths) {
        hazards.of(path).ifPresent(label -> lines.add(path.shown() + ": " + label));
      }
    }
    return lines;
  }

  /**
   * What the project has where the commits add a file, unless git tracks it: git overwrites ignored
   * files without a question, see git-merge(1).
   */
  private SortedSet<RawPath> untracked(CommittedHazards hazards) throws IOException {
    SortedSet<RawPath> untracked = new TreeSet<>();
    for (RawPath path : added) {
      hazards.inPlaceOf(path).ifPresent(untracked::add);
    }
    if (!untracked.isEmpty()) {
      for (String tracked : project.fields(project.start(List.of("ls-files", "-z")), CANNOT)) {
        untracked.remove(new RawPath(tracked));
      }
    }
    return untracked;
  }

  /**
   * The files of the fetched commits that are pointers of git LFS to a content that the project
   * lacks, sorted.
   */
  public List<RawPath> withoutContent() throws IOException {
    if (!Files.isDirectory(repository.common().resolve("lfs"))) {
      return List.of();
    }
    Map<String, Set<RawPath>> files = new HashMap<>();
    for (Brought each : brought) {
      if (each.mode().startsWith(FILE)) {
        files.computeIfAbsent(each.id(), _ -> new HashSet<>()).add(each.path());
      }
    }
    Set<RawPath> lacking = new TreeSet<>();
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      for (String id : objects.small(files.keySet(), LARGEST_POINTER)) {
        Optional<String> hash =
            objects.object(id, "blob", LARGEST_POINTER).flatMap(GitBlob::hashOfLfs);
        if (hash.isPresent() && !LargeFiles.has(repository, hash.get())) {
          lacking.addAll(files.get(id));
        }
      }
    }
    return List.copyOf(lacking);
  }

  /**
   * The links in the commits and, if there are any, all others in the files of the last commits.
   */
  private Map<RawPath, Set<String>> links() throws IOException {
    List<Brought> all = new ArrayList<>(brought);
    all.removeIf(each -> !each.mode().equals(LINK));
    if (!all.isEmpty()) {
      for (Branch branch : branches) {
        all.addAll(linksOf(branch));
      }
    }
    Map<RawPath, Set<String>> links = new HashMap<>();
    try (GitObjects objects = new GitObjects(directory, directory.resolve("objects"))) {
      for (Brought each : all) {
        // no file system stores a longer target
        String target =
            objects
                .object(each.id(), "blob", LONGEST_LINK)
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .orElse("/");
        links.computeIfAbsent(each.path(), _ -> new LinkedHashSet<>()).add(target);
      }
    }
    return links;
  }

  private List<Brought> linksOf(Branch branch) throws IOException {
    List<Brought> links = new ArrayList<>();
    for (String line : own.fields(own.start(List.of("ls-tree", "-r", "-z", branch.id())), CANNOT)) {
      if (line.startsWith(LINK)) {
        int tab = line.indexOf('\t');
        String id = line.substring(line.lastIndexOf(' ', tab) + 1, tab);
        links.add(new Brought(branch.id(), new RawPath(line.substring(tab + 1)), LINK, id));
      }
    }
    return links;
  }

  /** The branches with commits that may be fetched, the checked-out one first. */
  public List<Branch> branches() {
    return fetched;
  }

  /** All commits. */
  public SessionHistory log() {
    return history;
  }

  private SessionHistory history() throws IOException {
    Map<String, RawPath> misleading = new HashMap<>();
    for (Brought each : brought) {
      if (NewTrees.isMisleading(each.path())) {
        misleading.putIfAbsent(each.commit(), each.path());
      }
    }
    List<String> words =
        new ArrayList<>(
            List.of("log", "-z", "--topo-order", "--format=%H%x00%P%x00%an%x00%at%x00%s"));
    words.addAll(range());
    List<String> fields = own.fields(own.start(words), CANNOT);
    List<SessionCommit> commits = new ArrayList<>();
    for (int at = 0; at + FIELDS <= fields.size(); at += FIELDS) {
      commits.add(
          new SessionCommit(
              fields.get(at),
              List.of(fields.get(at + 1).split(" ")),
              text(fields.get(at + 2)),
              date(fields.get(at + 3)),
              text(fields.get(at + 4))));
    }
    return new SessionHistory(commits, misleading);
  }

  /** The time of a commit; git accepts any number. */
  private static Optional<Instant> date(String seconds) {
    try {
      long since = Long.parseLong(seconds);
      return since >= 0 && since <= LAST_SECOND
          ? Optional.of(Instant.ofEpochSecond(since))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String text(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /**
   * The names of the branches in the project: the session's checked-out branch gets the user's
   * name, others append their own names to it. There is at least one.
   *
   * @param name the user's
   * @param before commits of this session that were fetched before
   * @throws Refused if a branch of the project prevents one
   */
  public List<String> names(BranchName name, Set<String> before) throws IOException {
    BranchNames names = BranchNames.of(name, branches.getFirst(), fetched);
    names.requireFree(ids(there()), before);
    return names.names();
  }

  /**
   * Checks whether {@link #fetch} would be refused, and fetches nothing.
   *
   * @param names in the project, as {@link #names} returns them
   * @throws Refused if a branch of that name is checked out, or has other commits
   */
  public void requireForward(List<String> names) throws IOException {
    Map<String, ProjectBranch> there = there();
    Set<String> checkedOut = checkedOut();
    for (int at = 0; at < names.size(); at++) {
      String name = names.get(at);
      String id = fetched.get(at).id();
      Optional<ProjectBranch> branch = Optional.ofNullable(there.get(name));
      String old = branch.map(ProjectBranch::id).orElse(id);
      if (checkedOut.contains(HEADS + name)) {
        throw new Refused(
            "the branch "
                + Printable.of(name)
                + " is checked out in a work tree of the project, or in a rebase",
            BranchNames.other(names, there.keySet()));
      }
      if (branch.filter(ProjectBranch::isSymbolic).isPresent()) {
        throw new Refused(
            "the branch "
                + Printable.of(name)
                + " of the project is a symbolic reference to another branch",
            BranchNames.other(names, there.keySet()));
      }
      if (!old.equals(id) && !isBefore(old, id)) {
        throw new Refused(
            "the project's branch "
                + Printable.of(name)
                + " has commits that the session's branch lacks",
            BranchNames.other(names, there.keySet()));
      }
    }
  }

  private boolean isBefore(String old, String id) throws IOException {
    List<String> words = List.of("rev-list", "--max-count=1", old, "--not", id, "--");
    return own.lines(own.start(words), CANNOT).isEmpty();
  }

  /** The checked-out branches, including a branch without a commit. */
  private Set<String> checkedOut() throws IOException {
    Set<String> names = new HashSet<>();
    List<String> words =
        List.of("for-each-ref", "--format=%(worktreepath) %(refname)", "refs/heads");
    for (String line : project.lines(project.start(words), CANNOT_LIST)) {
      if (!line.startsWith(" ")) {
        names.add(text(line.substring(line.lastIndexOf(" refs/heads/") + 1)));
      }
    }
    Path head = repository.directory().resolve("HEAD");
    String link = Files.readString(head, StandardCharsets.ISO_8859_1).strip();
    if (link.startsWith(SYMBOLIC)) {
      names.add(text(link.substring(SYMBOLIC.length()).strip()));
    }
    for (Path tree : repository.workTrees()) {
      names.addAll(rebased(tree));
    }
    return names;
  }

  /**
   * The branches that a rebase in a work tree moves at its end: git refuses to move them before.
   */
  private static Set<String> rebased(Path directory) throws IOException {
    Set<String> names = new HashSet<>();
    for (String name : REBASED) {
      Path file = directory.resolve(name);
      if (Files.isRegularFile(file) && Files.size(file) <= LARGEST_NAMES) {
        Files.readString(file, StandardCharsets.ISO_8859_1)
            .lines()
            .filter(line -> line.startsWith(HEADS))
            .forEach(line -> names.add(text(line)));
      }
    }
    return names;
  }

  /**
   * A branch of the project.
   *
   * @param id of its last commit
   * @param isSymbolic whether it only names another one, see git-symbolic-ref(1)
   */
  private record ProjectBranch(String id, boolean isSymbolic) {}

  /** The branches of the project, each by its name. */
  private Map<String, ProjectBranch> there() throws IOException {
    Map<String, ProjectBranch> there = new LinkedHashMap<>();
    List<String> words =
        List.of(
            "for-each-ref", "--format=%(objectname) %(symref) %(refname:lstrip=2)", "refs/heads");
    for (String line : project.lines(project.start(words), CANNOT_LIST)) {
      String[] fields = line.split(" ", 3);
      there.put(text(fields[2]), new ProjectBranch(fields[0], !fields[1].isEmpty()));
    }
    return there;
  }

  private static Map<String, String> ids(Map<String, ProjectBranch> branches) {
    Map<String, String> ids = new LinkedHashMap<>();
    branches.forEach((name, branch) -> ids.put(name, branch.id()));
    return ids;
  }

  /**
   * Fetches the branches into the project's repository. An existing branch is fast-forwarded or
   * stays. The project's git does not fetch: its configuration may name commands for that
   * (url.NAME.insteadOf with another protocol), and a session or another user may have written it.
   * git fetches in a directory of bawn into the project's objects, and then makes the references,
   * for which no configuration except hooks names a command.
   *
   * @param names in the project, as {@link #names} returns them
   * @throws Refused if {@link #requireForward} refuses, or if git does
   */
  public void fetch(List<String> names) throws IOException {
    requireForward(names);
    Map<String, String> there = ids(there());
    BoundedGit objects = receiver();
    GitProcess git =
        objects.start(
            List.of(
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
                "--stdin",
                directory.toString()));
    List<String> wanted = new ArrayList<>();
    List<String> updates = new ArrayList<>(List.of("start"));
    for (int at = 0; at < names.size(); at++) {
      String id = fetched.get(at).id();
      wanted.add(HEADS + (at + 1) + ":" + HEADS + (at + 1));
      String old = there.getOrDefault(names.get(at), "0".repeat(id.length()));
      updates.add("update " + HEADS + names.get(at) + " " + id + " " + old);
    }
    updates.add("commit");
    ReferenceFiles.requirePlain(
        repository.common(), names.stream().map(name -> HEADS + name).toList());
    BoundedGit.feed(git, wanted);
    done(objects, git, names);
    GitProcess references =
        project.start(
            List.of(
                "-c", "core.hooksPath=/dev/null", "update-ref", "-m", "bawn: fetch", "--stdin"));
    BoundedGit.feed(references, updates);
    done(project, references, names);
  }

  /** A git directory of bawn with the project's objects as its own. */
  private BoundedGit receiver() throws IOException {
    Path receiver = Files.createDirectory(directory.resolve("receiver"));
    Files.createDirectories(receiver.resolve("refs").resolve("heads"));
    for (String name : List.of("HEAD", "config", "packed-refs")) {
      Files.copy(directory.resolve(name), receiver.resolve(name));
    }
    return new BoundedGit(receiver, objects(), directory.resolve("errors"));
  }

  private static void done(BoundedGit where, GitProcess git, List<String> names)
      throws IOException {
    if (git.await() != 0) {
      throw new Refused(
          "git cannot fetch the commits to "
              + Printable.of(String.join(", ", names) + where.reason()),
          "is the disk full or read-only? otherwise fetch the commits to a branch of another name");
    }
  }

  @Override
  public void close() {
    try {
      TreeRemoval.remove(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
