package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.review.Holding;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints reasons. The names in the JSON of each are stable: {@code reason}, {@code what}, {@code
 * said}, {@code hint} if there is one; {@code count} and {@code paths}, the first of them, if it
 * has paths; {@code owners} with {@code uid}, {@code gid}, {@code user}, {@code group}, {@code
 * directories}, {@code files} and {@code paths}, the topmost of them, if the reason is about files
 * of other users.
 */
final class ReasonsOutput {

  /** The most owners that are printed. */
  private static final int SHOWN = 5;

  private final AccountNames names;

  ReasonsOutput(AccountNames names) {
    this.names = names;
  }

  /** Prints a paragraph for each reason. */
  void text(List<Reason> reasons, Surroundings here) {
    PrintStream out = here.out();
    for (Reason reason : reasons) {
      String what = reason.word() + ": " + Printable.whole(reason.what());
      WrappedText.print(what, here);
      places(reason, out);
    }
  }

  private void places(Reason reason, PrintStream out) {
    List<Holding> owners = reason.owners();
    owners.stream().limit(SHOWN).forEach(each -> line(out, owner(each)));
    if (owners.size() > SHOWN) {
      line(out, "and the files of " + (owners.size() - SHOWN) + " others");
    }
    reason.paths().ifPresent(paths -> line(out, shown(paths, "")));
    line(out, "a program that needs it reports: " + reason.said());
    reason.hint().ifPresent(hint -> line(out, hint));
  }

  private static void line(PrintStream out, String text) {
    out.println("    " + Printable.whole(text));
  }

  private String owner(Holding holding) {
    List<String> counts = new ArrayList<>();
    if (holding.directories() > 0) {
      counts.add(count(holding.directories(), "directory", "directories"));
    }
    if (holding.files() > 0) {
      counts.add(count(holding.files(), "file", "files"));
    }
    List<String> shown = new ArrayList<>();
    if (holding.topDirectories().count() > 0) {
      shown.add(shown(holding.topDirectories(), "/"));
    }
    if (holding.topFiles().count() > 0) {
      shown.add(shown(holding.topFiles(), ""));
    }
    return "%s of %s:%s (%d:%d)"
            .formatted(
                String.join(" and ", counts),
                names.user(holding.uid()),
                names.group(holding.gid()),
                holding.uid(),
                holding.gid())
        + (shown.isEmpty() ? "" : ": " + String.join(", ", shown));
  }

  private static String count(long count, String one, String more) {
    return count + " " + (count == 1 ? one : more);
  }

  private static String shown(FirstPaths paths, String slash) {
    List<String> first = paths.first().stream().map(path -> path.shown() + slash).toList();
    long rest = paths.count() - first.size();
    return String.join(", ", first) + (rest > 0 ? " and " + rest + " more" : "");
  }

  /** Writes all reasons, one array. */
  void json(JsonGenerator json, List<Reason> reasons) throws IOException {
    JsonOutput.objects(json, reasons, this::json);
  }

  private void json(JsonGenerator json, Reason reason) throws IOException {
    json.writeStringField("reason", reason.word());
    json.writeStringField("what", reason.what());
    json.writeStringField("said", reason.said());
    if (reason.hint().isPresent()) {
      json.writeStringField("hint", reason.hint().get());
    }
    if (reason.paths().isPresent()) {
      json.writeNumberField("count", reason.paths().get().count());
      paths(json, reason.paths().get().first());
    }
    if (!reason.owners().isEmpty()) {
      json.writeFieldName("owners");
      JsonOutput.objects(json, reason.owners(), this::json);
    }
  }

  private void json(JsonGenerator json, Holding holding) throws IOException {
    json.writeNumberField("uid", holding.uid());
    json.writeNumberField("gid", holding.gid());
    json.writeStringField("user", names.user(holding.uid()));
    json.writeStringField("group", names.group(holding.gid()));
    json.writeNumberField("directories", holding.directories());
    json.writeNumberField("files", holding.files());
    List<RawPath> topmost = new ArrayList<>(holding.topDirectories().first());
    topmost.addAll(holding.topFiles().first());
    paths(json, topmost);
  }

  private static void paths(JsonGenerator json, List<RawPath> paths) throws IOException {
    JsonOutput.texts(
        json, "paths", paths.stream().map(path -> path.text().orElseGet(path::shown)).toList());
  }
}
