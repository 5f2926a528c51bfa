package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.review.Owners;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prints the reasons for failures in an unprivileged session: the owners of its files, and the
 * restrictions of its sandbox. The JSON has the fields of {@link ListedOutput}, {@code entries} if
 * files were examined, and {@code reasons}, which has those of {@link ReasonsOutput}.
 */
final class WhySession {

  private final Surroundings here;
  private final Uid gid;

  WhySession(Surroundings here) {
    this.here = here;
    this.gid = HostProbe.group();
  }

  /** Prints the reasons, and returns the exit status. */
  int of(Typed typed) throws IOException {
    if (typed.has("--since")) {
      throw new WrongUsage("--since applies only to agents", "leave it out");
    }
    NamedSession word = NamedSession.of(typed, here);
    ListedSession.Intact session = word.intact();
    Optional<Owners> owners = owners(session.record());
    List<Reason> reasons = new ArrayList<>();
    owners.ifPresent(found -> reasons.addAll(reasons(session.record(), found)));
    FirstPaths hidden = owners.map(Owners::hidden).orElse(FirstPaths.NONE);
    try {
      reasons.addAll(SandboxReasons.of(RecordFile.readAll(word.directory()), hidden));
    } catch (Refused e) {
      here.note("bawn: warning: its sandbox is not known: " + e.what());
    }
    show(typed, session, owners, reasons);
    return 0;
  }

  private List<Reason> reasons(SessionRecord record, Owners found) {
    return new SessionReasons(here.user(), gid, found)
        .all(record.project(), record.changes().orElseThrow());
  }

  /**
   * The owners of files; empty for a session in the project itself, which has the rights of its
   * user, also on files of other users.
   */
  private Optional<Owners> owners(SessionRecord record) {
    RecordedChanges.requireProject(record);
    return record
        .changes()
        .map(upper ->
            Owners.of(
                record.project(),
                SessionMasks.layer(upper),
                upper,
                here.user().number(),
                gid.number()));
  }

  private void show(
      Typed typed, ListedSession.Intact session, Optional<Owners> owners, List<Reason> reasons)
      throws IOException {
    ReasonsOutput output = new ReasonsOutput(AccountNames.read(here.layout()));
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(),
          json ->
              JsonOutput.objects(
                  json,
                  List.of(session),
                  (fields, each) -> {
                    ListedOutput.json(fields, each);
                    if (owners.isPresent()) {
                      fields.writeNumberField("entries", owners.get().entries());
                    }
                    fields.writeFieldName("reasons");
                    output.json(fields, reasons);
                  }));
    } else {
      WrappedText.print(headline(session, owners), here);
      output.text(reasons, here);
    }
  }

  private static String headline(ListedSession.Intact session, Optional<Owners> owners) {
    SessionRecord record = session.record();
    return session.name()
        + " ("
        + ListedOutput.status(session)
        + "): "
        + owners.map(found -> ownership(record, found)).orElseGet(() -> direct(record));
  }

  private static String ownership(SessionRecord record, Owners found) {
    long others = found.project().count() + found.written().count();
    long entries = found.entries();
    String place =
        " files and directories in " + Printable.whole(record.project().orElse(record.inside()));
    return others == 0
        ? "you own all" + place + " (" + entries + ", with the session's changes)"
        : "others own " + others + " of " + entries + place;
  }

  private static String direct(SessionRecord record) {
    String verb = record.workspace() == WorkspaceKind.BIND ? "it writes to " : "it only reads ";
    return verb + Printable.whole(record.project().orElseThrow()) + " itself, with your rights";
  }
}
