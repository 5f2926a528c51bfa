package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code restart NAME... [-- COMMAND...]}: starts earlier sessions again, in the background. */
record RestartCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Parameters.command().addPositional(NamedSession.several());
    DryRun.addTo(spec, "print the plan, start nothing");
    spec.addOption(SessionArguments.quiet());
    spec.usageMessage()
        .customSynopsis("bawn restart [OPTION]... SESSION... [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn restart app-1 app-2", "bawn restart app-1 -- make test");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    DryRun dryRun = DryRun.of(typed);
    List<String> names = typed.words();
    if (dryRun != DryRun.NO && names.size() > 1) {
      throw new WrongUsage(
          "--dry-run takes one session", "for example: bawn restart --dry-run " + names.getFirst());
    }
    List<ListedSession.Intact> sessions = new ArrayList<>();
    for (NamedSession session : sessions(typed, here)) {
      sessions.add(resting(session));
    }
    CommandContext through = context.apply(here);
    BackgroundStart start = new BackgroundStart(through, here, typed.has("--quiet"));
    SessionRecord first = sessions.getFirst().record();
    Optional<Wanted> wanted = EarlierProgram.of(typed.toolWords(), sessions.getFirst());
    if (dryRun == DryRun.NO) {
      sessions.forEach(session ->
          start.again(session.record(), EarlierProgram.of(typed.toolWords(), session), typed));
    } else if (first.agent().isPresent()) {
      SpawnCommand.print(start.plan(first, wanted), through, typed, dryRun, here);
    } else {
      StartRequest request = StartRequest.again(first, wanted, false);
      new SessionPlanOutput(start.plan(request, typed)).print(dryRun, here);
    }
    return 0;
  }

  /** The sessions. A word that names none may be a command without {@code --} before it. */
  private static List<NamedSession> sessions(Typed typed, Surroundings here) {
    List<String> names = typed.words();
    List<NamedSession> sessions = new ArrayList<>();
    for (String name : names.stream().distinct().toList()) {
      try {
        NamedSession session = NamedSession.session(name, here);
        session.intact();
        sessions.add(session);
      } catch (NotFound | WrongUsage e) {
        if (sessions.isEmpty()
            || !typed.toolWords().isEmpty()
            || e.hint().startsWith(NearestMatch.QUESTION)) {
          throw e;
        }
        throw new NotFound(
            e.what(),
            "a command follows --: "
                + typed.lineWith("bawn restart", names.indexOf(name), "--", name));
      }
    }
    return sessions;
  }

  /** The session, which must not run. */
  private static ListedSession.Intact resting(NamedSession session) {
    ListedSession.Intact intact = session.intact();
    if (intact.state() instanceof SessionState.Running) {
      throw new Refused(
          "session '" + session.name() + "' is " + ListedOutput.status(intact),
          (ListedOutput.isPaused(intact)
                  ? "continue it: bawn unpause " + session.name() + "; or "
                  : "")
              + "end it first: bawn kill "
              + session.name());
    }
    if (intact.record().agent().isEmpty()) {
      RecordedChanges.requireProject(intact.record());
      // damaged options of one session are refused before the first one starts
      SessionArguments.stored(intact.record());
    }
    return intact;
  }
}
