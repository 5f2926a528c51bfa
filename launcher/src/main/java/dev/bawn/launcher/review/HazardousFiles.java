package dev.bawn.launcher.review;

import dev.bawn.contract.mask.MaskPattern;
import dev.bawn.contract.mask.MaskRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The files that act for the user, by the patterns in {@code hazards.tsv}; case does not count. */
final class HazardousFiles {

  private static final String LIST = "hazards.tsv";
  private static final String SEVERE = "severe";
  private static final String MARKED = "marked";
  private static final int FIELDS = 3;

  /**
   * Why a file is on the list.
   *
   * @param hazard by its severity
   * @param actor what acts on it
   */
  record Reason(Hazard hazard, String actor) {}

  /** Most patterns are names, which are found at once. */
  private final Map<String, Reason> names;

  /** All others, to find out at once that none matches. */
  private final MaskRules others;

  private final Map<Reason, MaskRules> othersByReason;
  private final Map<RawPath, Optional<Reason>> directories = new HashMap<>();

  private HazardousFiles(
      Map<String, Reason> names, MaskRules others, Map<Reason, MaskRules> othersByReason) {
    this.names = names;
    this.others = others;
    this.othersByReason = othersByReason;
  }

  /** Reads the list. The first pattern that matches a name or path gives its reason. */
  static HazardousFiles read() {
    Map<String, Reason> names = new HashMap<>();
    List<MaskPattern> others = new ArrayList<>();
    Map<Reason, List<MaskPattern>> byReason = new LinkedHashMap<>();
    for (String line : text().split("\n")) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
          throw new IllegalStateException(LIST + ": expected three fields: " + line);
        }
        Reason reason = new Reason(hazard(fields[0]), fields[1]);
        MaskPattern pattern = MaskPattern.of(fields[2]);
        if (pattern.isName()) {
          names.putIfAbsent(pattern.literal(), reason);
        } else {
          others.add(pattern);
          byReason.computeIfAbsent(reason, _ -> new ArrayList<>()).add(pattern);
        }
      }
    }
    Map<Reason, MaskRules> rules = new LinkedHashMap<>();
    byReason.forEach((reason, patterns) -> rules.put(reason, rules(patterns)));
    return new HazardousFiles(names, rules(others), rules);
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
    try (InputStream in = HazardousFiles.class.getResourceAsStream(LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Why a path, or a directory in which it lies, is on the list; the most severe reason. */
  Optional<Reason> reason(RawPath path) {
    return moreSevere(named(path), ofDirectory(path.parent()));
  }

  private Optional<Reason> ofDirectory(RawPath directory) {
    if (directory.equals(RawPath.TOP)) {
      return Optional.empty();
    }
    Optional<Reason> known = directories.get(directory);
    if (known == null) {
      known = reason(directory);
      directories.put(directory, known);
    }
    return known;
  }

  private static Optional<Reason> moreSevere(Optional<Reason> one, Optional<Reason> other) {
    return one.filter(reason -> reason.hazard().isSevere()).isPresent()
        ? one
        : other.filter(reason -> reason.hazard().isSevere() || one.isEmpty()).or(() -> one);
  }

  private Optional<Reason> named(RawPath path) {
    String text = path.text().orElse(path.bytes()).toLowerCase(Locale.ROOT);
    String name = text.substring(text.lastIndexOf('/') + 1);
    Optional<Reason> named = Optional.ofNullable(names.get(name));
    return others.mask(text, true) ? moreSevere(named, matching(text)) : named;
  }

  private Optional<Reason> matching(String text) {
    for (Map.Entry<Reason, MaskRules> each : othersByReason.entrySet()) {
      if (each.getValue().mask(text, true)) {
        return Optional.of(each.getKey());
      }
    }
    return Optional.empty();
  }
}
