package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.seed.Seeding;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The plan of an unprivileged session, before any change. The preparation and the start use only
 * this.
 *
 * @param session the record of the session
 * @param directory its directory
 * @param directories the directories to make before the start, private to the caller, in order
 * @param etc generated files by name: its directory {@code etc} gets them
 * @param identity the directory of the key with which it signs commits, if it has one
 * @param home the home directory, whose lock is held while the session is running
 * @param seeding the files that are copied into its home
 * @param masks the layer with the masks, if files are hidden
 * @param masked the hidden files of the project, relative to its top
 * @param tracked the hidden files in git's index
 * @param repository the repository that is made for it, if it needs one
 * @param network the network that it has
 * @param sshHosts hosts at which it can log in with the caller's keys
 * @param landlock whether Landlock blocks abstract sockets and signals to processes outside
 * @param limits the mechanisms that enforce its limits
 * @param ports ports that no other running session has, if it gets any
 * @param start the program to start after the preparation
 * @param hidden a sentence about hidden files with a secret name, if there are any
 * @param skipsSetup whether it has commands of {@code setup}, but no fresh checkout to run them in
 * @param program the program that starts, see {@link FirstProgram#shown}
 * @param notes sentences for the caller
 */
public record SessionPlan(
    SessionRecord session,
    SessionDirectory directory,
    List<Path> directories,
    SortedMap<String, String> etc,
    Optional<Path> identity,
    SessionHome home,
    Seeding seeding,
    Optional<Path> masks,
    List<Path> masked,
    List<Path> tracked,
    Optional<RepositoryCopy> repository,
    NetworkPolicy network,
    List<String> sshHosts,
    boolean landlock,
    EnforcedLimits limits,
    Optional<PortRange> ports,
    StartPlan start,
    Optional<String> hidden,
    boolean skipsSetup,
    String program,
    List<String> notes) {

  public SessionPlan {
    directories = List.copyOf(directories);
    masked = List.copyOf(masked);
    tracked = List.copyOf(tracked);
    sshHosts = List.copyOf(sshHosts);
    notes = List.copyOf(notes);
  }

  /** The files of its {@code /etc} in bawn's directory, with their text. */
  public Map<Path, String> etcFiles() {
    Map<Path, String> files = new HashMap<>();
    etc.forEach((name, text) -> files.put(directory.etc().resolve(SessionEtc.kept(name)), text));
    return files;
  }
}
