package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.mount.LinkTrail;
import dev.bawn.launcher.review.HazardousNames.Reason;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.GitSettings.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The paths of a project to which the user's git settings, hooks and hazardous links lead, as the
 * project is on the host. The PATH and links of the user's home count, too. git reads the settings.
 * The search walks no directory, except hazardous ones. An unreadable path leads nowhere. Each word
 * of a setting's value that is a path counts, since many settings of git name a program.
 */
final class ReferencedPaths {

  /** The depth of includes that git follows: MAX_INCLUDE_DEPTH in git's config.c. */
  private static final int MOST_INCLUDES = 10;

  /** The most files of settings, for includes that branch. */
  private static final int MOST_FILES = 100;

  /** The most words of a value; the others count as one. */
  private static final int MOST_WORDS = 1_000;

  /** The characters that, unquoted in a shell, are not part of a program's name or an argument. */
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s'\"`;&|<>()=,]+");

  private static final Pattern HOME = Pattern.compile("^\\$(HOME|\\{HOME})(?=/)");

  /** The directory with programs in a home, and in its {@code .local}. */
  private static final String PROGRAMS = "bin";

  /** The directory of a home in which programs read all files. */
  private static final String CONFIG = ".config";

  /** The directories of a home in which each program has a directory of its own. */
  private static final List<String> DEEP = List.of(CONFIG, ".local");

  /** The beginning of a path that may be missing, since git 2.52; see git-config(1). */
  private static final String OPTIONAL = ":(optional)";

  /** A path in the home of the user, or of another one. */
  private static final Pattern OF_HOME = Pattern.compile("(?s)~([^/]*)/(.*)");

  /** The suffix of a file: the name of a program, a branch or a remote seldom has one. */
  private static final Pattern SUFFIX = Pattern.compile("\\w\\.\\w+$");

  private static final Pattern VARIABLE = Pattern.compile("^\\$(\\w+|\\{\\w+})");

  /** The hooks of husky, which call those of the same names in the directory above. */
  private static final Path HUSKY = Path.of(".husky/_");

  /** The names of hooks, see githooks(5). */
  private static final Pattern HOOK =
      Pattern.compile(
          "(pre|post|proc|push|p4|prepare|reference|sendemail|fsmonitor)-.+(?<!\\.sample)"
              + "|commit-msg|applypatch-msg|update");

  private final ProjectSettings begun;
  private final Path top;
  private final Map<RawPath, Reason> referenced = new HashMap<>();
  private final Map<RawPath, Reason> directories = new HashMap<>();
  private final Set<Path> settings = new HashSet<>();

  /** The directories in which links were searched. */
  private final Set<RawPath> searched = new HashSet<>();

  /** By the directory whose files with the name of a hook are hooks. */
  private final Map<RawPath, Reason> hooksIn = new HashMap<>();

  /** For each path of the project, and for each at its top. */
  private Optional<Reason> ofAll = Optional.empty();

  private Optional<Reason> ofTop = Optional.empty();

  private ReferencedPaths(ProjectSettings begun) {
    this.begun = begun;
    this.top = begun.top().orElse(Path.of("/"));
  }

  /**
   * Reads the user's settings, hooks and links.
   *
   * @param begun the settings at the top of the project
   * @param changes the changed paths: links are searched at the top and beside each of them
   */
  static ReferencedPaths of(
      ProjectSettings begun, Collection<RawPath> changes, HazardousNames names) {
    ReferencedPaths all = new ReferencedPaths(begun);
    if (begun.top().isPresent()) {
      Set<RawPath> directories = directories(changes);
      all.addThoseOf(all.repositories(directories));
      for (RawPath directory : directories) {
        all.addLinks(directory, Optional.empty(), names);
      }
      home().ifPresent(home -> all.addLinksOfHome(home, changes));
      all.addPath();
    }
    return all;
  }

  /** The top, and the directories above each change. */
  private static Set<RawPath> directories(Collection<RawPath> changes) {
    Set<RawPath> directories = new LinkedHashSet<>();
    directories.add(RawPath.TOP);
    for (RawPath each : changes) {
      for (RawPath above = each.parent(); directories.add(above); above = above.parent()) {}
    }
    return directories;
  }

  /** The repository of the project, and those in which there are changes. */
  private List<GitRepository> repositories(Set<RawPath> directories) {
    List<GitRepository> repositories = new ArrayList<>();
    GitRepository.of(top).ifPresent(repositories::add);
    for (RawPath directory : directories) {
      directory
          .text()
          .flatMap(text -> path(top, text))
          .filter(place -> !place.equals(top) && Files.exists(place.resolve(".git")))
          .flatMap(place -> GitRepository.of(place).filter(each -> each.top().equals(place)))
          .ifPresent(repositories::add);
    }
    return repositories;
  }

  /**
   * The reason why a change of a path acts for the user.
   *
   * @param isLink whether the path is a link now: a link instead of a directory redirects all paths
   *     below it
   */
  Optional<Reason> reason(RawPath path, boolean isLink) {
    Optional<Reason> reason =
        path.parent().equals(RawPath.TOP) ? HazardousNames.moreSevere(ofAll, ofTop) : ofAll;
    if (referenced.isEmpty() && hooksIn.isEmpty()) {
      return reason;
    }
    if (isLink) {
      reason = HazardousNames.moreSevere(reason, Optional.ofNullable(directories.get(path)));
    }
    for (RawPath each = path; !each.equals(RawPath.TOP); each = each.parent()) {
      reason = HazardousNames.moreSevere(reason, Optional.ofNullable(referenced.get(each)));
    }
    Optional<Reason> hook = Optional.ofNullable(hooksIn.get(path.parent()));
    return hook.isPresent() && HOOK.matcher(path.name().bytes()).matches()
        ? HazardousNames.moreSevere(reason, hook)
        : reason;
  }

  private void addThoseOf(List<GitRepository> repositories) {
    if (repositories.isEmpty() || !GitProcess.isInstalled()) {
      return; // without git, no settings and no hooks take effect
    }
    try {
      repositories.forEach(this::addThoseOf);
      addThoseOfUser(repositories);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addThoseOfUser(List<GitRepository> repositories) throws IOException {
    List<Setting> read = begun.ofUser();
    read.stream()
        .map(Setting::file)
        .distinct()
        .forEach(file -> follow(file, acts("git reads it: your settings")));
    for (GitRepository repository : repositories) {
      settings.clear();
      read.forEach(setting -> addSetting(setting, repository.top(), 0));
    }
  }

  private void addThoseOf(GitRepository repository) {
    Path hooks = repository.common().resolve("hooks");
    follow(hooks, acts("git runs it: .git/hooks"));
    addHooks(hooks, repository.top(), name -> acts("git runs it: .git/hooks/" + name));
    settings.clear();
    addSettings(repository.common().resolve("config"), repository.top(), 0, ".git/config");
    addSettings(
        repository.directory().resolve("config.worktree"),
        repository.top(),
        0,
        ".git/config.worktree");
    for (String name : List.of("attributes", "exclude")) {
      follow(
          repository.common().resolve("info").resolve(name),
          acts("git reads it: .git/info/" + name));
    }
  }

  private interface Naming {
    Reason of(Path name);
  }

  private void addHooks(Path directory, Path top, Naming naming) {
    CalledFiles called = new CalledFiles(this.top, top);
    for (Path each : entries(directory, OpenDirectory::names)) {
      Reason reason = naming.of(each.getFileName());
      if (Files.isSymbolicLink(each)) {
        follow(each, reason);
      }
      boolean isRun = Files.isExecutable(each) || directory.endsWith(HUSKY.getParent());
      if (isRun && HOOK.matcher(each.getFileName().toString()).matches()) {
        called.of(each).forEach(path -> follow(path, reason));
      }
    }
  }

  /**
   * The links and directories in a directory. There is no limit: merged files of a session may be
   * there, and could hide the others.
   */
  private static List<Path> linksAndDirectories(Path directory) {
    return entries(directory, OpenDirectory::linksAndDirectories);
  }

  private interface Listing {
    List<RawName> of(OpenDirectory directory) throws IOException;
  }

  private static List<Path> entries(Path directory, Listing listing) {
    try (OpenDirectory open = OpenDirectory.at(directory)) {
      return listing.of(open).stream()
          .flatMap(name -> new RawPath(name.bytes()).text().stream())
          .map(directory::resolve)
          .toList();
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
  }

  /** Adds the settings of a file and of each file that it includes, under any condition. */
  private void addSettings(Path file, Path top, int depth, String named) {
    follow(file, acts("git reads it: " + named));
    if (depth > MOST_INCLUDES || settings.size() == MOST_FILES || !settings.add(file.normalize())) {
      return;
    }
    try {
      begun.in(file).forEach(setting -> addSetting(setting, top, depth));
    } catch (IOException e) {
      return;
    }
  }

  private void addSetting(Setting setting, Path top, int depth) {
    String key = setting.key();
    String value = setting.value();
    if (value.isEmpty()) {
      return;
    }
    if (key.equals("include.path") || key.startsWith("includeif.") && key.endsWith(".path")) {
      path(setting.file().getParent(), value)
          .ifPresent(
              included -> addSettings(included, top, depth + 1, key.replaceFirst("\\..*\\.", ".")));
    } else if (key.equals("core.hookspath")) {
      path(top, value).ifPresent(hooks -> addHooksPath(hooks, top, key));
    } else if (key.equals("core.attributesfile")) {
      path(top, value).ifPresent(path -> follow(path, acts("git reads it: " + key)));
    } else {
      // without the subsection: filter.NAME.clean
      addValue(key.replaceFirst("\\..*\\.", "."), value, top);
    }
  }

  private void addHooksPath(Path hooks, Path repository, String key) {
    Reason reason = acts("git runs it: " + key);
    addHooks(hooks, repository, _ -> reason);
    if (hooks.endsWith(HUSKY)) {
      addHooks(hooks.resolveSibling(""), repository, _ -> reason);
    }
    Path real = followLinks(hooks, reason);
    if (real.equals(top) || real.startsWith(top) && repository.startsWith(real)) {
      hooksIn.put(raw(real), reason); // not all files of the repository
    } else {
      add(real, reason);
    }
  }

  private void addValue(String key, String value, Path top) {
    if (key.endsWith("file") || key.endsWith("template")) {
      Reason reason = new Reason(Hazard.ACTS_WHEN_USED, "git reads it: " + key);
      path(top, value).ifPresent(path -> follow(path, reason));
    } else if (!key.endsWith("directory") && (!key.startsWith("alias.") || isShell(value))) {
      addWords(value, top, acts("git runs it: " + key));
    }
  }

  private static boolean isShell(String value) {
    return value.startsWith("!");
  }

  /**
   * Adds the paths among the words of a value. A word without a slash is a file only after the name
   * of the program, which the PATH resolves, and only if the file exists or the word has a suffix.
   */
  private void addWords(String value, Path top, Reason reason) {
    String command = isShell(value) ? value.substring(1).strip() : value;
    boolean isFirst = true;
    for (String each : BETWEEN_WORDS.split(command, MOST_WORDS)) {
      String word = VARIABLE.matcher(HOME.matcher(each).replaceFirst("~")).replaceFirst("");
      boolean isBelow = word.startsWith("/") && command.matches("(?s).*[$`].*");
      Optional<Path> path = path(top, isBelow ? word.substring(1) : word);
      if (path.isPresent()
          && (word.contains("/")
              || !isFirst && (SUFFIX.matcher(word).find() || Files.isRegularFile(path.get())))) {
        follow(path.get(), reason);
      }
      isFirst = false;
    }
    if (command.contains("/") && command.contains(" ")) {
      path(top, command).ifPresent(path -> follow(path, reason));
    }
  }

  private static Reason acts(String actor) {
    return new Reason(Hazard.ACTS, actor);
  }

  private static Optional<Path> home() {
    return Optional.ofNullable(System.getenv("HOME")).map(Path::of);
  }

  /** The path that git reads in a text. Git has this program's environment. */
  private static Optional<Path> path(Path directory, String value) {
    String text = value.startsWith(OPTIONAL) ? value.substring(OPTIONAL.length()) : value;
    try {
      Matcher home = OF_HOME.matcher(text);
      if (!home.matches()) {
        return Optional.of(directory.resolve(text));
      }
      String user = home.group(1);
      return user.isEmpty() || user.equals(System.getProperty("user.name"))
          ? home().map(own -> Path.of(own.toString(), home.group(2)))
          : Optional.of(Path.of("/home", user, home.group(2)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds the links in a directory, and in those of its directories that are hazards by their name,
   * or may contain such hazards.
   *
   * @param above the reason why a directory above is a severe hazard
   */
  private void addLinks(RawPath directory, Optional<Reason> above, HazardousNames names) {
    if (!searched.add(directory)) {
      return;
    }
    Optional<Path> place = directory.text().flatMap(text -> path(top, text));
    for (Path each : place.map(ReferencedPaths::linksAndDirectories).orElse(List.of())) {
      RawPath path = raw(top, each);
      Optional<Reason> reason = above.isPresent() ? above : names.reason(path);
      if (Files.isSymbolicLink(each)) {
        reason.ifPresent(
            it -> follow(each, new Reason(it.hazard(), path.shown() + " leads to it")));
      } else if ((reason.isPresent() || names.isAbove(path)) && Files.isDirectory(each)) {
        addLinks(path, reason.filter(it -> it.hazard().isSevere()), names);
      }
    }
  }

  /**
   * Adds the links in the home of the user with which programs find their settings, as in a project
   * of dotfiles: those with a dot, and those in such directories.
   */
  private void addLinksOfHome(Path home, Collection<RawPath> changes) {
    Reason config = acts("~/" + CONFIG + " leads to it");
    Path place = followLinks(home.resolve(CONFIG), config);
    add(place, config);
    if (top.startsWith(place)) {
      ofAll = Optional.of(config);
    }
    changes.forEach(change -> addLinksOfHome(home, change));
    for (Path each : linksAndDirectories(home)) {
      String name = each.getFileName().toString();
      if (name.startsWith(".") || name.equals(PROGRAMS)) {
        addLinksOfHome(each, home, DEEP.contains(name) ? 2 : 1);
      }
    }
  }

  /**
   * Adds the links with which the home leads to a file of the same name at any depth, as stow(8)
   * and rcm(7) make them.
   */
  private void addLinksOfHome(Path home, RawPath change) {
    String text = change.text().orElse("");
    for (int at = 0; at < text.length(); at = next(text, at)) {
      String below = text.startsWith(".", at) ? text.substring(at) : "." + text.substring(at);
      if (DEEP.contains(below.substring(0, Math.max(below.indexOf('/'), 0)))) {
        follow(
            home.resolve(below),
            acts("~/" + new RawPath(RawPath.raw(below)).shown() + " leads to it"));
      }
    }
  }

  private static int next(String path, int at) {
    int slash = path.indexOf('/', at);
    return slash < 0 ? path.length() : slash + 1;
  }

  private void addLinksOfHome(Path place, Path home, int depth) {
    if (Files.isSymbolicLink(place)) {
      boolean isProgram = place.endsWith(PROGRAMS) || place.getParent().endsWith(PROGRAMS);
      Hazard hazard = isProgram ? Hazard.ACTS_WHEN_USED : Hazard.ACTS;
      follow(place, new Reason(hazard, "~/" + raw(home, place).shown() + " leads to it"));
    } else if (depth > 0) {
      linksAndDirectories(place).forEach(each -> addLinksOfHome(each, home, depth - 1));
    }
  }

  /** Adds the directories of the user's PATH: a program in one can hide each other program. */
  private void addPath() {
    for (String directory : System.getProperty("bawn.path", "").split(":")) {
      if (directory.startsWith("/")) {
        Reason reason = acts("your PATH leads to it");
        Optional<Path> end = path(top, directory).map(each -> followLinks(each, reason));
        end.ifPresent(each -> add(each, reason));
        if (end.filter(top::equals).isPresent()) {
          ofTop = Optional.of(reason);
        }
      }
    }
  }

  /** Adds each link on a path, and the end of the path. */
  private void follow(Path path, Reason reason) {
    add(followLinks(path, reason), reason);
  }

  /** Adds each link on a path, and returns the end of the path. */
  private Path followLinks(Path path, Reason reason) {
    LinkTrail trail = LinkTrail.asFarAsItLeads(path.toAbsolutePath());
    trail.links().forEach(link -> add(link, reason));
    return trail.real();
  }

  private void add(Path place, Reason reason) {
    if (!place.startsWith(top) || place.equals(top)) {
      return;
    }
    RawPath path = raw(place);
    if (GitFiles.areInDotGit(path)) {
      return;
    }
    referenced.merge(path, reason, ReferencedPaths::moreSevere);
    for (RawPath above : path.parents()) {
      directories.merge(above, reason, ReferencedPaths::moreSevere);
    }
  }

  private RawPath raw(Path place) {
    return place.equals(top) ? RawPath.TOP : raw(top, place);
  }

  private static RawPath raw(Path directory, Path place) {
    return new RawPath(RawPath.raw(directory.relativize(place).toString()));
  }

  private static Reason moreSevere(Reason one, Reason other) {
    return HazardousNames.moreSevere(Optional.of(one), Optional.of(other)).orElseThrow();
  }
}
