package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.session.Preparation;
import dev.bawn.launcher.session.SessionName;
import dev.bawn.launcher.session.SessionPlaces;
import dev.bawn.launcher.session.SessionPlan;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.WrittenPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** Starts a session under the caller's own uid that was planned: prepares it, and hands it over. */
final class OwnStart {

  private final Gate gate;
  private final Surroundings here;
  private final SessionPlaces places;

  OwnStart(Gate gate, Surroundings here) {
    this.gate = gate;
    this.here = here;
    this.places = SessionPlaces.in(here.environment());
  }

  /**
   * Takes the home of a new one.
   *
   * @return false if another session has taken it since this one was planned
   */
  boolean takeHome(SessionPlan plan) {
    return new Preparation(plan).takeHome(gate.layout().at("proc"));
  }

  /**
   * Starts a new one.
   *
   * @return false if another session has taken its name
   */
  boolean startNew(SessionPlan plan) {
    rememberTool(plan.session());
    Preparation preparation = new Preparation(plan);
    if (!preparation.makeNew(places, gate.layout().at("proc"))) {
      return false;
    }
    handOver(plan, preparation);
    return true;
  }

  /**
   * A program that was named is the tool's own at later starts, too; but for one in the project,
   * which its sessions can make another one for the sessions of other projects.
   */
  private void rememberTool(SessionRecord session) {
    Optional<Path> named = OwnWords.toolPath(session);
    if (named.isEmpty()) {
      return;
    }
    CommandName tool = CommandName.of(session.tool());
    if (liesIn(session.project(), named.get())) {
      here.err().println("bawn: not remembered as " + tool + ", since it lies in the project");
    } else if (gate.rememberedTools(here).remember(tool, named.get())) {
      here.err().println("bawn: remembered as " + tool + "; forget it: bawn tools forget " + tool);
    }
  }

  private static boolean liesIn(Optional<Path> project, Path program) {
    try {
      return project.isPresent() && program.toRealPath().startsWith(project.get());
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether another session has this name. */
  boolean isTaken(SessionName name) {
    return places.isTaken(name, here.clock().instant());
  }

  /** What is said to somebody who wants a name that there is. */
  Refused taken(SessionName name) {
    return Files.exists(places.session(name).path(), LinkOption.NOFOLLOW_LINKS)
        ? new Refused(
            "there is a session '" + name + "' already", "go on with it: bawn resume " + name)
        : new Refused(
            "what an earlier session '"
                + name
                + "' wrote is there still: "
                + places.workspace(name),
            "give another name, or remove it: bawn destroy " + name + " --force");
  }

  /** Starts an earlier one. */
  void startAgain(SessionPlan plan) {
    Preparation preparation = new Preparation(plan);
    preparation.makeAgain();
    handOver(plan, preparation);
  }

  private void handOver(SessionPlan plan, Preparation preparation) {
    preparation.noteWritten(WrittenPlaces.in(places, gate.layout().at("proc")));
    plan.notes().forEach(note -> here.err().println("bawn: warning: " + Printable.whole(note)));
    SeedingNotice.lines(plan.seeding(), preparation.seeded()).forEach(here.err()::println);
    preparation.handOver(gate.handover());
  }
}
