package dev.bawn.launcher.plan;

import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.UserManager;
import dev.bawn.launcher.mount.ProjectDirectory;
import dev.bawn.launcher.mount.ProjectParts;
import dev.bawn.launcher.mount.SessionSources;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.seed.Seeding;
import dev.bawn.launcher.workspace.BorrowedRepository;
import dev.bawn.launcher.workspace.ProjectSurvey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The facts from which a session is planned: the request, the machine, the project and the tools.
 *
 * @param host the machine
 * @param name of the session
 * @param isNamed whether the caller chose the name
 * @param created the time of the first request
 * @param earlier the record of the session, if this is not its first start
 * @param isAside whether the record of the session's end stays that of an earlier start
 * @param project the project; empty for an empty workspace
 * @param borrowed the repository of the project, if it is outside of the project
 * @param survey the results of the search in the project
 * @param options the options of the session
 * @param program the program of the session
 * @param prompt for the program, if this is its first start and the caller gave one
 * @param keys API keys and other variables of the caller, whose values are never written to a file
 * @param home the home directory
 * @param seeding the files that are first copied into it
 * @param login the login that the session shares with others; empty if its home has one, or it
 *     needs none
 * @param ssh the hosts at which it can log in
 * @param caches the visible caches of package managers
 * @param manager the controllers of systemd's user manager; empty if no limit was requested
 * @param parts the parts of a bound project that no session writes or connects to
 * @param kept the directories in which bawn keeps its files for the session
 * @param ports ports that no other running session has; empty without a network
 * @param warnings one sentence each
 */
public record SessionFacts(
    Host host,
    SessionName name,
    boolean isNamed,
    Instant created,
    Optional<SessionRecord> earlier,
    boolean isAside,
    Optional<ProjectDirectory> project,
    Optional<BorrowedRepository> borrowed,
    ProjectSurvey survey,
    SessionOptions options,
    FirstProgram program,
    Optional<Prompt> prompt,
    List<Variable> keys,
    SessionHome home,
    Seeding seeding,
    Optional<SharedLogin> login,
    SshAccess ssh,
    List<PackageCache> caches,
    UserManager manager,
    ProjectParts parts,
    SessionSources kept,
    Optional<PortRange> ports,
    List<String> warnings) {

  public SessionFacts {
    keys = List.copyOf(keys);
    caches = List.copyOf(caches);
    warnings = List.copyOf(warnings);
  }
}
