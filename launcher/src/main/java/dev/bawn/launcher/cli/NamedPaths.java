package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The changes that the caller selects: those at a path and below it. A path is relative to the top
 * of the project, as typed or as {@code status} prints it, or relative to the caller's directory if
 * that is in the project, or absolute.
 */
final class NamedPaths {

  private static final String IGNORED = "--ignored";

  private final SessionRecord record;
  private final Path directory;
  private final List<String> typed;
  private final boolean withIgnored;

  private NamedPaths(
      SessionRecord record, Path directory, List<String> typed, boolean withIgnored) {
    this.withIgnored = withIgnored;
    this.record = record;
    this.directory = directory;
    this.typed = typed;
  }

  /** The path arguments after the session's name. */
  static PositionalParamSpec words() {
    return Parameters.others("PATH", "only changes to this file, or below this directory");
  }

  /** The argument for the project of an agent, for a command that takes no paths. */
  static PositionalParamSpec project() {
    return Parameters.object("PROJECT", "the project of an agent");
  }

  /** The option to include files that git ignores. */
  static OptionSpec ignored() {
    return Parameters.flag(IGNORED, "include files that git ignores");
  }

  static NamedPaths of(Typed typed, SessionRecord record, Surroundings here) {
    List<String> words = typed.words();
    if (words.contains("")) {
      throw new WrongUsage(
          "argument is empty; expected a path", "see: bawn status " + record.name());
    }
    return new NamedPaths(
        record, here.directory(), words.subList(1, words.size()), typed.has(IGNORED));
  }

  /**
   * The selected changes in their order; all if no path was named. A file that git ignores is
   * included if all changes at the named path are ignored, or if the option is set. A path of a
   * moved file selects both of its paths.
   *
   * @throws NotFound if there is no change at a named path, with the most similar one
   */
  Selection of(Layers layers, List<Change> changes) throws IOException {
    Set<Change> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Change> ignored = Collections.newSetFromMap(new IdentityHashMap<>());
    for (String word : typed.isEmpty() ? List.of("") : typed) {
      List<Change> there = typed.isEmpty() ? changes : at(word, changes);
      boolean all = withIgnored || !typed.isEmpty() && there.stream().allMatch(layers::ignores);
      there.forEach(each -> (all || !layers.ignores(each) ? wanted : ignored).add(each));
    }
    if (!typed.isEmpty()) {
      addMoved(layers, changes, wanted);
    }
    ignored.removeAll(wanted);
    return new Selection(
        changes.stream().filter(wanted::contains).toList(),
        changes.stream().filter(ignored::contains).toList());
  }

  /**
   * Adds the other path of each selected move. As in {@code status}, a file that git ignores is not
   * paired with another one.
   */
  private void addMoved(Layers layers, List<Change> changes, Set<Change> wanted)
      throws IOException {
    if (wanted.stream()
        .allMatch(each -> each.statusBefore().isPresent() && each.statusAfter().isPresent())) {
      return; // no file was added or removed
    }
    Map<RawPath, Change> told = new LinkedHashMap<>();
    for (Change change : changes) {
      if (withIgnored || !layers.ignores(change)) {
        told.put(change.path(), change);
      }
    }
    Moves.of(layers, told.values())
        .all()
        .forEach((path, move) -> {
          List<Change> both = List.of(told.get(path), told.get(move.from()));
          if (both.stream().anyMatch(wanted::contains)) {
            wanted.addAll(both);
          }
        });
  }

  private List<Change> at(String word, List<Change> changes) {
    for (String path : meanings(word)) {
      String raw = RawPath.raw(path);
      List<Change> there = at(changes, each -> isAt(each.bytes(), raw));
      if (there.isEmpty()) {
        there = at(changes, each -> isAt(each.shown(), path));
      }
      if (!there.isEmpty()) {
        return there;
      }
    }
    throw nothingAt(word, changes);
  }

  /** Tells whether one of the named paths is a repository, or a path in it, and has this file. */
  boolean areIn(RawPath repository, RawPath file) {
    return typed.stream()
        .flatMap(word -> meanings(word).stream())
        .filter(path -> !path.isEmpty())
        .map(RawPath::raw)
        .anyMatch(path -> isAt(path, repository.bytes()) && isAt(file.bytes(), path));
  }

  /** The paths from the top that an argument can mean; the likelier one first. */
  private Set<String> meanings(String word) {
    Set<String> meanings = new LinkedHashSet<>();
    Path path = directory.resolve(word).normalize();
    List<Path> paths = List.of(path, withoutLinks(path));
    for (Path top : tops()) {
      for (Path each : paths) {
        if (each.startsWith(top)) {
          meanings.add(top.relativize(each).toString());
        }
      }
    }
    Path fromTop = Path.of(word).normalize();
    // a file here is meant, even if it has no change
    boolean isHere = !meanings.isEmpty() && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (!isHere && !fromTop.isAbsolute() && !fromTop.startsWith("..")) {
      meanings.add(fromTop.toString());
    }
    return meanings;
  }

  /** The path with the links among its parent directories resolved, as far as these exist. */
  private static Path withoutLinks(Path path) {
    try {
      Path above = path.getParent();
      return above == null ? path : above.toRealPath().resolve(path.getFileName());
    } catch (IOException e) {
      return path;
    }
  }

  /** The directory of the project on the host, and in the session. */
  private Set<Path> tops() {
    Set<Path> tops = new LinkedHashSet<>();
    record.project().ifPresent(tops::add);
    tops.add(record.inside());
    return tops;
  }

  private static List<Change> at(List<Change> changes, Predicate<RawPath> wanted) {
    return changes.stream().filter(each -> wanted.test(each.path())).toList();
  }

  private static boolean isAt(String there, String path) {
    return path.isEmpty() || there.equals(path) || there.startsWith(path + "/");
  }

  private static boolean isIn(Path top, Path path) {
    return path.startsWith(top)
        && !path.equals(top)
        && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private NotFound nothingAt(String word, List<Change> changes) {
    List<String> paths = changes.stream().map(each -> each.path().shown()).toList();
    String all = "list its changes: bawn status " + record.name();
    boolean isThere = tops().stream().anyMatch(top -> isIn(top, top.resolve(word).normalize()));
    return new NotFound(
        record.name() + " has no changes in '" + Printable.of(word) + "'",
        isThere
            ? "it is merged already, or the session did not change it; " + all
            : NearestMatch.hint(word, paths, all));
  }
}
