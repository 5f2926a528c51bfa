package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.plan.PlanFile;
import dev.bawn.launcher.plan.SandboxStepView;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.seed.Seed;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.util.Optional;

/**
 * Prints the plan of an unprivileged session without starting it. The names in the JSON are stable:
 * those of {@link PlanFile}, except for {@code sandbox}: each step has {@code kind}, {@code at} and
 * {@code value}; {@code argv} ends with the caller's arguments; {@code hidden}, the hidden paths of
 * the project; {@code notes}.
 */
final class SessionPlanOutput extends ShownPlan {

  private final SessionPlan plan;

  SessionPlanOutput(SessionPlan plan) {
    super(plan.start());
    this.plan = plan;
  }

  @Override
  void fields(JsonGenerator json) throws IOException {
    PlanFile.fields(json, plan);
    Optional<Checkout> checkout = checkout();
    if (checkout.isPresent()) {
      json.writeStringField("branch", checkout.get().branch());
      json.writeStringField("base", checkout.get().commit());
    }
  }

  /** The checkout of an earlier start, or the planned one. */
  private Optional<Checkout> checkout() {
    return plan.session()
        .changes()
        .flatMap(Checkout::begun)
        .or(() -> plan.repository().flatMap(copy -> copy.source().planned()));
  }

  @Override
  void text(Surroundings here) {
    SessionRecord session = plan.session();
    line(here, "session", session.name().text());
    line(here, "project", session.project().isPresent() ? shown(session.project().get()) : "none");
    line(here, "inside", shown(session.inside()) + ", " + session.workspace().word());
    checkout().ifPresent(each -> line(here, "branch", each.branch() + ", from " + each.commit()));
    if (session.changes().isPresent()) {
      line(here, "changes", shown(session.changes().get()));
    }
    line(here, "home", session.home().isPresent() ? shown(session.home().get()) : "in memory");
    line(here, "network", plan.network().word());
    line(
        here,
        "landlock",
        plan.landlock() ? "abstract sockets and signals stay in the session" : "none");
    if (!names().isEmpty()) {
      line(here, "passed on", String.join(" ", names()));
    }
    for (Seed seed : plan.seeding().copies()) {
      line(here, seed.kind() == Seed.Kind.LOGIN ? "login" : "copied", shown(seed.shown()));
    }
    plan.seeding().omitted().forEach(each -> line(here, "left out", each.sentence()));
    line(here, "executes", Printable.whole(ShellQuoting.join(argv())));
    plan.hidden().ifPresent(hidden -> line(here, "hidden", hidden));
    plan.notes().forEach(note -> line(here, "warning", Printable.whole(note)));
    here.out().println("sandbox");
    // if bubblewrap cannot mount it itself
    plan.start()
        .mounts()
        .forEach(step -> here.out().println(Printable.of(SandboxStepView.of(step).line())));
  }

  private static String shown(Object path) {
    return Printable.of(path.toString());
  }
}
