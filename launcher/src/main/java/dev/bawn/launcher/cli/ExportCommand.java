package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.patch.Export;
import dev.bawn.launcher.patch.LeftOut;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code export NAME}: prints the changes of a session, for {@code git apply} in the project. */
final class ExportCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.words())
        .addOption(NamedPaths.ignored())
        .addOption(
            Parameters.flag("--accept-hazards", "export severe hazards, too, for example .envrc"))
        .addOption(
            Parameters.flag(
                "--patch", "print a patch to standard output (the default, and the only format)"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn export app-1 >app-1.patch", "bawn export app-1 | git apply --3way");
  }

  @Override
  public int run(Typed words, Surroundings here) {
    Typed typed = NamedSession.joined(words, here);
    if (here.terminals().out()) {
      throw new WrongUsage(
          "bawn prints no patch on a terminal: it can contain control characters that the session wrote",
          "to read it: bawn diff %1$s; to save it: bawn export %1$s >%1$s.patch"
              .formatted(Printable.of(typed.words().getFirst())));
    }
    SessionRecord record = NamedSession.of(typed, here).intact().record();
    NamedPaths named = NamedPaths.of(typed, record, here);
    return RecordedChanges.show(
            record,
            named,
            (layers, selection) -> {
              SessionMerges.warnOfTakenBack(record, layers, here);
              List<Reviewed> reviewed = Reviewed.all(layers, selection.changes());
              Map<Boolean, List<Reviewed>> severe =
                  reviewed.stream()
                      .collect(
                          Collectors.partitioningBy(
                              each -> each.isSevere() && !typed.has("--accept-hazards")));
              List<Change> wanted = severe.get(false).stream().map(Reviewed::change).toList();
              List<LeftOut> leftOut =
                  Export.to(
                      here.out(),
                      layers,
                      selection.changes(),
                      wanted,
                      selection.moves(layers, reviewed));
              int status =
                  DiffOutput.leftOut(leftOut, layers, selection, "left out", record.name(), here);
              reportHazards(severe.get(false), leftOut, here);
              return leaveOut(record, severe.get(true), here) ? 1 : status;
            })
        .orElseThrow(() -> RecordedChanges.nothingApart(record));
  }

  /**
   * Reports hazards. Directories are left out, since a patch has none: their files represent them.
   */
  private static void reportHazards(
      List<Reviewed> wanted, List<LeftOut> leftOut, Surroundings here) {
    Set<RawPath> not = leftOut.stream().map(LeftOut::path).collect(Collectors.toSet());
    for (Reviewed each : wanted) {
      boolean isExported =
          !each.isOfGit() && !each.change().isDirectory() && !not.contains(each.change().path());
      if (isExported && !each.hazards().isEmpty()) {
        report("hazard", each, each.labels(), here);
      }
    }
  }

  /** Names the changes that are left out for their hazards, and returns whether there are any. */
  private static boolean leaveOut(SessionRecord record, List<Reviewed> severe, Surroundings here) {
    Set<RawPath> filled =
        severe.stream().map(each -> each.change().path().parent()).collect(Collectors.toSet());
    for (Reviewed each : severe) {
      if (!each.change().isDirectory() || !filled.contains(each.change().path())) {
        report("left out", each, each.severeLabels(), here);
      }
    }
    if (!severe.isEmpty()) {
      here.note(
          "bawn: hint: read them: bawn diff " + record.name() + "; then add --accept-hazards");
    }
    return !severe.isEmpty();
  }

  private static void report(String what, Reviewed each, String labels, Surroundings here) {
    here.note("bawn: " + what + ": " + each.change().path().shown() + ": " + labels);
  }
}
