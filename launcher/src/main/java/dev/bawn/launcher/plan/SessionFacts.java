package dev.bawn.launcher.plan;

import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.UserManager;
import dev.bawn.launcher.mount.ProjectDirectory;
import dev.bawn.launcher.mount.ProjectParts;
import dev.bawn.launcher.mount.SessionSources;
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
 * @param created when it was wanted first
 * @param earlier what was written down about it, if this is not its first start
 * @param isAside whether the record of how the session ended stays that of an earlier start
 * @param project what it works on; nothing for an empty workspace
 * @param borrowed the repository of the project, where it lies outside of it
 * @param survey what was found in it
 * @param options how
 * @param program what it runs
 * @param keys API keys and other variables of the caller's, whose values are written down nowhere
 * @param home which home it gets
 * @param seeding what is copied into that first
 * @param login the login that it shares with others; nothing where its home has one, or it needs
 *     none
 * @param ssh where it can log in
 * @param caches of package managers, which it sees
 * @param manager what systemd's user manager can limit here; nothing where no limit is wanted
 * @param parts what of a project that is bound no session writes or connects to
 * @param kept where bawn keeps what it makes for the session
 * @param ports that no other running session has; nothing without a network
 * @param warnings a sentence each
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
