package dev.bawn.launcher.review;

import dev.bawn.contract.mask.MaskPattern;
import dev.bawn.contract.mask.MaskRules;
import dev.bawn.launcher.mount.RepositoryEntries;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds files that act for the user by their names. The patterns are in {@code hazards.tsv}; the
 * case of letters does not matter. {@link HazardousContent} reads the files.
 */
final class HazardousNames {

  private static final String LIST = "hazards.tsv";
  private static final String SEVERE = "severe";
  private static final String MARKED = "marked";
  private static final int FIELDS = 3;

  /**
   * The reason why a name is in the list.
   *
   * @param hazard by its severity
   * @param actor the program that acts on it
   */
  record Reason(Hazard hazard, String actor) {}

  /** A pattern of the list, with the reason for the names that it matches. */
  private record Rule(MaskRules pattern, Reason reason) {}

  /** The patterns that are plain names: a lookup finds them. */
  private final Map<String, Reason> names;

  /** All other patterns together: one match shows that none of them applies. */
  private final MaskRules others;

  private final List<Rule> rules;

  /** The names of directories in the patterns that are paths. */
  private final Set<String> above;

  private final Map<RawPath, Optional<Reason>> directories = new HashMap<>();

  private HazardousNames(
      Map<String, Reason> names, MaskRules others, List<Rule> rules, Set<String> above) {
    this.names = names;
    this.others = others;
    this.rules = rules;
    this.above = above;
  }

  /** Reads the list. The first pattern that matches a name or path gives its reason. */
  static HazardousNames read() {
    Map<String, Reason> names = new HashMap<>();
    List<MaskPattern> others = new ArrayList<>();
    List<Rule> rules = new ArrayList<>();
    Set<String> above = new HashSet<>();
    for (String line : text().split("\n")) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
          throw new IllegalStateException(LIST + ": expected three fields: " + line);
        }
        Reason reason = new Reason(hazard(fields[0]), fields[1]);
        if (MaskPattern.isName(fields[2])) {
          names.putIfAbsent(fields[2], reason);
        } else {
          MaskPattern pattern = MaskPattern.of(fields[2]);
          others.add(pattern);
          rules.add(new Rule(rules(List.of(pattern)), reason));
          List<String> path = List.of(fields[2].split("/"));
          above.addAll(path.subList(0, path.size() - 1));
        }
      }
    }
    return new HazardousNames(names, rules(others), rules, above);
  }

  private static MaskRules rules(List<MaskPattern> patterns) {
    return new MaskRules(false, false, patterns);
  }

  private static Hazard hazard(String severity) {
    return switch (severity) {
      case SEVERE -> Hazard.ACTS;
      case MARKED -> Hazard.ACTS_WHEN_USED;
      default -> throw new IllegalStateException(LIST + ": unknown severity: " + severity);
    };
  }

  private static String text() {
    try (InputStream in = HazardousNames.class.getResourceAsStream(LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The most severe reason why a file is hazardous: it, or a directory that contains it, is in the
   * list; or git searches for a repository by its name. Other merges may bring the other entries of
   * that repository.
   */
  Optional<Reason> reason(RawPath file) {
    return RepositoryEntries.isFirst(file.name().bytes())
        ? Optional.of(new Reason(Hazard.ACTS, "git"))
        : ofEntry(file);
  }

  private Optional<Reason> ofEntry(RawPath path) {
    return moreSevere(named(path), ofDirectory(path.parent()));
  }

  private Optional<Reason> ofDirectory(RawPath directory) {
    if (directory.equals(RawPath.TOP)) {
      return Optional.empty();
    }
    Optional<Reason> known = directories.get(directory);
    if (known == null) {
      known = ofEntry(directory);
      directories.put(directory, known);
    }
    return known;
  }

  /** Tells whether a directory that is no hazard may contain one because of its own name. */
  boolean isAbove(RawPath directory) {
    return above.contains(name(text(directory)));
  }

  /** The severe one of two reasons; else the first. */
  static Optional<Reason> moreSevere(Optional<Reason> one, Optional<Reason> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return !one.get().hazard().isSevere() && other.get().hazard().isSevere() ? other : one;
  }

  private Optional<Reason> named(RawPath path) {
    String text = text(path);
    Optional<Reason> named = Optional.ofNullable(names.get(name(text)));
    return others.mask(text, true) ? moreSevere(named, matching(text)) : named;
  }

  /** A path in lower case, also of the letters whose capital is an ASCII letter (U+017F). */
  private static String text(RawPath path) {
    return path.text().orElse(path.bytes()).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private Optional<Reason> matching(String text) {
    for (Rule rule : rules) {
      if (rule.pattern().mask(text, true)) {
        return Optional.of(rule.reason());
      }
    }
    return Optional.empty();
  }
}
