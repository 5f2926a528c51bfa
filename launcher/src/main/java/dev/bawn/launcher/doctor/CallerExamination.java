package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.trust.SeenSerials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Examines whether the caller has agents, settings that a start accepts, and a record of seen
 * serials that no other user can change.
 *
 * @param caller the user
 * @param name of this user
 * @param isSetUp whether this machine can have agents
 * @param agents of the caller
 * @param seen the serials that the caller has seen
 * @param files determines which other users could write them
 * @param environment names the directory of the settings
 */
public record CallerExamination(
    Uid caller,
    String name,
    boolean isSetUp,
    List<AgentName> agents,
    SeenSerials seen,
    PersonalFiles files,
    Map<String, String> environment)
    implements Examination {

  public CallerExamination {
    agents = List.copyOf(agents);
    environment = Map.copyOf(environment);
  }

  @Override
  public String subject() {
    return "your files";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.SETTINGS_WRONG,
        FindingKind.NO_AGENTS,
        FindingKind.RECORD_NOT_YOURS,
        FindingKind.RECORD_DAMAGED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    if (agents.isEmpty()) {
      found.add(
          Diagnosis.of(
              FindingKind.NO_AGENTS,
              "you have no agents; sessions under your own user need none",
              "# for an agent, "
                  + (caller.equals(Uid.ROOT)
                      ? "with an ordinary user as its operator: "
                      : "ask root: ")
                  + (isSetUp ? "" : "sudo bawn-admin init && ")
                  + "sudo bawn-admin create a.noir --operator "
                  + (caller.equals(Uid.ROOT) ? "USER" : Printable.of(name))));
    }
    settings().ifPresent(found::add);
    Optional<Path> record = seen.directory();
    if (record.isPresent() && Files.exists(record.get(), LinkOption.NOFOLLOW_LINKS)) {
      record(record.get(), found);
      agents.forEach(agent -> damage(agent, record.get(), found));
    }
    return found;
  }

  private Optional<Diagnosis> settings() {
    try {
      EffectiveSettings.of(environment, Optional.empty(), files);
      return Optional.empty();
    } catch (Failure e) {
      return Optional.of(
          Diagnosis.of(
              FindingKind.SETTINGS_WRONG,
              "no session starts, because of your settings: " + e.what(),
              "bawn config edit"));
    }
  }

  private void damage(AgentName agent, Path record, List<Diagnosis> found) {
    try {
      seen.latest(agent);
    } catch (Refused e) {
      found.add(
          Diagnosis.of(
              FindingKind.RECORD_DAMAGED,
              e.what(),
              "rm '" + record.resolve(agent.text()) + "'; bawn verify " + agent));
    }
  }

  private void record(Path directory, List<Diagnosis> found) throws IOException {
    int owner = (Integer) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (owner != caller.number()) {
      found.add(
          Diagnosis.of(
              FindingKind.RECORD_NOT_YOURS,
              directory + " belongs to uid " + owner + ", so no older policy would be noticed",
              "sudo chown -R " + caller + " '" + directory + "'"));
      return;
    }
    if (files.othersCanWrite(directory)) {
      found.add(
          Diagnosis.of(
              FindingKind.RECORD_NOT_YOURS,
              "other users could write to " + directory + ", and make bawn accept an older policy",
              "chmod -R go-w '" + directory + "'"));
    }
  }
}
