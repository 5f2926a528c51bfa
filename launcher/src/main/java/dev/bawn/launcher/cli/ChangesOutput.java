package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.merge.Applied;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Hazard;
import dev.bawn.launcher.review.ListedChanges;
import dev.bawn.launcher.review.Moves;
import dev.bawn.launcher.review.Others;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Prints changes. The names in the JSON of each are stable: {@code change} ({@code added}, {@code
 * modified}, {@code removed}, {@code mode}, {@code type}, {@code replaced}, {@code renamed}, {@code
 * unclear}), {@code path}, {@code path_base64} if the path is not UTF-8, {@code kind}, {@code mode}
 * and {@code size} of the present file, {@code kind_before}, {@code mode_before} and {@code
 * size_before} of the base, {@code hazards}, and if they apply {@code from}, {@code reason} and
 * {@code others} ({@code changed}, {@code unknown}). A moved file has two entries, removed and
 * added, with {@code moved_from} and {@code same_percent}.
 */
final class ChangesOutput {

  private static final int LONGEST_WORD = "replaced ".length();

  private static final String MOVED = "moved";

  /** The indentation of further lines: below the path. */
  private static final String BELOW = " ".repeat(2 + LONGEST_WORD + 1);

  private ChangesOutput() {}

  /**
   * Prints one line for each file, and one line for all of git's own files. A directory has a line
   * only if no line names a file in it.
   *
   * @param worthALine those of {@link #worthALine}
   */
  static void lines(List<Reviewed> changes, List<Reviewed> worthALine, Surroundings here) {
    eachOf(worthALine, here);
    ofGit(changes, "  ! never merged as files").forEach(here.out()::println);
  }

  /** Prints a line for each of them, also for a repository. */
  static void eachOf(List<Reviewed> changes, Surroundings here) {
    // one print call, since each one is a write
    int width = Width.of(here);
    StringBuilder lines = new StringBuilder();
    for (Reviewed each : changes) {
      append(lines, each, each.change().word(), width);
    }
    here.out().print(lines);
  }

  /** A line for each repository with the number of git's own files among the changes. */
  static List<String> ofGit(List<Reviewed> changes, String note) {
    Map<RawPath, Integer> ofGit = new TreeMap<>();
    for (Reviewed each : changes) {
      if (each.repository().isPresent()) {
        ofGit.merge(each.repository().get(), 1, Integer::sum);
      }
    }
    List<String> lines = new ArrayList<>();
    ofGit.forEach((repository, count) ->
        lines.add(
            "  %-9s %s/  %d of git's own files%s"
                .formatted("changed", repository.named(), count, note)));
    return lines;
  }

  /** The number of changes, in words. */
  static String count(List<Reviewed> changes) {
    return count(changes, worthALine(changes));
  }

  /**
   * The same.
   *
   * @param worthALine those of {@link #worthALine}
   */
  static String count(List<Reviewed> changes, List<Reviewed> worthALine) {
    long ofGit = changes.stream().filter(Reviewed::isOfGit).count();
    String text = Count.of(worthALine.size(), "change");
    return ofGit == 0 ? text : text + " and " + ofGit + " of git's own files";
  }

  /** The changes that are listed. */
  static List<Reviewed> worthALine(List<Reviewed> changes) {
    Set<RawPath> moved = new HashSet<>();
    List<Change> all = new ArrayList<>(changes.size());
    for (Reviewed each : changes) {
      all.add(each.change());
      if (each.move().isPresent()) {
        moved.add(each.move().get().from());
      }
    }
    Predicate<Change> told = ListedChanges.among(all, moved);
    List<Reviewed> worth = new ArrayList<>(changes.size());
    for (Reviewed each : changes) {
      if (!each.isOfGit() && told.test(each.change())) {
        worth.add(each);
      }
    }
    return worth;
  }

  /** Appends the line of a change that was applied, as {@link #lines} prints it. */
  static void append(StringBuilder lines, Applied done, Optional<Reviewed> reviewed, int width) {
    if (reviewed.isPresent()) {
      append(
          lines,
          done.from().isPresent() ? reviewed.get() : reviewed.get().unmoved(),
          word(done, reviewed),
          width);
    } else {
      List<String> details = done.from().map(from -> "from " + from.shown()).stream().toList();
      append(lines, head(word(done, reviewed), done.path(), done.isDirectory()), details, width);
    }
  }

  private static String word(Applied done, Optional<Reviewed> reviewed) {
    if (done.from().isPresent()) {
      return MOVED;
    }
    // if others created the file too, the project's was modified
    return reviewed
        .map(Reviewed::change)
        .filter(change -> !(change instanceof Change.Added))
        .map(Change::word)
        .orElse(done.word());
  }

  private static String head(String word, RawPath path, boolean isDirectory) {
    return "  "
        + word
        + " ".repeat(LONGEST_WORD + 1 - word.length())
        + path.shown()
        + (isDirectory ? "/" : "");
  }

  /** Appends a line; details that do not fit the terminal go below the path. */
  private static void append(StringBuilder lines, String head, List<String> details, int width) {
    int begin = lines.length();
    lines.append(head);
    for (String each : details) {
      lines.append("  ").append(each);
    }
    if (!details.isEmpty() && lines.length() - begin > width) {
      lines.setLength(begin);
      lines.append(head);
      for (String each : details) {
        lines.append('\n').append(WrappedText.beside(BELOW, each, width));
      }
    }
    lines.append('\n');
  }

  private static void append(StringBuilder lines, Reviewed reviewed, String done, int width) {
    Change change = reviewed.change();
    String word = reviewed.move().isPresent() ? MOVED : done;
    List<String> details = new ArrayList<>();
    add(details, reviewed.permissions());
    add(details, detail(change));
    if (reviewed.move().isPresent()) {
      details.add(detail(reviewed.move().get()));
    }
    if (!reviewed.hazards().isEmpty()) {
      details.add("! " + reviewed.labels());
    }
    if (!reviewed.othersLabel().isEmpty()) {
      details.add("! " + reviewed.othersLabel());
    }
    append(lines, head(word, change.path(), change.isDirectory()), details, width);
  }

  private static void add(List<String> details, String detail) {
    if (!detail.isEmpty()) {
      details.add(detail);
    }
  }

  private static String detail(Change change) {
    // the JVM links a switch over types in each process again
    if (change instanceof Change.TypeChanged(_, var before, var after)) {
      return "%s → %s".formatted(before.kind().words(), after.kind().words());
    }
    if (change instanceof Change.Renamed(_, _, var from)) {
      return "from " + Printable.of(from);
    }
    return change instanceof Change.Unclear(_, _, var obstacle) ? obstacle.sentence() : "";
  }

  private static String detail(Moves.Move move) {
    return "from "
        + move.from().shown()
        + (move.isExact() ? "" : ", " + move.percent() + " % the same");
  }

  /** Writes them all, one array. */
  static void json(JsonGenerator json, List<Reviewed> changes) throws IOException {
    JsonOutput.objects(json, changes, ChangesOutput::json);
  }

  /**
   * Writes the applied changes, one array.
   *
   * @param reviewed the selected changes, by path
   */
  static void jsonOf(JsonGenerator json, List<Applied> done, Map<RawPath, Reviewed> reviewed)
      throws IOException {
    JsonOutput.objects(
        json,
        done,
        (to, each) -> {
          to.writeStringField("change", word(each, Optional.ofNullable(reviewed.get(each.path()))));
          to.writeStringField("path", each.path().shown());
          if (each.from().isPresent()) {
            to.writeStringField("moved_from", each.from().get().shown());
          }
          if (reviewed.containsKey(each.path())) {
            marks(to, reviewed.get(each.path()));
          }
        });
  }

  private static void json(JsonGenerator json, Reviewed reviewed) throws IOException {
    Change change = reviewed.change();
    json.writeStringField("change", change.word());
    json.writeStringField("path", change.path().text().orElseGet(() -> change.path().shown()));
    if (change.path().text().isEmpty()) {
      byte[] raw = change.path().bytes().getBytes(StandardCharsets.ISO_8859_1);
      json.writeStringField("path_base64", Base64.getEncoder().encodeToString(raw));
    }
    if (change.statusAfter().isPresent()) {
      json(json, "", change.statusAfter().get());
    }
    if (change.statusBefore().isPresent()) {
      json(json, "_before", change.statusBefore().get());
    }
    if (change instanceof Change.Renamed(_, _, var from)) {
      json.writeStringField("from", Printable.of(from));
    }
    if (reviewed.move().isPresent()) {
      json.writeStringField("moved_from", reviewed.move().get().from().shown());
      json.writeNumberField("same_percent", reviewed.move().get().percent());
    }
    if (change instanceof Change.Unclear(_, _, var obstacle)) {
      json.writeStringField("reason", obstacle.sentence());
    }
    marks(json, reviewed);
  }

  private static void marks(JsonGenerator json, Reviewed reviewed) throws IOException {
    if (reviewed.others() != Others.NOTHING) {
      json.writeStringField("others", reviewed.others().word());
    }
    Set<Hazard> hazards = reviewed.hazards();
    JsonOutput.texts(
        json,
        "hazards",
        hazards.isEmpty() ? List.of() : hazards.stream().map(Hazard::word).sorted().toList());
  }

  private static void json(JsonGenerator json, String suffix, FileStatus status)
      throws IOException {
    json.writeStringField("kind" + suffix, status.kind().words());
    json.writeStringField("mode" + suffix, status.octal());
    if (status.is(FileKind.FILE)) {
      json.writeNumberField("size" + suffix, status.size());
    }
  }
}
